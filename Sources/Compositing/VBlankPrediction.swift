import Devices
import MediaCore

/// Predicts and counts vblanks, from one that was seen and the mode's rate.
package struct VBlankPrediction: Sendable, Equatable {
    package private(set) var last: HostTime
    package private(set) var sequence: UInt64
    package private(set) var interval: Duration

    /// Starts from a vblank.
    /// - Parameter refreshRate: vblanks a second; what is not a sane rate (1…1000) counts as 60.
    package init(at time: HostTime, refreshRate: Double) {
        last = time
        sequence = 0
        interval = Self.interval(of: refreshRate)
    }

    /// Notes that a vblank was seen at `time`, by the kernel's own stamp. Its number is counted on from the
    /// one before, since the kernel's own counter starts anew with each mode.
    package mutating func saw(_ time: HostTime) {
        let elapsed = (time - last).nanoseconds
        let length = max(1, interval.nanoseconds)
        sequence &+= elapsed <= 0 ? 0 : UInt64((elapsed.addingSaturating(length / 2)) / length)
        last = max(last, time)
    }

    package mutating func change(refreshRate: Double) {
        interval = Self.interval(of: refreshRate)
    }

    /// The first vblank at least `margin` after `now`: the one a scene made now can reach.
    package func next(after now: HostTime, margin: Duration = .zero) -> VBlank {
        let elapsed = (now + margin - last).nanoseconds
        let length = max(1, interval.nanoseconds)
        // The interval is rounded, so half a microsecond of grace; at a vblank's own time the next one is
        // meant.
        let count = elapsed < 0 ? 1 : (elapsed.addingSaturating(500)) / length + 1
        return VBlank(
            time: last + .nanoseconds(count.multipliedSaturating(by: length)), interval: interval,
            sequence: sequence &+ UInt64(count))
    }

    /// The first vblank at `time` or after it, to the microsecond.
    package func first(from time: HostTime) -> VBlank { next(after: time - .microseconds(1)) }

    private static func interval(of rate: Double) -> Duration {
        let sane = rate >= 1 && rate <= 1000 ? rate : 60
        return .nanoseconds(Int64((1e9 / sane).rounded()))
    }
}
