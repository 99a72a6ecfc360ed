import Devices

/// What a bench's capture devices add to the distance of sound and picture, from a source that is known
/// to keep them together. Pure.
package struct Calibration: Sendable, Hashable {
    /// How much later the sound is heard than its picture is seen; the middle one of all.
    package var offset: Duration
    /// Between the earliest and the latest, without the outermost tenth on either side.
    package var spread: Duration
    /// Flashes with a beep.
    package var pairs: Int

    /// Fewer say nothing.
    package static let fewestPairs = 5

    /// Nil for too few pairs.
    package init?(_ sync: AVSync) {
        let sorted = sync.offsets.sorted()
        guard sorted.count >= Self.fewestPairs else { return nil }
        offset = .nanoseconds(sorted[sorted.count / 2])
        let tenth = sorted.count / 10
        spread = .nanoseconds(sorted[sorted.count - 1 - tenth] - sorted[tenth])
        pairs = sorted.count
    }

    /// The device's own clocks keep together: a frame and a period of sound at most.
    package var isSteady: Bool { spread <= .milliseconds(40) }

    /// What to write into the bench file in place of what is there: the sum of both is known only where
    /// the picture's latency is.
    package func earsLatency(now: Duration, source: Duration) -> Duration { now + offset - source }
}
