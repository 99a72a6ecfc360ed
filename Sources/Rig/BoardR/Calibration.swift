import Devices

/// The difference between sound and picture that a bench's capture devices add, measured with a source
/// that is known to keep them together. Pure.
package struct Calibration: Sendable, Hashable {
    /// How much later the sound is heard than its picture is seen: the median.
    package var offset: Duration
    /// The distance between the earliest and the latest, without the outermost tenth on either side.
    package var spread: Duration
    /// The number of flashes with a beep.
    package var pairs: Int

    /// The fewest pairs that allow a judgement.
    package static let fewestPairs = 5

    /// Computes the calibration; nil for too few pairs.
    package init?(_ sync: AVSync) {
        let sorted = sync.offsets.sorted()
        guard sorted.count >= Self.fewestPairs else { return nil }
        offset = .nanoseconds(sorted[sorted.count / 2])
        let tenth = sorted.count / 10
        spread = .nanoseconds(sorted[sorted.count - 1 - tenth] - sorted[tenth])
        pairs = sorted.count
    }

    /// Whether the devices' own clocks keep together: within a frame and a period of sound.
    package var isSteady: Bool { spread <= .milliseconds(40) }

    /// The value to write into the bench file: the sum of both latencies is known only where the
    /// picture's is.
    package func earsLatency(now: Duration, source: Duration) -> Duration { now + offset - source }
}
