/// The statistics of the flips of one kind: warm or cold, to one channel or to all.
package struct FlipSummaryInfo: Codable, Sendable, Equatable {
    /// The channel's id; null: all channels.
    package var channel: String?
    /// The channel's name in the lineup; null where it no longer has the channel.
    package var name: String?
    package var warm: Bool
    package var count: Int
    package var failed: Int
    package var slow: Int
    /// The times since the key, by moment: `interstitial`, `picture`, `motion`, `sound`.
    package var sinceKey: [String: DurationFacts]
    /// The length of each step by itself.
    package var steps: [String: DurationFacts]
    /// The step that usually takes longest.
    package var longest: String?

    enum CodingKeys: String, CodingKey {
        case channel, name, warm, count, failed, slow, steps, longest
        case sinceKey = "since_key"
    }

    package init(
        channel: String?, name: String? = nil, warm: Bool, count: Int, failed: Int = 0, slow: Int = 0,
        sinceKey: [String: DurationFacts] = [:], steps: [String: DurationFacts] = [:], longest: String? = nil
    ) {
        self.channel = channel
        self.name = name
        self.warm = warm
        self.count = count
        self.failed = failed
        self.slow = slow
        self.sinceKey = sinceKey
        self.steps = steps
        self.longest = longest
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(channel, forKey: .channel)
        try fields.encode(name, forKey: .name)
        try fields.encode(warm, forKey: .warm)
        try fields.encode(count, forKey: .count)
        try fields.encode(failed, forKey: .failed)
        try fields.encode(slow, forKey: .slow)
        try fields.encode(sinceKey, forKey: .sinceKey)
        try fields.encode(steps, forKey: .steps)
        try fields.encode(longest, forKey: .longest)
    }
}

/// Percentiles of durations in nanoseconds, by nearest rank.
package struct DurationFacts: Codable, Sendable, Equatable {
    package var count: Int
    package var p50: Int64
    package var p95: Int64
    package var p99: Int64
    package var highest: Int64

    enum CodingKeys: String, CodingKey {
        case count, p50, p95, p99
        case highest = "max"
    }

    package init(count: Int, p50: Int64, p95: Int64, p99: Int64, highest: Int64) {
        self.count = count
        self.p50 = p50
        self.p95 = p95
        self.p99 = p99
        self.highest = highest
    }
}

/// A query for flips: `?channel=7&last=20`.
package struct FlipQuery: Sendable, Equatable {
    /// The channel's number, name or id; nil: all channels.
    package var channel: String?
    /// The number of newest flips that are listed: 0…2000.
    package var last: Int

    package static let mostFlips = 2000
    package static let usual = 500

    package init(channel: String? = nil, last: Int = FlipQuery.usual) {
        self.channel = channel
        self.last = last
    }
}
