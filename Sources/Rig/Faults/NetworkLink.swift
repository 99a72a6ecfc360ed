/// The interface between the box and the origin, and how the kernel shapes it (tc(8)).
package enum NetworkLink: Sendable, Hashable {
    /// The origin is on the same machine: traffic in both directions leaves by `lo`.
    case loopback
    /// The origin is at this interface's other end. Incoming traffic is shaped as it leaves an `ifb` to
    /// which it is redirected.
    case interface(String)

    /// The commands that give the link that shape, whatever shape it had before. They need root; each
    /// prints nothing where it worked.
    package func commands(for shape: NetworkShape) -> [String] {
        // Cleared first: a netem that is only changed keeps the settings that the new shape does not
        // mention.
        switch self {
        case .loopback:
            // Packets on `lo` have up to 64 KiB, unlike on any wire: the loss of one would be that of a
            // whole window.
            clearing + ["ip link set dev lo mtu 1500 gso_max_segs 1", "tc qdisc add dev lo root \(shape.netem)"]
        case .interface(let name):
            clearing + [
                "ip link add \(Self.mirror) type ifb",
                "ip link set dev \(Self.mirror) up",
                "tc qdisc add dev \(name) root \(shape.netem)",
                "tc qdisc add dev \(Self.mirror) root \(shape.netem)",
                "tc qdisc add dev \(name) ingress",
                "tc filter add dev \(name) ingress protocol all matchall action mirred egress redirect dev \(Self.mirror)",
            ]
        }
    }

    /// The commands that remove any shape from the link. Harmless where there was none.
    package var clearing: [String] {
        switch self {
        case .loopback:
            ["tc qdisc del dev lo root 2>/dev/null || true", "ip link set dev lo mtu 65536 gso_max_segs 65535"]
        case .interface(let name):
            [
                "tc qdisc del dev \(name) root 2>/dev/null || true",
                "tc qdisc del dev \(name) ingress 2>/dev/null || true",
                "ip link del \(Self.mirror) 2>/dev/null || true",
            ]
        }
    }

    private static let mirror = "ifb-hearth"
}
