import MediaCore
import Testing

@Suite("33-bit timestamps")
struct TimestampUnwrapperTests {
    static let period: Int64 = 1 << 33

    @Test("without an expectation the first value stands")
    func first() {
        var unwrapper = TimestampUnwrapper()
        #expect(unwrapper.unwrap(12345) == 12345)
    }

    @Test("rising over the wrap goes on rising, falling back over it goes back")
    func wrap() {
        var unwrapper = TimestampUnwrapper()
        #expect(unwrapper.unwrap(Self.period - 10) == Self.period - 10)
        #expect(unwrapper.unwrap(5) == Self.period + 5)
        #expect(unwrapper.unwrap(Self.period - 3) == Self.period - 3)
        #expect(unwrapper.unwrap(2) == Self.period + 2)
    }

    @Test("the expected position decides the turn, also when it is negative")
    func expected() {
        var far = TimestampUnwrapper(expected: 5 * Self.period - 100)
        #expect(far.unwrap(50) == 5 * Self.period + 50)
        var negative = TimestampUnwrapper(expected: -50)
        #expect(negative.unwrap(Self.period - 20) == -20)
    }

    @Test("the end of the number range does not trap")
    func extremes() {
        var top = TimestampUnwrapper(expected: .max)
        _ = top.unwrap(3)
        _ = top.unwrap(.min)
        var bottom = TimestampUnwrapper(expected: .min)
        _ = bottom.unwrap(.max)
        _ = bottom.peek(-1)
    }
}
