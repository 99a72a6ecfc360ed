/// The shift of a segment's timestamps from those by the clock.
struct TimeShift: Equatable, Sendable {
    /// The shift in ticks of 90 kHz; modulo 2^33 in a transport stream.
    var ticks: Int64 = 0
    /// Whether `tfdt` is of version 0, which wraps at 2^32 of the track's time scale.
    var hasShortTimes = false

    static let none = TimeShift()
}
