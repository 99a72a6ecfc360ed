/// A clock by which a playlist stands still for a while, at the beginning of each minute, or of each
/// third such while if that is longer.
struct StaleClock: Equatable, Sendable {
    let seconds: Double

    private var period: Double { max(60, 3 * seconds) }

    /// The time that it shows at `now`.
    func reading(_ now: Double) -> Double {
        let begin = (now / period).rounded(.down) * period
        return now < begin + seconds ? begin : now
    }

    /// The time at which it first shows `time` or later.
    func showing(_ time: Double) -> Double {
        let begin = (time / period).rounded(.down) * period
        return time > begin ? max(time, begin + seconds) : time
    }
}
