import Devices

/// What a new decoder needs to go on where a dead one was: the packets since the last key frame.
/// Bounded: of a stream whose key frames lie too far apart nothing is kept until the next one.
struct ReplayBuffer {
    private(set) var packets: [Packet] = []
    private var bytes = 0
    private var isOverfull = true
    /// 20 s at 30 pictures a second.
    static let maximumPackets = 600
    static let maximumBytes = 24 << 20

    mutating func add(_ packet: Packet) {
        if packet.isKey { clear() }
        // Without a key frame before them packets are useless.
        if packets.isEmpty { isOverfull = !packet.isKey }
        guard !isOverfull else { return }
        bytes += packet.payload.byteCount
        guard packets.count < Self.maximumPackets, bytes <= Self.maximumBytes else {
            clear()
            isOverfull = true
            return
        }
        packets.append(packet)
    }

    mutating func clear() {
        packets.removeAll(keepingCapacity: true)
        bytes = 0
        isOverfull = true
    }
}
