import HLS
import MediaCore

/// The places that may be gone to: breaks that must be watched are not jumped over, and not left by a jump ahead. Pure.
package struct SeekLimits: Sendable, Hashable {
    /// Whoever is so far in a break, at most, stands before it.
    private static let beginning = Duration.seconds(1)

    private var item: ItemID?
    /// The breaks that are behind the viewer: each may be jumped once it was watched.
    private var watched: Set<String> = []

    package init() {}

    /// Notes where the viewer is. As no break can be jumped, what lies before that was watched, or was over when he came.
    package mutating func note(_ position: MediaTime, of item: ItemID, in breaks: [TimelineBreak]) {
        if item != self.item {
            self.item = item
            watched = []
        }
        watched.formUnion(breaks.filter { $0.end <= position }.map(\.id))
    }

    /// The break that keeps the viewer from `target`: he would leave it ahead of its end, or pass it unwatched.
    package func obstacle(
        from position: MediaTime, to target: MediaTime, in breaks: [TimelineBreak]
    ) -> TimelineBreak? {
        guard target > position else { return nil }
        return breaks.first { stretch in
            guard !watched.contains(stretch.id) else { return false }
            // A point that takes up nothing is passed unless it may not be jumped.
            if stretch.start == stretch.end {
                return stretch.restrictsJump && stretch.start > position && stretch.start < target
            }
            // Inside it SKIP holds him there, as does JUMP where he was just stopped at its beginning; before it either
            // stops him there.
            if stretch.start <= position, position < stretch.end {
                return stretch.restrictsSkip || stretch.restrictsJump && position - stretch.start < Self.beginning
            }
            return stretch.start > position && stretch.start < target
                && (stretch.restrictsSkip || stretch.restrictsJump)
        }
    }

    /// The place that is gone to instead of `target`; the same where nothing stands between.
    package func permitted(from position: MediaTime, to target: MediaTime, in breaks: [TimelineBreak]) -> MediaTime {
        guard let stretch = obstacle(from: position, to: target, in: breaks) else { return target }
        return max(position, stretch.start)
    }
}
