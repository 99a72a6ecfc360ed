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

    /// The bytes that a connection brings in its first round trip, ten packets (RFC 6928).
    private static let firstWindow = 14_600.0
    /// The bytes of a window beyond what the line holds.
    private static let spare = 16_384.0
    /// The widest window that can be set: net.core.rmem_max is 212,992 where nobody changed it, and a third more comes.
    private static let widest = 262_144.0

    package init(supply: Double? = nil, delay: Duration = .milliseconds(100), rate: Double = 0) {
        self.supply = supply
        self.delay = delay
        self.rate = rate
    }

    /// The media to begin with where the rest is still to be asked for: what is played until it comes faster than it is
    /// played. A connection may have to be opened first, which takes one round trip; the request takes another, and
    /// what comes then doubles with each. Where nobody knows how fast it will come, a start waits for more.
    package var bridge: Duration {
        let least: Duration = supply == nil ? .milliseconds(550) : .milliseconds(200)
        return min(.seconds(1), max(least, .seconds(delay.inSeconds * (1 + rounds)) + .milliseconds(50)))
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

    /// The round trips' time of media that must be there when a request is sent.
    private var rounds: Double {
        let played = min(max(0, rate), 1e9) / 8 * delay.inSeconds
        var most = 1.0
        var come = 0.0
        var window = Self.firstWindow
        for round in 2...10 where come < played * 10 {
            come += window
            window *= 2
            most = max(most, Double(round) - come / max(1, played))
        }
        return most
    }
}
