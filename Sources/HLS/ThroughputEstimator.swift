import Glibc
import MediaCore

/// What the network gives, from finished downloads: two moving averages by the bytes' own duration, of
/// which the lower counts, so that a drop shows at once and a rise after a while.
package struct ThroughputEstimator: Sendable, Hashable {
    private var fast = Average(halfLife: 2)
    private var slow = Average(halfLife: 8)
    private let remembered: Double?

    /// Below this the round trip is measured, not the bandwidth.
    private static let leastBytes = 16 << 10
    /// A remembered value counts until this many seconds of downloading were seen.
    private static let trustedAfter = 0.5

    /// `remembered` in bits a second.
    package init(remembered: Double? = nil) {
        self.remembered = remembered.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// `duration` from the first byte to the last: the wait for the first says nothing of bandwidth.
    package mutating func add(bytes: Int, duration: Duration) {
        guard bytes >= ThroughputEstimator.leastBytes else { return }
        let seconds = max(duration.inSeconds, 0.001)
        let rate = Double(bytes) * 8 / seconds
        fast.add(rate, weight: seconds)
        slow.add(rate, weight: seconds)
    }

    /// Bits a second; nil when nothing is known.
    package var estimate: Double? {
        guard let fast = fast.value, let slow = slow.value else { return remembered }
        let measured = min(fast, slow)
        guard let remembered, self.slow.total < ThroughputEstimator.trustedAfter else { return measured }
        let trust = self.slow.total / ThroughputEstimator.trustedAfter
        return measured * trust + remembered * (1 - trust)
    }

    private struct Average: Sendable, Hashable {
        let halfLife: Double
        private var sum = 0.0
        private(set) var total = 0.0

        init(halfLife: Double) {
            self.halfLife = halfLife
        }

        mutating func add(_ value: Double, weight: Double) {
            let keep = halved(weight / halfLife)
            sum = sum * keep + value * (1 - keep)
            total += weight
        }

        /// Without the bias towards zero of an average that started there.
        var value: Double? {
            total > 0 ? sum / (1 - halved(total / halfLife)) : nil
        }

        /// ½ to the power of `exponent` ≥ 0.
        private func halved(_ exponent: Double) -> Double {
            exp2(-min(exponent, 64))
        }
    }
}
