/// The interface between the box and the origin, and how the kernel shapes it (tc(8)).
package enum NetworkLink: Sendable, Hashable {
    /// The origin is on the same machine: what goes either way leaves by `lo`.
    case loopback
    /// The origin is at this interface's other end. What comes in is shaped as it leaves an `ifb` that it
    /// is redirected to.
    case interface(String)

    /// The commands that give it that shape, whatever it had before. Root's; each says nothing where it
    /// worked.
    package func commands(for shape: NetworkShape) -> [String] {
        // Begun anew: a netem that is only changed keeps what the new shape does not mention.
        switch self {
        case .loopback:
            // Its packets are of up to 64 KiB, which no wire has: one lost would be a whole window's.
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

    /// The commands that make it as it was. Harmless where nothing was shaped.
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
