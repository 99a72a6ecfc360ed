import MediaCore

/// The timeline of a session: zero at the first segment of the first main playlist, and without a jump. When
/// the server restarts, the new media is put behind what was there.
struct SessionTimeline: Sendable, Hashable {
    /// Whether the place where playing starts is known.
    private(set) var isJoined = false
    /// Whether it was first joined where a new viewer of a live presentation joins it; nil: it was not joined yet.
    private(set) var isAtEdge: Bool?
    /// The place where playing started.
    private(set) var start = MediaTime.zero
    /// Counts restarts of the whole presentation by the server.
    private(set) var generation = 0
    /// Where the presentation goes on when it is joined again without any of its streams.
    private(set) var resumesAt: MediaTime?

    mutating func join(at time: MediaTime, isAtEdge: Bool) {
        isJoined = true
        self.isAtEdge = self.isAtEdge ?? isAtEdge
        resumesAt = nil
        start = time
    }

    /// Begins a new generation of media timestamps, after a restart.
    mutating func restart() { generation += 1 }

    /// Waits to be joined again, as after holding.
    mutating func leave() { isJoined = false }

    /// Waits to be joined again from nothing.
    /// - Parameter time: where what was loaded ends; nil: the first segment.
    mutating func leave(resumingAt time: MediaTime?) {
        if isJoined { resumesAt = time ?? start }
        restart()
        isJoined = false
    }
}
