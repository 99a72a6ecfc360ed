import MediaCore

/// Decides when the owner's film is seen: where nothing else is to be seen, and not in place of a channel that will be there
/// at once.
struct Splash: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        /// What there is to see is looked at anew.
        ///
        /// - Parameters:
        ///   - isFree: nothing is out, and the box is on
        ///   - isComing: a channel is on its way to the screen
        case looked(isFree: Bool, isComing: Bool)
        /// The time of `nextWake` has come.
        case wake
        /// The film can't be played: it is not tried again.
        case failed
    }

    enum Effect: Hashable, Sendable { case show, hide }

    /// So long a channel may be on its way before the film is begun: opened beside it, it would make it later.
    static let patience = Duration.milliseconds(700)

    private enum Phase: Hashable {
        case away
        case waiting(until: HostTime)
        case shown
        case broken
    }

    private var phase = Phase.away

    var nextWake: HostTime? { if case .waiting(let time) = phase { time } else { nil } }

    mutating func handle(_ event: Event, at now: HostTime) -> Effect? {
        switch (event, phase) {
        case (_, .broken): return nil
        case (.failed, _):
            let wasShown = phase == .shown
            phase = .broken
            return wasShown ? .hide : nil
        case (.looked(isFree: false, _), _):
            let wasShown = phase == .shown
            phase = .away
            return wasShown ? .hide : nil
        case (.looked(_, isComing: false), .away), (.looked(_, isComing: false), .waiting): return show()
        case (.looked, .away):
            phase = .waiting(until: now + Self.patience)
            return nil
        case (.wake, .waiting(let time)): return time <= now ? show() : nil
        case (.looked, _), (.wake, _): return nil
        }
    }

    private mutating func show() -> Effect {
        phase = .shown
        return .show
    }
}
