import Glibc
import MediaCore

/// Estimates the throughput of the network: the bytes of all media over the time in which any of it was
/// on its way. Of two averages with different half-lives the lower counts, so that a drop shows at once
/// and a rise after a while. The wait for a first byte says nothing of bandwidth and is left out.
package struct ThroughputEstimator: Sendable, Hashable {
    private var fast = Average(halfLife: 2)
    private var slow = Average(halfLife: 8)
    private let remembered: Double?
    /// Bytes seen that are too few to judge by: added to what comes next.
    private var pending = Stretch()
    private var total = Stretch()
    /// The last stretch of time that was counted, since downloads side by side share it.
    private var counted: Span?

    /// The bytes needed to judge: less came in one burst, of whatever length.
    private static let leastBytes = 16.0 * 1024
    /// The seconds after which fewer bytes than `leastBytes` are judged too: then the time itself tells.
    private static let longestPending = 1.0
    /// The fastest rate believed, in bits a second: no home's line is faster, a burst out of a buffer
    /// may look so.
    private static let fastest = 1e9
    /// A remembered value counts until so much was seen.
    private static let trusted = Stretch(bytes: 2_000_000, seconds: 0.5)

    /// Starts with the rate of an earlier session, in bits a second.
    package init(remembered: Double? = nil) {
        self.remembered = remembered.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Adds bytes of one download that came between two moments. Downloads side by side are told one
    /// after the other.
    ///
    /// - Parameter isPaced: the server made the bytes while it sent: the line is at least so fast.
    package mutating func add(bytes: Int, from: HostTime, to: HostTime, isPaced: Bool = false) {
        guard bytes >= 0, to >= from, bytes > 0 || to > from else { return }

        let seconds = max((to - from).inSeconds, Double(bytes) * 8 / ThroughputEstimator.fastest)
        if isPaced, let estimate, Double(bytes) * 8 < estimate * seconds { return }
        // Time that another download has counted is not counted twice.
        var own = seconds
        if let known = counted, from < known.to {
            let shared = min(to, known.to) - max(from, known.from)
            own = max(0, seconds - max(.zero, shared).inSeconds)
            counted = Span(from: min(from, known.from), to: max(to, known.to))
        } else {
            counted = Span(from: from, to: to)
        }
        pending.bytes += Double(bytes)
        pending.seconds += own
        pending.span += seconds
        guard pending.bytes >= ThroughputEstimator.leastBytes || pending.seconds >= ThroughputEstimator.longestPending
        else { return }
        fast.add(pending)
        slow.add(pending)
        total.bytes += pending.bytes
        total.seconds += pending.seconds
        pending = Stretch()
    }

    /// Counts on this rate, in bits a second, until it has seen enough of its own, where what it has seen is less: it saw
    /// only heads, or the line was shared.
    package mutating func learn(_ rate: Double) {
        guard rate > estimate ?? 0, rate.isFinite else { return }
        self = ThroughputEstimator(remembered: min(rate, Self.fastest))
    }

    /// Bits a second to count on now; nil when nothing is known.
    package var estimate: Double? {
        guard let fast = fast.rate, let slow = slow.rate else { return remembered }
        return blended(min(fast, slow))
    }

    /// The throughput in bits a second over a longer time, for a buffer that can outlast a dip.
    package var sustained: Double? {
        slow.rate.map(blended) ?? remembered
    }

    private func blended(_ measured: Double) -> Double {
        guard let remembered else { return measured }
        let trust = max(
            total.seconds / ThroughputEstimator.trusted.seconds, total.bytes / ThroughputEstimator.trusted.bytes)
        return trust >= 1 ? measured : measured * trust + remembered * (1 - trust)
    }

    private struct Span: Sendable, Hashable {
        var from: HostTime
        var to: HostTime
    }

    private struct Stretch: Sendable, Hashable {
        var bytes = 0.0
        /// The time in seconds in which no other download was counted.
        var seconds = 0.0
        /// The time in seconds in which the bytes came.
        var span = 0.0
    }

    /// Bytes over time, both fading with the same half-life.
    private struct Average: Sendable, Hashable {
        /// The half-life in seconds.
        let halfLife: Double
        private var sum = Stretch()

        init(halfLife: Double) {
            self.halfLife = halfLife
        }

        mutating func add(_ piece: Stretch) {
            let keep = exp2(-min(piece.seconds / halfLife, 64))
            // A long piece also fades while it lasts.
            let weight = (1 - exp2(-min(piece.span / halfLife, 64))) * halfLife / (piece.span * M_LN2)
            sum.bytes = sum.bytes * keep + piece.bytes * weight
            sum.seconds = sum.seconds * keep + piece.seconds * weight
        }

        var rate: Double? {
            sum.seconds > 0 ? sum.bytes * 8 / sum.seconds : nil
        }
    }
}
