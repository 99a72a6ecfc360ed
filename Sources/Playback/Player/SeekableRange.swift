import Devices
import HLS
import MediaCore

/// The range in which an item can be played at a moment; also says how a session is started anew at a place in it.
package struct SeekableRange: Sendable, Hashable {
    /// The start of the range, on the item's timeline.
    package let start: MediaTime
    /// The end of the range; live, where a new viewer joins.
    package let end: MediaTime
    package let isLive: Bool
    private let newest: PresentationWindow.Newest?

    /// The shortest range in which it is worth going back.
    package static let least: Duration = .seconds(15)
    /// The oldest part of a window, which may be gone before it has been asked for.
    private static let margin: Duration = .seconds(8)
    /// The last moments of an item with an end, which would end before they are seen.
    private static let tail: Duration = .seconds(3)
    /// The distance to the end within which the end itself is meant: a new viewer may join so much earlier.
    private static let snap: Duration = .seconds(3)

    /// Makes the range of a window; nil for what can only be played as it comes: an endless stream, a file that is no
    /// playlist, a window of a few segments.
    package init?(_ window: PresentationWindow, at now: HostTime) {
        isLive = window.isLive
        newest = window.newest
        if isLive {
            // Without `published`, the end that the playlist stated last, which is earlier.
            let edge = window.published?.end(at: now) ?? window.end
            let moved = max(.zero, edge - window.end)
            end = edge - window.targetLatency
            start = window.start + moved + Self.margin
            guard end - start >= Self.least else { return nil }
        } else {
            end = max(window.start, window.end - Self.tail)
            start = window.start
            guard window.end - window.start >= Self.least else { return nil }
        }
    }

    package var duration: Duration { end - start }

    package func contains(_ time: MediaTime) -> Bool { start <= time && time <= end }

    package func clamp(_ time: MediaTime) -> MediaTime { min(max(time, start), end) }

    /// Whether a time is at the live edge, or as good as.
    package func isAtEnd(_ time: MediaTime) -> Bool { end - time <= Self.snap }

    /// The start option with which a session plays from `time` on, as near as it can be.
    package func sessionStart(at time: MediaTime) -> SessionOptions.Start {
        let time = clamp(time)
        guard isLive else { return .offset(time - start) }
        guard let newest, !isAtEnd(time), time < newest.end else { return .usual }
        return .beforeEnd(newest.end - time, of: newest.mediaSequence)
    }
}
