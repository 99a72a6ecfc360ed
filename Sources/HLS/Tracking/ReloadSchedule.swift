import MediaCore

/// Decides when a live playlist is loaded again (§6.3.4).
struct ReloadSchedule: Sendable, Hashable {
    /// The outcome of one load.
    struct Load: Sendable, Hashable {
        var began: HostTime
        var changed: Bool
        var isLive: Bool
        /// The duration of the playlist's last segment.
        var lastSegment: Duration?
        var target: Duration
        /// Whether it was a blocking reload: the server was to answer only once there was something
        /// new.
        var wasBlocking = false
        /// Whether the next request will be a blocking one.
        var canBlock = false
    }

    /// When the next load is due; nil: not before something else happens.
    private(set) var due: HostTime?
    private(set) var lastChange: HostTime?
    /// When the playlist becomes stale, unless it changes.
    private(set) var staleAt: HostTime?

    /// The least time between loads when a server lists very short segments.
    private static let shortest: Duration = .milliseconds(500)
    /// The least time between blocking reloads.
    private static let shortestBlocking: Duration = .milliseconds(50)

    mutating func loaded(_ load: Load, now: HostTime) {
        if load.changed || lastChange == nil {
            lastChange = load.began
            // An answer to a blocking reload is as new as can be.
            staleAt = (load.wasBlocking ? now : load.began) + load.target * 3 / 2
        }
        guard load.isLive else {
            due = nil
            staleAt = nil
            return
        }
        let pause: Duration =
            if load.canBlock, load.changed || !load.wasBlocking {
                Self.shortestBlocking
            } else if load.changed {
                max(load.lastSegment ?? load.target, Self.shortest)
            } else {
                // This bound also holds for a server that answers at once though it has nothing new.
                max(load.target / 2, Self.shortest)
            }
        due = max(load.began + pause, now)
    }

    mutating func retry(at time: HostTime) {
        due = time
    }

    /// Forgets the due time: a load is under way, or none is wanted any more.
    mutating func clear() {
        due = nil
    }

    /// How long nothing new was offered; told once each time that becomes more than 1.5 target
    /// durations, since something is wrong with the server then.
    mutating func staleness(now: HostTime) -> Duration? {
        guard let staleAt, let lastChange, staleAt <= now else { return nil }
        self.staleAt = nil
        return now - lastChange
    }
}
