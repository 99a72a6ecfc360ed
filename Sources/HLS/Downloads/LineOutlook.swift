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
