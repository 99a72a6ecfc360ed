/// How far a segment's timestamps lie from where they would stand by the clock.
struct TimeShift: Equatable, Sendable {
    /// Of 90 kHz; modulo 2^33 in a transport stream.
    var ticks: Int64 = 0
    /// `tfdt` of version 0, which wraps at 2^32 of the track's time scale.
    var hasShortTimes = false

    static let none = TimeShift()
}
