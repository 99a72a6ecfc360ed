import MediaCore

/// What one provider was used for, since the start: a server, or several that count together.
package struct ProviderStatistics: Sendable, Hashable {
    /// What came for one purpose.
    package struct Use: Sendable, Hashable {
        package var requests: UInt64 = 0
        /// Of bodies.
        package var bytes: UInt64 = 0

        package init() {}
    }

    /// An answer that says that it is too much, or not for this account: 403, 429, 458 or 509.
    package struct Refusal: Sendable, Hashable {
        package var status: Int
        package var time: HostTime
        /// As the server asked.
        package var retryAfter: Duration?

        package init(status: Int, time: HostTime, retryAfter: Duration?) {
            self.status = status
            self.time = time
            self.retryAfter = retryAfter
        }

        package static let statuses: Set<Int> = [403, 429, 458, 509]
    }

    /// As configured, or the server's name and port.
    package var name: String
    /// Requests at once; nil: no limit.
    package var limit: Int?
    package var active = 0
    /// For one that is under way to end.
    package var waiting = 0
    package var playing = Use()
    package var warming = Use()
    /// Cut off in favour of a channel that was tuned later.
    package var displaced: UInt64 = 0
    package var refusals: UInt64 = 0
    package var lastRefusal: Refusal?

    package init(name: String, limit: Int?) {
        self.name = name
        self.limit = limit
    }
}
