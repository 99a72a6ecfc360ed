import MediaCore

/// A series of beeps that should come at a steady interval.
package struct BeepTrain: Sendable {
    package let onsets: [Int]
    private let rate: Int
    private let interval: Duration

    /// Makes a series.
    /// - Parameter interval: from one to the next, as they were made
    package init(_ beeps: [Beep], every interval: Duration = .seconds(1), rate: Int = Beep.sampleRate) {
        onsets = beeps.map(\.frames.lowerBound)
        self.rate = rate
        self.interval = interval
    }

    package var intervals: [Duration] {
        zip(onsets, onsets.dropFirst()).map { .nanoseconds(Int64(Double($1 - $0) * 1e9 / Double(max(rate, 1)))) }
    }

    /// The interval that is furthest off; nil with under two beeps.
    package var worst: Duration? {
        intervals.max { distance($0) < distance($1) }
    }

    /// How far off the worst interval is.
    package var deviation: Duration? { worst.map(distance) }

    private func distance(_ other: Duration) -> Duration { other > interval ? other - interval : interval - other }
}
