import MediaCore

/// What a session expects of the line: how fast media would come, and how soon after it is asked for.
package struct LineOutlook: Sendable, Hashable {
    /// The speed at which media of the variant that plays would come over an otherwise idle line, in media seconds a
    /// second; nil: not known.
    package var supply: Double?
    /// The time from a request to its first byte.
    package var delay: Duration

    /// The rate of the variant that plays, in bits a second; 0: not known.
    package var rate: Double

    /// The rate at which anything comes over an otherwise idle line, in bits a second; nil: not known.
    package var throughput: Double?

    /// The bytes that a connection brings in its first round trip, ten packets (RFC 6928).
    private static let firstWindow = 14_600.0
    /// The bytes of a window beyond what the line holds.
    private static let spare = 16_384.0
    /// The widest window that can be set: net.core.rmem_max is 212,992 where nobody changed it, and a third more comes.
    private static let widest = 262_144.0

    package init(
        supply: Double? = nil, delay: Duration = .milliseconds(100), rate: Double = 0, throughput: Double? = nil
    ) {
        self.supply = supply
        self.delay = delay
        self.rate = rate
        self.throughput = throughput
    }

    /// The media to begin with where the rest is still to be asked for: what is played until it comes faster than it is
    /// played. A connection may have to be opened first, which takes one round trip; the request takes another, and
    /// what comes then doubles with each. Where nobody knows how fast it will come, a start waits for more.
    package var bridge: Duration { bridge(1 + rounds(over: 1)) }

    /// The least media to begin with now: what is played until the rest comes faster than that, where a connection is open
    /// and what comes first comes over all `connections`. Being less than `bridge`, by which media is kept ready, it is there
    /// also when that begins a picture later or the delay was found to be longer meanwhile.
    package var leastBridge: Duration { bridge(rounds(over: connections)) }

    private func bridge(_ rounds: Double) -> Duration {
        let least: Duration = supply == nil ? .milliseconds(550) : .milliseconds(200)
        return min(.seconds(1), max(least, .seconds(delay.inSeconds * rounds) + .milliseconds(50)))
    }

    /// The bytes that should be on their way at once where nobody waits for them: as many as the line holds, so that it is
    /// as fast as ever, and few that would have to wait before its bottleneck, in the way of what is wanted suddenly. By
    /// those few a line that has become faster is found out. Nil: as many as come, since nothing is known of the line or
    /// the widest window that can be set would not bring twice what is played.
    ///
    /// - Parameter roundTrip: the least that was measured.
    package func window(roundTrip: Duration) -> Int? {
        guard let supply, supply > 0, rate > 0, roundTrip > .zero else { return nil }
        let played = min(rate, 1e9) / 8 * roundTrip.inSeconds
        let wanted = played * min(max(0, supply), 1e4) + Self.spare
        guard wanted <= Self.widest || played * 2 <= Self.widest else { return nil }
        // In pages, so that not every measurement makes it another.
        return (Int(min(wanted, Self.widest)) + 4095) & ~4095
    }

    /// The number of connections over which the beginning of a body comes soonest: each brings ten packets at first, and
    /// what is more than the line holds would only wait. One where a round trip more is not noticed.
    package var connections: Int {
        guard delay >= Self.noticed else { return 1 }
        // A line of which nothing is known holds two connections' first packets, as one of 8 Mbit/s and 30 ms does.
        guard let throughput else { return 2 }
        let held = min(max(0, throughput), 1e12) / 8 * min(delay.inSeconds, 10)
        return Int(min(Self.mostConnections, max(1, held / Self.firstWindow)))
    }

    private static let noticed: Duration = .milliseconds(10)
    /// A browser takes six of a host.
    private static let mostConnections = 3.0

    /// The round trips' time of media that must be there when a request is sent.
    private func rounds(over connections: Int) -> Double {
        let played = min(max(0, rate), 1e9) / 8 * delay.inSeconds
        var most = 1.0
        var come = 0.0
        var window = Self.firstWindow
        for round in 2...10 where come < played * 10 {
            come += round == 2 ? window * Double(connections) : window
            window *= 2
            most = max(most, Double(round) - come / max(1, played))
        }
        return most
    }
}
