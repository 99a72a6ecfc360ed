import MediaCore

/// What came of one script, with warming or without.
struct SurfingFigures: CustomStringConvertible {
    /// From each key to its picture, or to the next key where that came before; in milliseconds. The keys are the same
    /// with warming and without, so that both are cut alike.
    var flips: [Double] = []
    /// The flips that the next key left before their picture came.
    var unfinished = 0
    var stalls = 0
    /// The media bytes that channels nobody sees have had.
    var neighbourBytes = 0
    /// The most bytes for others that came later than one round trip after a key and before its picture. What waited
    /// before the bottleneck when its connection was closed is not among them: nobody gets it.
    var lateBytes = 0

    func percentile(_ part: Double) -> Double {
        let sorted = flips.sorted()
        guard !sorted.isEmpty else { return 0 }
        return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }

    var description: String {
        "median \(Int(percentile(0.5))), p95 \(Int(percentile(0.95))), slowest \(Int(percentile(1))) ms of \(flips.count), "
            + "\(unfinished) unfinished, \(stalls) stalls, neighbours \(neighbourBytes / 1000) kB, late \(lateBytes) B; "
            + flips.map { "\(Int($0))" }.joined(separator: " ")
    }
}
