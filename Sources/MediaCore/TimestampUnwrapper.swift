/// Undoes the wrapping of timestamps that are counted in `bits` bits: MPEG-TS and packed audio count
/// 33 bits at 90 kHz and start over every 26.5 hours.
package struct TimestampUnwrapper: Sendable {
    /// The period after which timestamps repeat, in ticks.
    private let period: Int64
    /// The expected next timestamp, in ticks.
    private var reference: Int64?

    package init(bits: Int = 33, expected: Int64? = nil) {
        period = 1 << Int64(min(max(bits, 1), 62))
        reference = expected
    }

    /// Unwraps a timestamp: the value congruent to `ticks` that is nearest to the one before (at
    /// first: to the expected position).
    package mutating func unwrap(_ ticks: Int64) -> Int64 {
        let value = Self.nearest(ticks, to: reference ?? ticks, period: period)
        reference = value
        return value
    }

    /// Unwraps like `unwrap`, without remembering: for a presentation time beside its decode time.
    package func peek(_ ticks: Int64) -> Int64 {
        Self.nearest(ticks, to: reference ?? ticks, period: period)
    }

    private static func nearest(_ ticks: Int64, to reference: Int64, period: Int64) -> Int64 {
        let mask = period - 1
        var difference = (ticks & mask) - (reference & mask)
        if difference > period / 2 { difference -= period }
        if difference < -(period / 2) { difference += period }
        return reference.addingSaturating(difference)
    }
}
