import MediaCore

/// What a session expects of the line: how fast media would come, and how soon after it is asked for.
package struct LineOutlook: Sendable, Hashable {
    /// The speed at which media of the variant that plays would come over an otherwise idle line, in media seconds a
    /// second; nil: not known.
    package var supply: Double?
    /// The time from a request to its first byte.
    package var delay: Duration

    package init(supply: Double? = nil, delay: Duration = .milliseconds(100)) {
        self.supply = supply
        self.delay = delay
    }

    /// The media to begin with where the rest is still to be asked for: the request takes one round trip, and in the
    /// second a connection that was idle brings no more than ten packets. Where nobody knows how fast it will come, a
    /// start waits for more.
    package var bridge: Duration {
        min(.seconds(1), max(supply == nil ? .milliseconds(550) : .milliseconds(200), delay * 2 + .milliseconds(100)))
    }
}
