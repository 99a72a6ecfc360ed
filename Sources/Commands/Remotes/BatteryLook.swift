import MediaCore

/// When the batteries are looked at: as a remote comes, and every ten minutes; one look at a time.
struct BatteryLook: Sendable {
    private enum Phase {
        case none
        case due(HostTime)
        /// Somebody is asking the kernel. Another look follows where a remote has come since.
        case underWay(again: Bool)
    }

    private static let interval = Duration.seconds(600)
    /// The pause before the next look when the viewer could not be told.
    private static let retry = Duration.seconds(60)

    private var phase = Phase.none

    var nextWake: HostTime? { if case .due(let time) = phase { time } else { nil } }

    /// - Returns: whether to look now
    mutating func begin() -> Bool {
        if case .underWay = phase {
            phase = .underWay(again: true)
            return false
        }
        phase = .underWay(again: false)
        return true
    }

    /// - Returns: whether to look at once once more
    mutating func end(at now: HostTime, isPostponed: Bool) -> Bool {
        guard case .underWay(let again) = phase else { return false }
        phase = again ? .underWay(again: false) : .due(now + (isPostponed ? Self.retry : Self.interval))
        return again
    }

    /// - Returns: whether to look now
    mutating func wake(at now: HostTime) -> Bool {
        guard case .due(let time) = phase, time <= now else { return false }
        return begin()
    }
}
