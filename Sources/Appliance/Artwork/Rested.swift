import MediaCore

/// Decides when what a viewer sees has rested for long enough to be worth work: what passes by on the way elsewhere is
/// not.
struct Rested<Seen: Hashable & Sendable>: Sendable {
    private let rest: Duration
    private var seen: [Seen] = []
    /// When what is seen will have rested; nil: nothing is waited for.
    private(set) var nextWake: HostTime?

    init(after rest: Duration) { self.rest = rest }

    /// Notes what is seen now, in place of what was before.
    mutating func see(_ seen: [Seen], at now: HostTime) {
        guard seen != self.seen else { return }
        self.seen = seen
        nextWake = seen.isEmpty ? nil : now + rest
    }

    /// - Returns: what has rested, once
    mutating func wake(at now: HostTime) -> [Seen] {
        guard let due = nextWake, due <= now else { return [] }
        nextWake = nil
        return seen
    }
}
