import MediaCore

/// When a live playlist is loaded again (§6.3.4).
struct ReloadSchedule: Sendable, Hashable {
    /// What came of a load.
    struct Load: Sendable, Hashable {
        var began: HostTime
        var changed: Bool
        var isLive: Bool
        /// Of the playlist.
        var lastSegment: Duration?
        var target: Duration
        /// The server was to answer only once there was something new.
        var wasBlocking = false
        /// The next request will be such a one.
        var canBlock = false
    }

    /// Nil: not before something else happens.
    private(set) var due: HostTime?
    private(set) var lastChange: HostTime?
    /// When the playlist will be stale, unless it changes.
    private(set) var staleAt: HostTime?

    /// Of a server that lists very short segments no more is asked than twice a second …
    private static let shortest: Duration = .milliseconds(500)
    /// … and of one that holds answers back no more than twenty times.
    private static let shortestBlocking: Duration = .milliseconds(50)

    mutating func loaded(_ load: Load, now: HostTime) {
        if load.changed || lastChange == nil {
            lastChange = load.began
            // What was held back is as new as can be.
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
                // Also a server that answers at once though it has nothing new.
                max(load.target / 2, Self.shortest)
            }
        due = max(load.began + pause, now)
    }

    mutating func retry(at time: HostTime) {
        due = time
    }

    /// A load is under way, or none is wanted any more.
    mutating func clear() {
        due = nil
    }

    /// How long nothing new was offered, once each time that becomes more than 1.5 target durations:
    /// something is wrong with the server then.
    mutating func staleness(now: HostTime) -> Duration? {
        guard let staleAt, let lastChange, staleAt <= now else { return nil }
        self.staleAt = nil
        return now - lastChange
    }
}
