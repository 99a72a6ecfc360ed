import Devices
import MediaCore

/// Chooses the frame for each vblank: the one whose time is nearest, so that film on a 60 Hz screen
/// gets its even 3:2 cadence. Frames that lie right between two vblanks would flicker between them
/// with every jitter of the clock; then the line between "this" and "next" is moved aside a little.
/// It never is further aside than that: where frames come at another speed than the screen's each
/// one lies elsewhere, and no picture is ever further from its time than 0.56 of an interval.
package struct FrameRelease: Sendable {
    package enum Decision: Sendable, Hashable {
        /// Keep the frame on screen.
        case keep
        /// Show the frame at this index of the queue; those before it were never shown.
        case show(Int)
    }

    /// Where the line is beside the middle between two vblanks.
    private enum Side: Double, Sendable {
        case early = -1
        case middle = 0
        case late = 1
    }

    private var side = Side.middle
    /// A frame this near the line (in intervals) moves the line …
    private static let margin = 0.04
    /// … to this far from the middle. Frames of 25 a second at 60 Hz lie 0.2 apart: there is room between them.
    private static let step = 0.06

    package init() {}

    /// Decides what this vblank shows.
    /// - Parameter due: when the queued frames should appear, oldest first.
    package mutating func decide(due: [HostTime], vblank: VBlank) -> Decision {
        decide(due.count, vblank: vblank) { due[$0] }
    }

    /// Decides what this vblank shows, without memory of its own.
    /// - Parameters:
    ///   - count: of the queued frames
    ///   - due: when the frame at an index should appear, oldest first
    mutating func decide(_ count: Int, vblank: VBlank, due: (Int) -> HostTime) -> Decision {
        let interval = Double(max(1, vblank.interval.nanoseconds))
        let line = vblank.time + .nanoseconds(Int64(saturating: interval * (0.5 + side.rawValue * Self.step)))
        var chosen: Int?
        for index in 0..<count {
            guard due(index) <= line else { break }
            chosen = index
        }
        let next = (chosen ?? -1) + 1
        if next < count { adapt(due(next), line, interval) }
        guard let chosen else { return .keep }
        adapt(due(chosen), line, interval)
        return .show(chosen)
    }

    /// The time before which a vblank has nothing to decide: the frame that waits is too early for it, and not near the
    /// line.
    ///
    /// - Parameter due: when the oldest frame that waits should appear
    package func firstDecision(due: HostTime, interval: Duration) -> HostTime {
        let length = Double(max(1, interval.nanoseconds))
        return due - .nanoseconds(Int64(saturating: length * (0.5 + side.rawValue * Self.step + Self.margin)))
    }

    /// Moves the line away from a frame that is near it, the way that keeps this decision: what comes slowly over the
    /// line crosses it once, and is then far behind it.
    private mutating func adapt(_ time: HostTime, _ line: HostTime, _ interval: Double) {
        let distance = Double((line - time).nanoseconds) / interval
        guard abs(distance) < Self.margin else { return }
        side = distance >= 0 ? .late : .early
    }
}
