import HLS
import MediaCore
import Playback

/// Where a viewer wants to be, once he has watched the break that he would have jumped over. Pure.
struct WishedPlace: Sendable, Hashable {
    let item: Playback.ItemID
    let place: MediaTime
    /// Whether he wants to be live: what that is moves on while the break plays.
    let isLive: Bool
    /// What is watched before that.
    var first: TimelineBreak
    /// Whether something was seen to play in place of the item.
    var hasBegun = false

    /// How often it is looked whether the break is over, where nothing tells.
    static let look = Duration.seconds(1)
    /// What takes up nothing of the item begins at once where it is reached, or never.
    private static let beginning = Duration.milliseconds(500)
    /// A place is met to the frame.
    private static let frame = Duration.milliseconds(150)
    /// Whoever is so near is there.
    private static let near = Duration.seconds(1)

    /// Whether the break was watched, or is not to be had.
    func isOver(at position: MediaTime, isBreakOut: Bool) -> Bool {
        !isBreakOut && (hasBegun || position >= max(first.end, first.start + Self.beginning))
    }

    /// Whether the viewer stands where the break begins, or in it.
    func isMet(at position: MediaTime) -> Bool { position > first.start - Self.frame }

    /// Whether there is nothing left to go to from there.
    func isThere(at position: MediaTime) -> Bool { !isLive && place - position <= Self.near }

    /// The break behind the first that has to be watched where the viewer is by now; nil: none has.
    func next(at position: MediaTime, in breaks: [TimelineBreak]) -> TimelineBreak? {
        breaks.first { other in
            other.id != first.id && (other.restrictsSkip || other.restrictsJump) && other.start >= first.start
                && other.start < place && other.start - position <= Self.frame
                && position < max(other.end, other.start + Self.beginning)
        }
    }

    /// How far one may go from the end of the first.
    func stop(from position: MediaTime, in breaks: [TimelineBreak], _ limits: SeekLimits) -> MediaTime {
        limits.permitted(
            from: max(first.end, position), to: place, in: breaks.filter { $0.id != first.id })
    }
}
