/// Percentiles of a list of measurements.
package struct Percentiles {
    private let sorted: [Double]

    package init(_ values: [Double]) { sorted = values.sorted() }

    /// The measurement at a share 0…1 by nearest rank; NaN of an empty list.
    package subscript(share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    package func row(_ suffix: String = "") -> [(String, Double)] {
        [("n", Double(sorted.count))]
            + [("min", 0.0001), ("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1)].map {
                ($0.0 + suffix, self[$0.1])
            }
    }
}
