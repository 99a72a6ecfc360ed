import Devices
import HLS
import MediaCore

/// From where to where an item can be played at a moment, and what a place in it means to a session that starts anew.
package struct SeekableRange: Sendable, Hashable {
    /// Of the item's timeline.
    package let start: MediaTime
    /// Live, where a new viewer joins.
    package let end: MediaTime
    package let isLive: Bool
    private let newest: PresentationWindow.Newest?

    /// Less than this is not worth going back in.
    package static let least: Duration = .seconds(15)
    /// Of a window's oldest media, so much may be gone before it has been asked for.
    private static let margin: Duration = .seconds(8)
    /// Of what has an end, the last moments would end before they are seen.
    private static let tail: Duration = .seconds(3)
    /// As near to the end as this, it is the end that is meant: a new viewer may join so much earlier.
    private static let snap: Duration = .seconds(3)

    /// Nil for what can only be played as it comes: an endless stream, a file that is no playlist, a window of a few segments.
    package init?(_ window: PresentationWindow, at now: HostTime) {
        isLive = window.isLive
        newest = window.newest
        if isLive {
            // Without it: as the playlist said last, which is earlier.
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

    /// At the live edge, or as good as.
    package func isAtEnd(_ time: MediaTime) -> Bool { end - time <= Self.snap }

    /// How a session is started so that it plays from `time` on, as near as it can be.
    package func sessionStart(at time: MediaTime) -> SessionOptions.Start {
        let time = clamp(time)
        guard isLive else { return .offset(time - start) }
        guard let newest, !isAtEnd(time), time < newest.end else { return .usual }
        return .beforeEnd(newest.end - time, of: newest.mediaSequence)
    }
}
