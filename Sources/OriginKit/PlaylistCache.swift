/// What stands between a playlist's maker and its reader, and how old it makes the playlist.
struct PlaylistCache: Equatable, Sendable {
    /// The playlist itself stands still.
    let stale: StaleClock?
    /// A cache holds a copy of this age, and says so.
    let ageSeconds: Int?

    init(_ faults: FaultOptions) {
        stale = faults.staleSeconds.map { StaleClock(seconds: Double($0)) }
        ageSeconds = faults.ageSeconds
    }
}
