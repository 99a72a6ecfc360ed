import MediaCore

/// The first and the last presentation time in a piece of MPEG-TS (ISO 13818-1, 2.4.3.7), of its picture where there is
/// one, else of its sound.
struct TransportTimes: Sendable, Hashable {
    struct Time: Sendable, Hashable {
        /// The stamp in ticks of 90 kHz, 33 bits.
        var ticks: Int64
        /// Where its packet begins in the piece.
        var offset: Int

        /// How long something is that begins and ends with these times; nil: they tell of no length.
        func duration(since first: Time) -> Duration? {
            let seconds = TransportTimes.seconds(from: first.ticks, to: ticks)
            return seconds > 1 && seconds < 86_400 ? .nanoseconds(Int64(saturating: seconds * 1e9)) : nil
        }
    }

    private(set) var first: Time
    private(set) var last: Time

    /// A piece that holds pictures of most streams.
    static let wanted = 512 << 10
    /// A piece at the beginning that holds one.
    static let first = 64 << 10
    private static let packet = 188

    /// Reads the times; nil where there are none.
    init?(_ bytes: [UInt8]) {
        guard let start = Self.start(of: bytes) else { return nil }
        var found: (pid: Int, isPicture: Bool, first: Time, last: Time)?
        for offset in stride(from: start, to: bytes.count - Self.packet + 1, by: Self.packet) {
            guard let (pid, isPicture, ticks) = Self.time(bytes[offset..<offset + Self.packet]) else { continue }
            let time = Time(ticks: ticks, offset: offset)
            if let known = found, known.pid == pid {
                // Pictures come in the order of decoding.
                if Self.seconds(from: known.last.ticks, to: ticks) < 3600 { found?.last = time }
            } else if found.map({ !$0.isPicture && isPicture }) ?? true {
                found = (pid, isPicture, time, time)
            }
        }
        guard let found else { return nil }
        (first, last) = (found.first, found.last)
    }

    /// The time from one stamp to another behind it, in seconds; stamps begin anew after 26.5 hours.
    static func seconds(from first: Int64, to last: Int64) -> Double {
        Double((last - first) & (1 << 33 - 1)) / 90_000
    }

    /// Where packets begin: three sync bytes one behind the other.
    private static func start(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 3 * packet else { return nil }
        return (0..<packet).first { start in
            stride(from: start, to: min(bytes.count, start + 3 * packet), by: packet).allSatisfy { bytes[$0] == 0x47 }
        }
    }

    /// The time in the header of a PES packet that begins in this packet.
    private static func time(_ packet: ArraySlice<UInt8>) -> (pid: Int, isPicture: Bool, ticks: Int64)? {
        let bytes = Array(packet)
        guard bytes[0] == 0x47, bytes[1] & 0xc0 == 0x40 else { return nil }
        var place = 4
        switch bytes[3] >> 4 & 3 {
        case 1: break
        case 3: place += 1 + Int(bytes[4])
        default: return nil
        }
        guard place + 14 <= bytes.count, bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 else {
            return nil
        }
        let stream = bytes[place + 3]
        let isPicture = (0xe0...0xef).contains(stream)
        guard isPicture || (0xc0...0xdf).contains(stream) || stream == 0xbd, bytes[place + 7] & 0x80 != 0 else {
            return nil
        }
        let stamp = bytes[place + 9..<place + 14].map { Int64($0) }
        let ticks =
            (stamp[0] >> 1 & 7) << 30 | stamp[1] << 22 | (stamp[2] >> 1) << 15 | stamp[3] << 7 | stamp[4] >> 1
        return (Int(bytes[1] & 0x1f) << 8 | Int(bytes[2]), isPicture, ticks)
    }
}
