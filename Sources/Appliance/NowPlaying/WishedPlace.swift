import HLS
import MediaCore
import Playback

/// Where a viewer wants to be, once he has watched the break that he would have jumped over. Pure.
struct WishedPlace: Sendable, Hashable {
    let item: Playback.ItemID
    let place: MediaTime
    /// Whether the viewer wanted the live edge, which moves on while the break plays.
    let isLive: Bool
    /// The break that is watched before that.
    var first: TimelineBreak
    /// Whether that break, or another at its place, was seen to play.
    var hasBegun = false

    /// How often it is looked whether the break is over, where nothing tells.
    static let look = Duration.seconds(1)
    /// A break without a length of its own in the item begins within this time of its place; later it does not come.
    private static let beginning = Duration.milliseconds(500)
    /// The tolerance with which a place is met: a few frames.
    private static let frame = Duration.milliseconds(150)
    /// A viewer within this distance of the wanted place has arrived.
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
