import MediaCore

/// Estimates the line's rate from what single downloads report. Those that share the line each see a part of it:
/// the most that was seen lately comes closest.
package struct LineRate: Sendable {
    private struct Sample: Sendable {
        /// The rate in bits a second.
        var rate: Double
        var time: HostTime
    }

    /// The samples, the highest first; each is newer than the one before.
    private var samples: [Sample] = []
    /// Transfers of a few hundred kilobytes, and those that share the line, all measure less than it gives.
    private static let memory: Duration = .seconds(30)

    package init() {}

    /// Adds a rate in bits a second, as estimated at `now`.
    package mutating func note(_ rate: Double, at now: HostTime) {
        guard rate.isFinite, rate >= 0 else { return }
        samples.removeAll { $0.rate <= rate || now - $0.time > Self.memory }
        samples.append(Sample(rate: rate, time: now))
    }

    /// The line's rate in bits a second; nil when nothing is known. The last sample counts, however old it is.
    package var value: Double? { samples.first?.rate }
}
