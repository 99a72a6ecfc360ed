import MediaCore

/// The use of one provider since the start: a server, or several that count together.
package struct ProviderStatistics: Sendable, Hashable {
    /// The requests and bytes for one purpose.
    package struct Use: Sendable, Hashable {
        package var requests: UInt64 = 0
        /// The bytes of response bodies.
        package var bytes: UInt64 = 0

        package init() {}
    }

    /// A refusal (too much, or not for this account): 403, 429, 458 or 509.
    package struct Refusal: Sendable, Hashable {
        package var status: Int
        package var time: HostTime
        /// The wait that the server asked for.
        package var retryAfter: Duration?

        package init(status: Int, time: HostTime, retryAfter: Duration?) {
            self.status = status
            self.time = time
            self.retryAfter = retryAfter
        }

        package static let statuses: Set<Int> = [403, 429, 458, 509]
    }

    /// The name as configured, or the server's name and port.
    package var name: String
    /// The number of requests at once; nil: no limit.
    package var limit: Int?
    package var active = 0
    /// The number of requests that wait for one under way to end.
    package var waiting = 0
    package var playing = Use()
    package var warming = Use()
    /// The number of requests that were cut off in favour of a channel tuned later.
    package var displaced: UInt64 = 0
    package var refusals: UInt64 = 0
    package var lastRefusal: Refusal?

    package init(name: String, limit: Int?) {
        self.name = name
        self.limit = limit
    }
}
