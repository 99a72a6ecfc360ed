/// Undoes the wrapping of decode times in fragmented MP4: a `tfdt` box of version 0 counts 32 bits (ISO
/// 14496-12 8.8.12), which are 13 hours at 90 kHz and 7 minutes at 10 MHz. Version 1 counts 64 bits and
/// never wraps, so a time is only taken for wrapped when that puts it where it should be and nothing
/// else does.
package struct FragmentClock: Sendable {
    private static let period: Int64 = 1 << 32
    /// The distance in ticks within which a wrapped time lies of the expected one; nil: wraps are too
    /// short to tell.
    private let near: Int64?
    /// The expected time of the next fragment, in ticks.
    private var reference: Int64?

    /// Makes a clock.
    /// - Parameters:
    ///   - timescale: ticks a second.
    ///   - expected: of the first decode time, in ticks.
    package init(timescale: Int64, expected: Int64?) {
        let near = timescale.multipliedSaturating(by: 30)
        self.near = near > 0 && near < Self.period / 4 ? near : nil
        reference = expected
    }

    package mutating func unwrap(_ ticks: Int64) -> Int64 {
        let value = unwrapped(ticks)
        reference = value
        return value
    }

    private func unwrapped(_ ticks: Int64) -> Int64 {
        guard let reference, let near, ticks >= 0, ticks < Self.period, reference > 0 else { return ticks }
        guard reference.subtractingSaturating(ticks).magnitude > UInt64(near) else { return ticks }
        var unwrapper = TimestampUnwrapper(bits: 32, expected: reference)
        let nearest = unwrapper.unwrap(ticks)
        return nearest.subtractingSaturating(reference).magnitude <= UInt64(near) ? nearest : ticks
    }
}
