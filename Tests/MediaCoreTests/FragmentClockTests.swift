import MediaCore
import Testing

@Suite("Decode times of fragments: 32 bits that wrap, 64 that do not")
struct FragmentClockTests {
    static let period: Int64 = 1 << 32

    @Test(
        "a tfdt of version 0 wraps, in the middle and between segments",
        arguments: [1000, 48_000, 90_000, 10_000_000] as [Int64])
    func wraps(timescale: Int64) {
        var middle = FragmentClock(timescale: timescale, expected: nil)
        #expect(middle.unwrap(Self.period - timescale) == Self.period - timescale)
        #expect(middle.unwrap(timescale) == Self.period + timescale)
        #expect(middle.unwrap(3 * timescale) == Self.period + 3 * timescale)
        // The next segment has a demuxer of its own.
        var next = FragmentClock(timescale: timescale, expected: 2 * Self.period + 5 * timescale)
        #expect(next.unwrap(4 * timescale) == 2 * Self.period + 4 * timescale)
        #expect(next.unwrap(Self.period - timescale) == 2 * Self.period - timescale)
    }

    @Test(
        "a tfdt of version 1 is never wrapped, beyond 32 bits and beyond 33",
        arguments: [90_000, 10_000_000] as [Int64])
    func long(timescale: Int64) {
        for start in [Self.period, 2 * Self.period, 5 * Self.period, 1 << 50] {
            var clock = FragmentClock(timescale: timescale, expected: start - 2 * timescale)
            for step in -4..<4 {
                let ticks = start + Int64(step) * timescale
                #expect(clock.unwrap(ticks) == ticks)
            }
        }
    }

    @Test("what is nowhere near is a jump, not a wrap: it stays")
    func jumps() {
        var clock = FragmentClock(timescale: 90_000, expected: Self.period + 90_000)
        // 100 s, which is near no wrapped time.
        #expect(clock.unwrap(100 * 90_000) == 100 * 90_000)
        var start = FragmentClock(timescale: 90_000, expected: nil)
        #expect(start.unwrap(0) == 0)
        // hls.js #7752: a little above zero is no wrap.
        var early = FragmentClock(timescale: 90_000, expected: -45_000)
        #expect(early.unwrap(3000) == 3000)
        #expect(early.unwrap(-3000) == -3000)
    }

    @Test("no numbers trap")
    func extremes() {
        for timescale in [Int64.min, -1, 0, 1, 90_000, 1 << 40, .max] {
            for expected in [Int64.min, 0, .max] {
                var clock = FragmentClock(timescale: timescale, expected: expected)
                for ticks in [Int64.min, -1, 0, 1, Self.period - 1, Self.period, .max] { _ = clock.unwrap(ticks) }
            }
        }
    }
}
