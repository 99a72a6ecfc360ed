import Devices
import MediaCore

/// Chooses the frame for each vblank: the one whose time is nearest, so that film on a 60 Hz screen
/// gets its even 3:2 cadence. Frames that lie right between two vblanks would flicker between them
/// with every jitter of the clock; then the line between "this" and "next" is moved aside a little.
package struct FrameRelease: Sendable {
    package enum Decision: Sendable, Hashable {
        /// Keep the frame on screen.
        case keep
        /// Show the frame at this index of the queue; those before it were never shown.
        case show(Int)
    }

    /// The offset of the dividing line from the middle between two vblanks, in vblank intervals;
    /// −0.5…0.5.
    private var bias = 0.0
    /// The distance, in vblank intervals, within which a frame moves the line.
    private static let margin = 0.04
    /// How far the line is moved, in vblank intervals.
    private static let step = 0.09

    package init() {}

    /// Decides what this vblank shows.
    /// - Parameter due: when the queued frames should appear, oldest first.
    package mutating func decide(due: [HostTime], vblank: VBlank) -> Decision {
        let interval = Double(max(1, vblank.interval.nanoseconds))
        let line = vblank.time + .nanoseconds(Int64(saturating: interval * (0.5 + bias)))
        var chosen: Int?
        for (index, time) in due.enumerated() {
            guard time <= line else { break }
            chosen = index
        }
        if let next = due.dropFirst((chosen ?? -1) + 1).first { adapt(next, line, interval) }
        guard let chosen else { return .keep }
        adapt(due[chosen], line, interval)
        return .show(chosen)
    }

    /// Moves the line away from a frame that is near it, in the direction that keeps this decision.
    private mutating func adapt(_ time: HostTime, _ line: HostTime, _ interval: Double) {
        let distance = Double((line - time).nanoseconds) / interval
        guard abs(distance) < Self.margin else { return }
        bias += distance >= 0 ? Self.step : -Self.step
        // At half an interval the neighbouring vblank is equally near: start over in the middle.
        if abs(bias) > 0.5 { bias = 0 }
    }
}
