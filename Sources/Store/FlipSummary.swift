/// A moment of a flip for which a viewer waits, in nanoseconds since the key.
package enum FlipMoment: String, Hashable, Sendable, CaseIterable {
    case interstitial, picture, motion, sound

    package func time(in record: FlipRecord) -> Int64? {
        switch self {
        case .interstitial: record.interstitialScanout
        case .picture: record.firstFrameScanout
        case .motion: record.motion
        case .sound: record.firstSound
        }
    }
}

/// Summarises flips from their records: warm and cold ones apart, of all channels and of each. Flips
/// that asked for a passcode are counted, and their times left out.
package struct FlipSummary: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        /// The channel's id; nil: all channels.
        package var channel: String?
        package var warm: Bool
        package var count = 0
        package var failed = 0
        package var slow = 0
        package var moments: [FlipMoment: Percentiles] = [:]
        package var steps: [FlipStep: Percentiles] = [:]

        /// The step that usually takes longest, by its p50.
        package var longestStep: FlipStep? {
            FlipStep.allCases.filter { $0 != .motion && $0 != .sound }.compactMap { step in
                steps[step].map { (step, $0.p50) }
            }
            .max { $0.1 < $1.1 }?.0
        }
    }

    /// The number of cold flips needed to say what is usual on a channel.
    package static let enough = 5

    /// The rows: all channels first, then each by its id; warm before cold. Without flips there is no
    /// row.
    package private(set) var rows: [Row] = []
    /// The usual time of cold flips to a channel, in nanoseconds until the picture moved.
    private var usual: [String: Int64] = [:]

    /// Summarises the flips.
    /// - Parameter records: in any order
    package init(_ records: [FlipRecord]) {
        let channels = Dictionary(grouping: records, by: \.to)
        for (channel, flips) in channels {
            let times = flips.filter { !$0.warm && !$0.isFailed && $0.wasLocked != true }.compactMap(\.end)
            if times.count >= Self.enough { usual[channel] = Percentiles(times)?.p50 }
        }
        add(nil, records)
        for (channel, flips) in channels.sorted(by: { $0.key < $1.key }) { add(channel, flips) }
    }

    private mutating func add(_ channel: String?, _ flips: [FlipRecord]) {
        for warm in [true, false] {
            let flips = flips.filter { $0.warm == warm }
            guard !flips.isEmpty else { continue }
            var row = Row(channel: channel, warm: warm)
            row.count = flips.count
            row.failed = flips.count { $0.isFailed }
            row.slow = flips.count { isSlow($0) }
            let timed = flips.filter { !$0.isFailed && $0.wasLocked != true }
            for moment in FlipMoment.allCases {
                row.moments[moment] = Percentiles(timed.compactMap { moment.time(in: $0) })
            }
            let spans = timed.flatMap(\.spans)
            for step in FlipStep.allCases {
                row.steps[step] = Percentiles(spans.filter { $0.step == step }.map(\.length))
            }
            rows.append(row)
        }
    }

    /// The row of a channel; nil: all channels.
    package func row(of channel: String?, warm: Bool) -> Row? {
        rows.first { $0.channel == channel && $0.warm == warm }
    }

    /// Whether a flip was slow, by what is usual on its channel.
    package func isSlow(_ record: FlipRecord) -> Bool { record.isSlow(usual: usual[record.to]) }
}
