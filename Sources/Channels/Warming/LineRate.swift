import MediaCore

/// What the line gives, from what single downloads say of it. Those that share it each see a part: the most that
/// was seen lately comes closest.
package struct LineRate: Sendable {
    private struct Sample: Sendable {
        /// Bits a second.
        var rate: Double
        var time: HostTime
    }

    /// The most first; each is newer than the one before.
    private var samples: [Sample] = []
    private static let memory: Duration = .seconds(10)

    package init() {}

    /// Bits a second, as estimated at `now`.
    package mutating func note(_ rate: Double, at now: HostTime) {
        guard rate.isFinite, rate >= 0 else { return }
        samples.removeAll { $0.rate <= rate || now - $0.time > Self.memory }
        samples.append(Sample(rate: rate, time: now))
    }

    /// Nil: nothing is known. What was said last counts, however old it is.
    package var value: Double? { samples.first?.rate }
}
