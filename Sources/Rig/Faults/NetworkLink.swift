/// The interface between the box and the origin, and how the kernel shapes it (tc(8)).
package enum NetworkLink: Sendable, Hashable {
    /// The origin is on the same machine: what goes either way leaves by `lo`.
    case loopback
    /// The origin is at this interface's other end. What comes in is shaped as it leaves an `ifb` that it
    /// is redirected to.
    case interface(String)

    /// The commands that give it that shape, whatever it had before. Root's.
    package func commands(for shape: NetworkShape) -> [String] {
        switch self {
        case .loopback:
            // Its packets are of up to 64 KiB, which no wire has: one lost would be a whole window's.
            [
                "ip link set dev lo mtu 1500 gso_max_segs 1",
                "tc qdisc replace dev lo root \(shape.netem)",
            ]
        case .interface(let name):
            [
                "ip link show dev \(Self.mirror) >/dev/null 2>&1 || ip link add \(Self.mirror) type ifb",
                "ip link set dev \(Self.mirror) up",
                "tc qdisc replace dev \(name) root \(shape.netem)",
                "tc qdisc replace dev \(Self.mirror) root \(shape.netem)",
                "tc qdisc replace dev \(name) ingress",
                "tc filter replace dev \(name) ingress protocol all pref 1 handle 1 matchall"
                    + " action mirred egress redirect dev \(Self.mirror)",
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
