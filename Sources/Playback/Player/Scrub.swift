import Devices
import MediaCore

/// The place that a viewer looks for: what the hand does adds up, a step back takes from what went before, and playing
/// goes there once it is meant. Pure.
package struct Scrub: Sendable, Hashable {
    /// Where the viewer was.
    package let origin: MediaTime
    package private(set) var target: MediaTime
    /// Whether playing has been told to go there, and is waited for.
    package private(set) var isCommitted = false
    /// Whether the viewer looks around, by holding a key or by a finger, and says himself when the place is found; else
    /// it is meant as soon as steps come to rest.
    package private(set) var isBrowsing: Bool
    private var hand: ScrubHand

    /// How long after the last step the place counts as meant.
    package static let rest: Duration = .milliseconds(600)

    /// Starts from the place where the viewer is.
    /// - Parameters:
    ///   - position: what is seen
    ///   - step: of a single press
    ///   - isBrowsing: whether it waits for OK from the start: what is paused does not run away
    package init(from position: MediaTime, step: Duration = .seconds(10), isBrowsing: Bool = false) {
        origin = position
        target = position
        hand = ScrubHand(step: step)
        self.isBrowsing = isBrowsing
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

    /// Moves the place as the hand does.
    /// - Returns: false when it was at that end already
    package mutating func move(_ stroke: ScrubHand.Stroke, in range: SeekableRange, at now: HostTime) -> Bool {
        let distance = hand.distance(of: stroke, in: range.duration, at: now)
        if hand.isMoving { isBrowsing = true }
        return move(by: distance, in: range)
    }

    package mutating func move(to place: MediaTime, in range: SeekableRange) {
        target = range.clamp(place)
        isCommitted = false
    }

    /// Notes that playing goes there: what the hand does next begins anew.
    package mutating func commit() {
        isCommitted = true
        isBrowsing = false
        hand = ScrubHand(step: hand.step)
    }
}
