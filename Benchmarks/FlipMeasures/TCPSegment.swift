/// What an IPv4 packet of TCP says of whom it is for: the ports, how much it carries, and what is asked for.
package struct TCPSegment: Equatable, Sendable {
    package var source: UInt16
    package var destination: UInt16
    /// The number of bytes that it carries.
    package var payload: Int
    /// The channel of `hearth-origin` that its request asks for; nil: none begins in it.
    package var requestedChannel: Int?

    /// nil: it is something else, or cut.
    package init?(_ packet: [UInt8]) {
        guard packet.count >= 20, packet[0] >> 4 == 4, packet[9] == 6 else { return nil }
        let header = Int(packet[0] & 15) * 4
        let length = min(packet.count, Int(packet[2]) << 8 | Int(packet[3]))
        guard header >= 20, length >= header + 20 else { return nil }
        func word(_ at: Int) -> UInt16 { UInt16(packet[header + at]) << 8 | UInt16(packet[header + at + 1]) }
        source = word(0)
        destination = word(2)
        let start = header + Int(packet[header + 12] >> 4) * 4
        guard start >= header + 20, start <= length else { return nil }
        payload = length - start
        let words = packet[start..<min(length, start + 40)]
        let sign = Array("GET /ch/".utf8)
        guard words.starts(with: sign) else { return }
        let digits = words.dropFirst(sign.count).prefix(6).prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        requestedChannel = Int(String(decoding: digits, as: UTF8.self))
    }
}
