import Devices
import MediaCore

/// The packets that a new decoder needs to go on where a dead one was: those since the last key
/// frame, and those of the group before while the decoder still holds back pictures of it. Bounded:
/// where key frames lie too far apart, nothing is kept until the next one.
struct ReplayBuffer {
    private(set) var packets: [Packet] = []
    private var bytes = 0
    /// The index at which the last group begins, when another lies before it, and its key frame's
    /// time.
    private var last: (index: Int, time: MediaTime)?
    private var isOverfull = true
    /// The most packets kept: 20 s at 30 pictures a second.
    static let maximumPackets = 600
    static let maximumBytes = 24 << 20

    mutating func add(_ packet: Packet) {
        if packet.isKey {
            dropBefore(last?.index)
            last = nil
            if let time = packet.presentation, !packets.isEmpty { last = (packets.count, time) } else { clear() }
        }
        // Packets are useless without a key frame before them.
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

    /// Notes that a picture has come out: those before it have, too.
    mutating func shown(_ time: MediaTime) {
        guard let last, time >= last.time else { return }
        dropBefore(last.index)
        self.last = nil
    }

    private mutating func dropBefore(_ index: Int?) {
        guard let index else { return }
        bytes -= packets[..<index].reduce(0) { $0 + $1.payload.byteCount }
        packets.removeFirst(index)
    }

    mutating func clear() {
        last = nil
        packets.removeAll(keepingCapacity: true)
        bytes = 0
        isOverfull = true
    }
}
