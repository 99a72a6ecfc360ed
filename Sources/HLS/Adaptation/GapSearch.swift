import MediaCore

/// A search for a variant that has media where the current one has a gap (§6.3.3).
struct GapSearch: Sendable {
    /// What is done about a gap.
    enum Step: Sendable, Hashable {
        /// The gap is passed over.
        case pass
        /// Another variant's playlist is waited for.
        case wait
        case open(Int)
        /// Every variant `tried` has the gap, or its playlist did not come: the gap is passed over.
        case giveUp(tried: Set<Int>)
    }

    private struct Search: Sendable {
        /// The variants that have the gap too, or whose playlist did not come.
        var tried: Set<Int>
        /// When the search ends.
        var deadline: HostTime
    }

    private var search: Search?
    private var restUntil: HostTime?

    /// The longest search for another variant; it is also no longer than there is something to play.
    private static let longest = Duration.seconds(4)
    /// The number of other variants that are tried.
    private static let mostTried = 3
    /// How long later gaps are not searched, after a search in which every variant had the gap.
    private static let rest = Duration.seconds(30)

    /// When the search ends in vain.
    var nextWake: HostTime? { search?.deadline }

    /// Decides what is done about a gap in a variant.
    /// - Parameters:
    ///   - reserve: how much there is to play meanwhile.
    ///   - isOpening: another variant is about to take over.
    mutating func meet(
        gapIn variant: Int, reserve: Duration, isOpening: Bool, _ adaptation: Adaptation, at now: HostTime
    ) -> Step {
        guard adaptation.candidates.count > 1, (restUntil ?? now) <= now else { return .pass }
        var search =
            self.search
            ?? Search(tried: [], deadline: now + max(.seconds(1), min(Self.longest, reserve)))
        search.tried.insert(variant)
        self.search = search
        if search.deadline <= now { return giveUp(at: now) }
        if isOpening { return .wait }
        let left = adaptation.candidates.filter {
            !search.tried.contains($0) && !adaptation.isPenalised($0, at: now)
        }
        let rate = adaptation.declaredRate(of: variant)
        // The nearest variant below, which the line carries for sure; else the nearest above.
        let next = left.last { adaptation.declaredRate(of: $0) <= rate } ?? left.first
        guard let next, search.tried.count <= Self.mostTried else { return giveUp(at: now) }
        self.search?.tried.insert(next)
        return .open(next)
    }

    /// Ends the search, as media is loaded again.
    mutating func end() { search = nil }

    private mutating func giveUp(at now: HostTime) -> Step {
        defer { search = nil }
        restUntil = now + Self.rest
        return .giveUp(tried: search?.tried ?? [])
    }
}
