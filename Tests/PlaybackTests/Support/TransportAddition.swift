import MediaCore

/// Puts a further stream into a transport stream that ffmpeg has muxed: its map names it, and its units are sent in front
/// of what is sent at their time.
struct TransportAddition {
    var pid: Int
    var type: UInt8
    var descriptors: [UInt8]
    /// The PES packets, each with its time in ticks of 90 kHz.
    var units: [(time: Int64, data: [UInt8])]

    private static let mapPID = 0x1000

    /// - Parameter streams: what is there already, the first of them with times: a type and a PID each
    func added(to stream: [UInt8], beside streams: [(type: UInt8, pid: Int)]) -> [UInt8] {
        var left = units[...]
        var counter: UInt8 = 0
        var all: [UInt8] = []
        for start in stride(from: 0, through: stream.count - 188, by: 188) {
            let packet = stream[start..<start + 188]
            let pid = Int(packet[start + 1] & 0x1f) << 8 | Int(packet[start + 2])
            if pid == Self.mapPID {
                all += Self.packet(
                    pid, 0, Self.map(streams.map { ($0.type, $0.pid, []) } + [(type, self.pid, descriptors)]))
                continue
            }
            if pid == streams[0].pid, let time = Self.time(packet) {
                while let next = left.first, next.time - 45_000 <= time {
                    left.removeFirst()
                    all += Self.packet(self.pid, counter, next.data)
                    counter = (counter + 1) & 15
                }
            }
            all += packet
        }
        return all
    }

    private static func map(_ streams: [(type: UInt8, pid: Int, descriptors: [UInt8])]) -> [UInt8] {
        let entries = streams.flatMap { stream -> [UInt8] in
            [
                stream.type, 0xe0 | UInt8(stream.pid >> 8), UInt8(stream.pid & 0xff), 0xf0,
                UInt8(stream.descriptors.count),
            ] + stream.descriptors
        }
        let body: [UInt8] = [0, 1, 0xc1, 0, 0, 0xe1, 0x00, 0xf0, 0] + entries
        let section = [0x02, 0xb0, UInt8(body.count + 4)] + body
        return [0] + section + SectionChecksum.bytes(of: section)
    }

    /// Of at most 184 bytes.
    private static func packet(_ pid: Int, _ counter: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let head = [0x47, 0x40 | UInt8(pid >> 8), UInt8(pid & 0xff)]
        switch 184 - payload.count {
        case 0: return head + [0x10 | counter] + payload
        case 1: return head + [0x30 | counter, 0] + payload
        case let room:
            return head + [0x30 | counter, UInt8(room - 1), 0] + [UInt8](repeating: 0xff, count: room - 2) + payload
        }
    }

    /// A PES packet of private_stream_1 whose head is filled up to a length.
    static func pes(_ payload: [UInt8], at time: Int64, head: Int = 5) -> [UInt8] {
        let stamp = [
            0x21 | UInt8(time >> 29 & 0x0e), UInt8(time >> 22 & 0xff), UInt8(time >> 14 & 0xfe) | 1,
            UInt8(time >> 7 & 0xff), UInt8(time << 1 & 0xfe) | 1,
        ]
        return [0, 0, 1, 0xbd, 0, UInt8(3 + head + payload.count), 0x84, 0x80, UInt8(head)] + stamp
            + [UInt8](repeating: 0xff, count: head - 5) + payload
    }

    /// The time of the PES packet that begins in a transport packet.
    private static func time(_ packet: ArraySlice<UInt8>) -> Int64? {
        let at = packet.startIndex
        guard packet[at + 1] & 0x40 != 0 else { return nil }
        let start = packet[at + 3] & 0x20 == 0 ? at + 4 : at + 5 + Int(packet[at + 4])
        guard start + 14 <= packet.endIndex, packet[start + 7] & 0x80 != 0 else { return nil }
        let bytes = packet[(start + 9)..<(start + 14)].map { Int64($0) }
        return (bytes[0] >> 1 & 7) << 30 | bytes[1] << 22 | (bytes[2] >> 1) << 15 | bytes[3] << 7 | bytes[4] >> 1
    }
}
