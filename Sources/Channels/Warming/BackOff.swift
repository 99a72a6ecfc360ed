import MediaCore

/// Decides how long a provider or a channel is left alone after it refused or failed: twice as long
/// each time.
package struct BackOff: Sendable, Equatable {
    /// The failures in a row.
    package private(set) var failures = 0
    package private(set) var until = HostTime.zero
    /// The HTTP status of the last refusal; nil: it failed in another way.
    package private(set) var status: Int?

    private let first: Duration
    private let longest: Duration
    /// How long after its end a back-off is remembered, without further trouble.
    private let probation: Duration
    /// The longest Retry-After that is obeyed: a server that asks for more is asked again all the
    /// same.
    private static let longestAsked: Duration = .seconds(3600)

    /// The back-off of a provider that answers 403, 429, 458 or 509: too many requests or
    /// connections.
    static let provider = BackOff(first: .seconds(30), longest: .seconds(900), probation: .seconds(60))
    /// The back-off of a channel that failed while it was kept warm.
    static let channel = BackOff(first: .seconds(30), longest: .seconds(1800), probation: .seconds(300))
    /// The back-off of a channel that failed in the corner of the screen: somebody looks at it.
    static let corner = BackOff(first: .seconds(1), longest: .seconds(10), probation: .seconds(10))

    private init(first: Duration, longest: Duration, probation: Duration) {
        self.first = first
        self.longest = longest
        self.probation = probation
    }

    /// Notes a failure; several during one back-off count as one.
    mutating func fail(_ refusal: WarmingEvent.Refusal?, at now: HostTime) {
        let asked = min(max(refusal?.retryAfter ?? .zero, .zero), Self.longestAsked)
        if isActive(at: now) {
            until = max(until, now + asked)
        } else {
            failures = min(failures + 1, 16)
            let delay = min(first * (1 << (failures - 1)), longest)
            until = now + max(delay, asked)
        }
        status = refusal?.status ?? status
    }

    func isActive(at now: HostTime) -> Bool { failures > 0 && now < until }
    func isOver(at now: HostTime) -> Bool { now >= end }
    var end: HostTime { until + probation }
}
