import Devices
import MediaCore

/// The times at which the box's state machines want to be woken: one for each name, the newest counts.
struct Alarms<Name: Hashable & Sendable> {
    private struct Alarm {
        var deadline: HostTime
        var sleeper: Task<Void, Never>
    }

    private let clock: any HostClock
    private let ring: @Sendable (Name) async -> Void
    private var pending: [Name: Alarm] = [:]

    /// - Parameter ring: called once for each alarm that was not replaced or cancelled before
    init(clock: any HostClock, ring: @escaping @Sendable (Name) async -> Void) {
        self.clock = clock
        self.ring = ring
    }

    /// - Parameter deadline: nil cancels
    mutating func set(_ name: Name, at deadline: HostTime?) {
        if let deadline, pending[name]?.deadline == deadline { return }
        pending.removeValue(forKey: name)?.sleeper.cancel()
        guard let deadline else { return }
        // A task of its own, kept here and cancelled from here: alarms outlive the call that sets them.
        let sleeper = Task { [clock, ring] in
            guard (try? await clock.sleep(until: deadline)) != nil, !Task.isCancelled else { return }
            await ring(name)
        }
        pending[name] = Alarm(deadline: deadline, sleeper: sleeper)
    }

    /// Removes an alarm that has rung; to be called by the one who is rung. False when it was set anew
    /// meanwhile.
    mutating func rang(_ name: Name, at now: HostTime) -> Bool {
        guard let alarm = pending[name], alarm.deadline <= now else { return false }
        pending[name] = nil
        return true
    }

    mutating func cancelAll() {
        for alarm in pending.values { alarm.sleeper.cancel() }
        pending = [:]
    }
}
