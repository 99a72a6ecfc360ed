import MediaCore

/// A recording of one channel, with the time of every sample.
package struct Sound: Sendable {
    /// The samples; full scale is `Int32.max`.
    package var samples: [Int32]
    /// The rate in samples a second.
    package var rate: Int
    /// Points of the line from samples to time, as the device gave them: each late by up to its jitter.
    package var reports: [(sample: Int, time: HostTime)]

    package init(samples: [Int32], rate: Int = 48_000, reports: [(sample: Int, time: HostTime)] = []) {
        self.samples = samples
        self.rate = rate
        self.reports = reports
        let nanoseconds = 1e9 / Double(max(rate, 1))
        let offsets = reports.map { $0.time.nanoseconds - Int64(Double($0.sample) * nanoseconds) }.sorted()
        start = HostTime(nanoseconds: offsets.isEmpty ? 0 : offsets[offsets.count / 2])
    }

    /// The time of sample 0, CLOCK_MONOTONIC, by the median of the reports; zero without any.
    package let start: HostTime

    package func time(of sample: Int) -> HostTime {
        HostTime(nanoseconds: start.nanoseconds + Int64(Double(sample) * 1e9 / Double(max(rate, 1))))
    }

    /// The sample at a time, clamped to the recording.
    package func sample(at time: HostTime) -> Int {
        let offset = Double(time.nanoseconds - start.nanoseconds) * Double(rate) / 1e9
        return offset <= 0 ? 0 : offset >= Double(samples.count) ? samples.count : Int(offset)
    }
}
