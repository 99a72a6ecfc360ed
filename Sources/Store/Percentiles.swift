/// The distribution of durations: nanoseconds, nearest rank.
package struct Percentiles: Hashable, Sendable, Codable {
    package var count: Int
    package var p50: Int64
    package var p95: Int64
    package var p99: Int64
    package var highest: Int64

    /// Computes the percentiles; nil for no values.
    package init?(_ values: [Int64]) {
        let sorted = values.sorted()
        guard let last = sorted.last else { return nil }
        func rank(_ percent: Int) -> Int64 { sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] }
        count = sorted.count
        p50 = rank(50)
        p95 = rank(95)
        p99 = rank(99)
        highest = last
    }
}
