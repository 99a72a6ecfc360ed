import MediaCore

/// Says of a place in an item whether it is worth coming back to.
struct ResumePolicy: Hashable, Sendable {
    enum Verdict: Hashable, Sendable {
        /// It is a place to go on from.
        case keep
        /// The item has only begun, or is as good as over: it begins at its beginning the next time.
        case forget
        /// Nothing can be said of it.
        case leave
    }

    /// What is left earlier has only begun.
    static let earliest = Duration.seconds(60)
    /// A shorter item is begun anew sooner than its place is found.
    static let least = Duration.seconds(240)
    /// The credits: this part of the length, but no less and no more than these.
    static let credits = (part: 20, least: Duration.seconds(30), most: Duration.seconds(180))

    /// The length of an item's end that is as good as seen.
    static func end(of length: Duration) -> Duration {
        min(max(length / credits.part, credits.least), credits.most)
    }

    /// - Parameters:
    ///   - place: how far from the beginning; nil: not known
    ///   - length: nil: not known
    ///   - isLive: it may still grow; of such an item nobody can say where a place will be later
    static func verdict(_ place: Duration?, of length: Duration?, isLive: Bool) -> Verdict {
        guard !isLive, let place, let length, length >= least else { return .leave }
        return place >= earliest && place <= length - end(of: length) ? .keep : .forget
    }
}
