/// A break that plays in place of what is on: an interstitial.
package struct BreakInfo: Codable, Sendable, Equatable {
    /// The part that plays, from 1, and how many there are.
    package var number: Int
    package var count: Int
    /// The seconds that were played of all of it.
    package var played: Double
    /// The seconds that all of it has; absent where nobody knows.
    package var duration: Double?
    /// Whether `skip_break` leaves it now.
    package var canSkip: Bool
    /// Whether it has to be watched.
    package var mustBeWatched: Bool

    enum CodingKeys: String, CodingKey {
        case number, count
        case played = "played_s"
        case duration = "duration_s"
        case canSkip = "can_skip"
        case mustBeWatched = "must_be_watched"
    }

    package init(
        number: Int, count: Int, played: Double, duration: Double?, canSkip: Bool, mustBeWatched: Bool
    ) {
        self.number = number
        self.count = count
        self.played = played
        self.duration = duration
        self.canSkip = canSkip
        self.mustBeWatched = mustBeWatched
    }
}
