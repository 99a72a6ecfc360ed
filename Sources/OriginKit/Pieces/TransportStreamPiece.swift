/// Rewrites a stored MPEG-TS piece (ISO/IEC 13818-1) to another place in time: PTS, DTS and PCR
/// move by one offset modulo 2^33 ticks of 90 kHz, and continuity counters go on from the piece
/// before. Packets that are no TS packets are left as they are.
struct TransportStreamPiece {
    static let packetSize = 188
    static let wrap: UInt64 = 1 << 33

    /// The counters that the pieces before it in the loop have used up.
    struct Counters: Equatable {
        /// The number of packets with payload, by PID.
        private(set) var packets: [Int: Int] = [:]

        mutating func add(_ pid: Int) -> Int {
            let count = packets[pid, default: 0]
            packets[pid] = count + 1
            return count
        }

        subscript(pid: Int) -> Int { packets[pid, default: 0] }
    }

    let bytes: [UInt8]
    /// The counters at this piece's beginning.
    let counters: Counters

    /// The counters at this piece's end.
    func countersAfter() -> Counters {
        var counters = counters
        forEachPacket { bytes, at in
            if bytes[at + 3] & 0x10 != 0 { _ = counters.add(Self.pid(bytes, at)) }
        }
        return counters
    }

    /// The first PTS on a video stream (stream_id 0xe0…0xef), in 90 kHz ticks.
    var firstVideoTime: UInt64? {
        var time: UInt64?
        forEachPacket { bytes, at in
            guard time == nil, let pes = Self.pesHeader(bytes, at), bytes[pes + 3] & 0xf0 == 0xe0 else { return }
            time = Self.timestamp(bytes, pes + 9)
        }
        return time
    }

    /// The ranges of bytes that hold the pictures up to each of `ends`, counted in decoding order: a
    /// part begins with the packet in which its first picture does.
    func cuts(behind ends: [Int]) -> [Range<Int>] {
        var starts: [Int] = []
        forEachPacket { bytes, at in
            if let pes = Self.pesHeader(bytes, at), bytes[pes + 3] & 0xf0 == 0xe0 { starts.append(at) }
        }
        let offsets = ends.dropLast().map { $0 < starts.count ? starts[$0] : bytes.count }
        return zip([0] + offsets, offsets + [bytes.count]).map { $0..<$1 }
    }

    /// The piece moved in time: `ticks` (90 kHz) are added modulo 2^33; `loop.packets × loops` are
    /// added to the counters.
    func shifted(byTicks ticks: UInt64, loop: Counters, loops: Int) -> [UInt8] {
        var result = bytes
        var counters = counters
        result.withUnsafeMutableBufferPointer { bytes in
            var at = 0
            while at + Self.packetSize <= bytes.count {
                if bytes[at] == 0x47 {
                    let pid = Self.pid(UnsafeBufferPointer(bytes), at)
                    if bytes[at + 3] & 0x10 != 0 {
                        let count = counters.add(pid) &+ loop[pid] % 16 * (loops % 16)
                        bytes[at + 3] = bytes[at + 3] & 0xf0 | UInt8(count & 0x0f)
                    }
                    Self.shiftTimes(bytes, at, ticks)
                }
                at += Self.packetSize
            }
        }
        return result
    }

    private static func shiftTimes(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ at: Int, _ ticks: UInt64) {
        let view = UnsafeBufferPointer(bytes)
        // Adaptation field with PCR (2.4.3.4): 33 bits of base, 6 reserved, 9 of extension.
        if bytes[at + 3] & 0x20 != 0, bytes[at + 4] >= 7, bytes[at + 5] & 0x10 != 0 {
            let base =
                (0..<4).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[at + 6 + $1]) } << 1
                | UInt64(bytes[at + 10] >> 7)
            let moved = (base &+ ticks) % wrap
            for index in 0..<4 { bytes[at + 6 + index] = UInt8(moved >> UInt64(25 - 8 * index) & 0xff) }
            bytes[at + 10] = bytes[at + 10] & 0x7f | UInt8(moved & 1) << 7
        }
        guard let pes = pesHeader(view, at) else { return }
        let flags = bytes[pes + 7] >> 6
        if flags >= 2 { write((timestamp(view, pes + 9) &+ ticks) % wrap, bytes, pes + 9) }
        if flags == 3 { write((timestamp(view, pes + 14) &+ ticks) % wrap, bytes, pes + 14) }
    }

    private func forEachPacket(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var at = 0
            while at + Self.packetSize <= bytes.count {
                if bytes[at] == 0x47 { body(bytes, at) }
                at += Self.packetSize
            }
        }
    }

    static func pid(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        Int(bytes[at + 1] & 0x1f) << 8 | Int(bytes[at + 2])
    }

    /// The offset at which the payload of the packet at `at` begins; nil without payload.
    static func payload(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        guard bytes[at + 3] & 0x10 != 0 else { return nil }
        let start = bytes[at + 3] & 0x20 == 0 ? at + 4 : at + 5 + Int(bytes[at + 4])
        return start < at + packetSize ? start : nil
    }

    /// The offset of a PES header with a PTS, when one begins in this packet.
    private static func pesHeader(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        guard bytes[at + 1] & 0x40 != 0, let start = payload(bytes, at), start + 19 <= at + packetSize,
            bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 1,
            // Sound, pictures, or private_stream_1, which carries AC-3.
            bytes[start + 3] >= 0xc0 || bytes[start + 3] == 0xbd, bytes[start + 7] & 0x80 != 0
        else { return nil }
        return start
    }

    /// A timestamp of five bytes: 4+3+1+15+1+15+1 bits (2.4.3.7).
    private static func timestamp(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt64 {
        UInt64(bytes[at] >> 1 & 0x07) << 30 | UInt64(bytes[at + 1]) << 22 | UInt64(bytes[at + 2] >> 1) << 15
            | UInt64(bytes[at + 3]) << 7 | UInt64(bytes[at + 4] >> 1)
    }

    private static func write(_ time: UInt64, _ bytes: UnsafeMutableBufferPointer<UInt8>, _ at: Int) {
        bytes[at] = bytes[at] & 0xf1 | UInt8(time >> 30 & 0x07) << 1
        bytes[at + 1] = UInt8(time >> 22 & 0xff)
        bytes[at + 2] = UInt8(time >> 15 & 0x7f) << 1 | 1
        bytes[at + 3] = UInt8(time >> 7 & 0xff)
        bytes[at + 4] = UInt8(time & 0x7f) << 1 | 1
    }
}
