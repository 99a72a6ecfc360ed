import MediaCore

/// When a live playlist is loaded again (§6.3.4).
struct ReloadSchedule: Sendable, Hashable {
    /// Nil: not before something else happens.
    private(set) var due: HostTime?
    private(set) var lastChange: HostTime?
    private var saidStale = false

    /// A playlist came that `began` to load then; `lastSegment` and `target` are its durations.
    mutating func loaded(
        began: HostTime, changed: Bool, isLive: Bool, lastSegment: Duration?, target: Duration, now: HostTime
    ) {
        if changed || lastChange == nil {
            lastChange = began
            saidStale = false
        }
        guard isLive else {
            due = nil
            return
        }
        if changed {
            // Of a server that lists very short segments no more is asked than twice a second.
            due = began + max(lastSegment ?? target, .milliseconds(500))
        } else {
            due = began + max(target / 2, .milliseconds(500))
        }
        if let due, due < now { self.due = now }
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
    mutating func staleness(target: Duration, now: HostTime) -> Duration? {
        guard !saidStale, let lastChange, now - lastChange >= target * 3 / 2 else { return nil }
        saidStale = true
        return now - lastChange
    }
}
