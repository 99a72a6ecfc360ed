import MediaCore

/// Since something refused or failed, it is left alone: twice as long each time.
package struct BackOff: Sendable, Equatable {
    /// In a row.
    package private(set) var failures = 0
    package private(set) var until = HostTime.zero
    /// HTTP; nil: it failed in another way.
    package private(set) var status: Int?

    private let first: Duration
    private let longest: Duration
    /// Without trouble for so long after it ended, it is forgotten.
    private let probation: Duration
    /// A server that asks for more is asked again all the same.
    private static let longestAsked: Duration = .seconds(3600)

    /// Of a provider that answers 403, 429, 458 or 509: too many requests or connections.
    static let provider = BackOff(first: .seconds(30), longest: .seconds(900), probation: .seconds(60))
    /// Of a channel that failed while it was kept warm.
    static let channel = BackOff(first: .seconds(30), longest: .seconds(1800), probation: .seconds(300))

    private init(first: Duration, longest: Duration, probation: Duration) {
        self.first = first
        self.longest = longest
        self.probation = probation
    }

    /// Refusals that come in a bunch are one.
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
