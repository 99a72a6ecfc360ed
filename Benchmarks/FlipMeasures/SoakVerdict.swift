/// The resources that a program holds when it is at rest.
package struct ResourceSample: Codable, Equatable, Sendable {
    package var seconds: Double
    package var flips: Int
    package var threads: Int
    package var descriptors: Int
    package var sockets: Int
    package var residentMegabytes: Double

    package init(seconds: Double, flips: Int, threads: Int, descriptors: Int, sockets: Int, residentMegabytes: Double) {
        self.seconds = seconds
        self.flips = flips
        self.threads = threads
        self.descriptors = descriptors
        self.sockets = sockets
        self.residentMegabytes = residentMegabytes
    }
}

/// The verdict on whether samples taken at rest show a leak.
///
/// A leak only grows: then the least of the last quarter is above the most of the first. Figures that go up and
/// down are no leak. The first sample is left out: caches fill up to it.
package struct SoakVerdict {
    /// The share by which memory may grow, beside some megabytes: allocators do not give back all that was freed,
    /// and what is remembered of channels and flips is bounded, but fills up to its bounds.
    package static let memoryTolerance = 0.05
    package static let memoryAllowance = 16.0
    /// How many of a kind may come and go by chance: a thread of a pool, a connection kept open.
    package static let allowance = 2

    package let findings: [String]

    /// - Parameter judgesMemory: false in a run of minutes, in which caches still fill
    package init(_ samples: [ResourceSample], judgesMemory: Bool = true) {
        let kept = samples.count > 3 ? Array(samples.dropFirst()) : samples
        let quarter = max(1, kept.count / 4)
        let first = kept.prefix(quarter)
        let last = kept.suffix(quarter)
        var findings: [String] = []
        guard kept.count >= 2 else {
            self.findings = ["too few samples to say anything: \(samples.count)"]
            return
        }
        let counts: [(String, KeyPath<ResourceSample, Int>)] = [
            ("threads", \.threads), ("file descriptors", \.descriptors), ("sockets", \.sockets),
        ]
        for (name, path) in counts {
            let before = first.map { $0[keyPath: path] }.max() ?? 0
            let after = last.map { $0[keyPath: path] }.min() ?? 0
            if after > before + Self.allowance { findings.append("\(name) grew from \(before) to \(after)") }
        }
        let before = first.map(\.residentMegabytes).max() ?? 0
        let after = last.map(\.residentMegabytes).min() ?? 0
        if judgesMemory, after > before * (1 + Self.memoryTolerance) + Self.memoryAllowance {
            findings.append("resident memory grew from \(Int(before.rounded())) to \(Int(after.rounded())) MB")
        }
        self.findings = findings
    }
}
