/// A cache between a playlist's maker and its reader, which makes the playlist old.
struct PlaylistCache: Equatable, Sendable {
    /// The clock of a playlist that itself stands still for a while; nil: it does not.
    let stale: StaleClock?
    /// The age of the copy that a cache holds, and states; nil: no cache.
    let ageSeconds: Int?

    init(_ faults: FaultOptions) {
        stale = faults.staleSeconds.map { StaleClock(seconds: Double($0)) }
        ageSeconds = faults.ageSeconds
    }
}
