import FlipMeasures
import Testing

struct LineTests {
    @Test("Packets leave at the rate, in the order of arrival, and arrive after the delay")
    func order() {
        var line = DropTailLine(rate: 8_000_000, delay: 15_000_000, buffer: 10_000)
        // A byte takes a thousandth of a millisecond.
        #expect(line.pass(1000, at: 0) == 16_000_000)
        #expect(line.pass(500, at: 0) == 16_500_000)
        #expect(line.pass(1000, at: 5_000_000) == 21_000_000)
    }

    @Test("What finds no room is lost, and takes no time")
    func drops() {
        var line = DropTailLine(rate: 8_000_000, delay: 0, buffer: 3000)
        #expect((0..<5).map { _ in line.pass(1500, at: 0) } == [1_500_000, 3_000_000, nil, nil, nil])
        #expect(line.pass(1500, at: 1_500_000) == 4_500_000)
    }

    @Test("A line without a rate only delays")
    func unlimited() {
        var line = DropTailLine(rate: nil, delay: 7, buffer: 0)
        #expect((0..<3).map { line.pass(60_000, at: $0) } == [7, 8, 9])
    }

    private func packet(_ text: String, options: Int = 0, protocol number: UInt8 = 6) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 40 + options)
        bytes[0] = 0x45
        bytes[9] = number
        bytes.replaceSubrange(20..<24, with: [0x1f, 0x90, 0x9c, 0x40])
        bytes[32] = UInt8((20 + options) / 4) << 4
        bytes += Array(text.utf8)
        bytes[2] = UInt8(bytes.count >> 8)
        bytes[3] = UInt8(bytes.count & 0xff)
        return bytes
    }

    @Test("A request for a channel is known by its first bytes")
    func request() throws {
        let text = "GET /ch/12/720.m3u8?a=1 HTTP/1.1\r\n"
        for options in [0, 12] {
            let segment = try #require(TCPSegment(packet(text, options: options)))
            #expect(segment.source == 8080 && segment.destination == 40_000)
            #expect(segment.payload == text.utf8.count && segment.requestedChannel == 12)
        }
        #expect(TCPSegment(packet("media"))?.requestedChannel == nil)
        #expect(TCPSegment(packet("GET /ch/"))?.requestedChannel == nil)
        #expect(TCPSegment(packet(""))?.payload == 0)
        #expect(TCPSegment(packet(text, protocol: 17)) == nil)
    }

    @Test("A cut or wrong packet is read as far as it is there")
    func cut() {
        let whole = packet("GET /ch/3/x", options: 12)
        for count in 0..<whole.count { #expect(TCPSegment(Array(whole[..<count]))?.payload ?? 0 < 12) }
        for index in whole.indices {
            for value in [UInt8(0), 1, 0x4f, 0xff] {
                var bytes = whole
                bytes[index] = value
                #expect(TCPSegment(bytes)?.payload ?? 0 <= 40)
            }
        }
    }
}
