import MediaCore

/// Writes transport streams for tests: tables with any types and descriptors, and PES packets of any bytes.
struct TransportWriter {
    struct Stream {
        var type: UInt8
        var pid: Int
        var descriptors: [UInt8] = []

        init(_ type: UInt8, _ pid: Int, _ descriptors: [UInt8] = []) {
            self.type = type
            self.pid = pid
            self.descriptors = descriptors
        }
    }

    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    static func registration(_ name: String) -> [UInt8] { [0x05, 4] + Array(name.utf8.prefix(4)) }
    static func language(_ code: String, _ type: UInt8 = 0) -> [UInt8] {
        [0x0a, 4] + Array(code.utf8.prefix(3)) + [type]
    }

    mutating func association(_ programmes: [(number: Int, pid: Int)], version: UInt8 = 0) {
        let body = programmes.flatMap {
            [UInt8($0.number >> 8), UInt8($0.number & 0xff), 0xe0 | UInt8($0.pid >> 8), UInt8($0.pid & 0xff)]
        }
        section(0, Self.section(0, number: 1, version: version, body))
    }

    static func map(_ streams: [Stream], programme: Int = 1, version: UInt8 = 0, descriptors: [UInt8] = []) -> [UInt8] {
        var body = [0xe1, 0x00, 0xf0 | UInt8(descriptors.count >> 8), UInt8(descriptors.count & 0xff)] + descriptors
        for stream in streams {
            let count = stream.descriptors.count
            body += [
                stream.type, 0xe0 | UInt8(stream.pid >> 8), UInt8(stream.pid & 0xff), 0xf0 | UInt8(count >> 8),
                UInt8(count & 0xff),
            ]
            body += stream.descriptors
        }
        return section(2, number: programme, version: version, body)
    }

    mutating func map(
        _ streams: [Stream], pid: Int = 0x1000, programme: Int = 1, version: UInt8 = 0, descriptors: [UInt8] = []
    ) {
        section(pid, Self.map(streams, programme: programme, version: version, descriptors: descriptors))
    }

    static func section(_ table: UInt8, number: Int, version: UInt8, _ body: [UInt8]) -> [UInt8] {
        let length = 5 + body.count + 4
        let section =
            [
                table, 0xb0 | UInt8(length >> 8), UInt8(length & 0xff), UInt8(number >> 8), UInt8(number & 0xff),
                0xc1 | version << 1, 0, 0,
            ] + body
        return section + SectionChecksum.bytes(of: section)
    }

    /// In as many packets as it takes.
    ///
    /// - Parameter room: bytes of it in a packet.
    mutating func section(_ pid: Int, _ section: [UInt8], room: Int = 184) {
        var rest = ([0] + section)[...]
        var isStart = true
        while !rest.isEmpty {
            let piece = Array(rest.prefix(room))
            rest = rest.dropFirst(room)
            // Only the last packet is filled; those before carry an adaptation field.
            if piece.count < 184, !rest.isEmpty {
                packet(pid, isStart: isStart, piece, stuffing: 184 - piece.count)
            } else {
                packet(pid, isStart: isStart, piece + [UInt8](repeating: 0xff, count: 184 - piece.count))
            }
            isStart = false
        }
    }

    mutating func packet(_ pid: Int, isStart: Bool, _ payload: [UInt8], stuffing: Int = 0) {
        let counter = (counters[pid, default: 15] + 1) & 15
        counters[pid] = counter
        bytes += [
            0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff), (stuffing > 0 ? 0x30 : 0x10) | counter,
        ]
        if stuffing == 1 { bytes += [0] }
        if stuffing > 1 { bytes += [UInt8(stuffing - 1), 0] + [UInt8](repeating: 0xff, count: stuffing - 2) }
        bytes += payload
    }

    /// - Parameter time: in ticks of 90 kHz.
    mutating func pes(_ pid: Int, _ payload: [UInt8], time: Int64, stream: UInt8 = 0xbd) {
        let stamp = [
            0x21 | UInt8(time >> 29 & 0x0e), UInt8(time >> 22 & 0xff), UInt8(time >> 14 & 0xfe) | 1,
            UInt8(time >> 7 & 0xff),
            UInt8(time << 1 & 0xfe) | 1,
        ]
        let length = 8 + payload.count
        var rest =
            ([0, 0, 1, stream, UInt8(length >> 8 & 0xff), UInt8(length & 0xff), 0x84, 0x80, 5] + stamp + payload)[...]
        var isStart = true
        while !rest.isEmpty {
            let piece = Array(rest.prefix(184))
            rest = rest.dropFirst(184)
            packet(pid, isStart: isStart, piece, stuffing: 184 - piece.count)
            isStart = false
        }
    }

    mutating func raw(_ more: some Sequence<UInt8>) { bytes += more }

    /// Another's stream with its tables replaced: wherever its map stood stands this one.
    static func retold(_ bytes: [UInt8], mapPID: Int = 0x1000, _ streams: [Stream], descriptors: [UInt8] = [])
        -> [UInt8]
    {
        var writer = TransportWriter()
        for start in stride(from: 0, through: bytes.count - 188, by: 188) {
            let packet = bytes[start..<start + 188]
            let pid = Int(packet[start + 1] & 0x1f) << 8 | Int(packet[start + 2])
            if pid == mapPID {
                if packet[start + 1] & 0x40 != 0 { writer.map(streams, pid: mapPID, descriptors: descriptors) }
            } else {
                writer.raw(packet)
            }
        }
        return writer.bytes
    }
}

extension TransportWriter {
    /// AC-4 as a sync frame with nothing in it (ETSI TS 103 190-1 annex G).
    static let ac4Frame: [UInt8] = [0xac, 0x40, 0x00, 0x20] + [UInt8](repeating: 0x5a, count: 32)
}
