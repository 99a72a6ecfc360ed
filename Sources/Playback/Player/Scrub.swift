import MediaCore

/// The place that a viewer is seeking: steps add up, and playing goes only to where they come to
/// rest. Pure.
package struct Scrub: Sendable, Hashable {
    package private(set) var target: MediaTime
    /// Whether playing has been told to go there, and is waited for.
    package var isCommitted = false

    /// How long after the last step the place counts as meant.
    package static let rest: Duration = .milliseconds(600)

    /// Starts from the place where the viewer is.
    /// - Parameter position: what is seen
    package init(from position: MediaTime) {
        target = position
    }

    /// Moves the place by a step.
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
