/// A point on a presentation's own timeline, in nanoseconds. Never comparable with `HostTime`: only
/// the playback clock converts.
///
/// Range: ±292 years. Arithmetic saturates, so that a stream's nonsense can't trap.
package struct MediaTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The time at so many seconds. Not-a-number and infinities give zero; a value out of range
    /// saturates.
    package init(seconds: Double) {
        nanoseconds = Int64(saturating: seconds * 1e9)
    }

    /// The time of `value` ticks of a clock of `timescale` ticks a second (MPEG-TS: 90 000),
    /// rounded to the nearest nanosecond.
    package init(ticks value: Int64, timescale: Int64) {
        nanoseconds = value.scaled(by: 1_000_000_000, over: timescale)
    }

    package static let zero = MediaTime(nanoseconds: 0)

    package var seconds: Double { Double(nanoseconds) / 1e9 }

    package static func < (a: MediaTime, b: MediaTime) -> Bool { a.nanoseconds < b.nanoseconds }

    package static func + (time: MediaTime, offset: Duration) -> MediaTime {
        MediaTime(nanoseconds: time.nanoseconds.addingSaturating(offset.nanoseconds))
    }

    package static func - (time: MediaTime, offset: Duration) -> MediaTime {
        MediaTime(nanoseconds: time.nanoseconds.subtractingSaturating(offset.nanoseconds))
    }

    package static func - (a: MediaTime, b: MediaTime) -> Duration {
        .nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }

    package var description: String { "\(seconds)s" }
}
