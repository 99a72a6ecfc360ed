import MediaCore

/// A place that is being looked for: steps add up, and only where they come to rest is gone to. Pure.
package struct Scrub: Sendable, Hashable {
    package private(set) var target: MediaTime
    /// It has been gone to, and is waited for.
    package var isCommitted = false

    /// After the last step: it is meant.
    package static let rest: Duration = .milliseconds(600)

    /// - Parameter position: what is seen
    package init(from position: MediaTime) {
        target = position
    }

    /// - Returns: false when it was at that end already
    package mutating func move(by step: Duration, in range: SeekableRange) -> Bool {
        let before = range.clamp(target)
        if range.isLive, step > .zero, range.isAtEnd(before) { return false }
        target = range.clamp(before + step)
        isCommitted = false
        return target != before
    }

    package mutating func move(to place: MediaTime, in range: SeekableRange) {
        target = range.clamp(place)
        isCommitted = false
    }
}
