import Devices
import MediaCore

/// A search for a variant that has media where the current one has a gap (§6.3.3).
struct GapSearch: Sendable, Hashable {
    /// Where the gap begins.
    var start: MediaTime
    /// The variants that have the gap too, or whose playlist did not come.
    var tried: Set<Int>
    /// When the search ends and the gap is passed over.
    var deadline: HostTime
}

extension HLSSession {
    /// The longest search for another variant; it is also no longer than there is something to play.
    private static let longestSearch = Duration.seconds(4)
    /// The number of other variants that are tried.
    private static let mostTried = 3
    /// How long later gaps are not searched, after a search in which every variant had the gap.
    private static let searchRest = Duration.seconds(30)

    /// Whether a track waits at a gap for another variant that has media there; otherwise the gap is
    /// passed over.
    mutating func isSearching(beyondGapAt place: Int, of index: Int, _ now: HostTime) -> Bool {
        let track = tracks[index]
        guard track.kind == .main, joined, selector.candidates.count > 1, track.starts.indices.contains(place),
            (noSearchBefore ?? now) <= now
        else { return false }
        let start = track.starts[place]
        var search =
            gapSearch
            ?? GapSearch(
                start: start, tried: [],
                deadline: now + max(.seconds(1), min(HLSSession.longestSearch, track.ahead - HLSSession.reserve)))
        search.tried.insert(track.variant)
        gapSearch = search
        if search.deadline <= now {
            giveUpSearch(now)
            return false
        }
        if tracks.contains(where: { $0.isPending && $0.kind == .main }) { return true }
        let left = selector.candidates.filter { !search.tried.contains($0) && (penalties[$0] ?? .zero) <= now }
        let rate = multivariant.variants[track.variant].declaredRate
        // The nearest variant below, which the line carries for sure; else the nearest above.
        let next = left.last { multivariant.variants[$0].declaredRate <= rate } ?? left.first
        guard let next, search.tried.count <= HLSSession.mostTried else {
            giveUpSearch(now)
            return false
        }
        gapSearch?.tried.insert(next)
        // The current variant is left until its gap is over, and may come back then.
        penalties[track.variant] = now + gapLength(from: place, of: track) + track.ahead
        open(variant: next, isPending: true)
        return true
    }

    /// Ends the gap search, as media is loaded again.
    mutating func endSearch() {
        gapSearch = nil
    }

    private mutating func giveUpSearch(_ now: HostTime) {
        guard let search = gapSearch else { return }
        gapSearch = nil
        noSearchBefore = now + HLSSession.searchRest
        for variant in search.tried { penalties[variant] = nil }
        drop { $0.isPending }
    }

    private func gapLength(from place: Int, of track: Track) -> Duration {
        guard let segments = track.playlist?.segments else { return .zero }
        return segments[place...].prefix { $0.isGap }.reduce(.zero) { $0 + $1.duration }
    }
}
