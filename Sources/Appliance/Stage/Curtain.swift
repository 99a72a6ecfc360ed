import Commands
import MediaCore

/// Decides how picture and sound go when the viewer stops playing or turns the box off: both fade together, and only then
/// is it done. Until then it can be taken back, and what plays comes back where it is by now.
struct Curtain: Sendable {
    enum Wish: Hashable, Sendable {
        case stop
        /// - Parameter key: when the viewer pressed
        case standby(key: HostTime)
    }

    enum Event: Hashable, Sendable {
        /// The viewer wants to stop, or the box off.
        ///
        /// - Parameter isSeen: something plays that may be seen a little longer; else it is done at once
        case fall(Wish, isSeen: Bool)
        /// The viewer wants something else after all.
        case takeBack
        /// Something is about to be seen.
        case reveal
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Lock what a code has opened: it is as if it were done.
        case lock
        /// Let picture and sound become so strong, 0 … 1, from what they are, at the pace of `duration`.
        case fade(to: Double)
        /// Do what was wanted.
        case carryOut(Wish)
        /// Let picture and sound be whole at once: nothing of what faded is there any more.
        case open
    }

    /// The time from whole to nothing: long enough to be seen as a fade, short enough not to be waited for.
    static let duration = Duration.milliseconds(300)

    private enum Phase: Hashable {
        case open
        case falling(Wish, since: HostTime)
        /// What was wanted is done; nothing is to be seen.
        case closed
    }

    private var phase = Phase.open

    var isFalling: Bool { if case .falling = phase { true } else { false } }

    var nextWake: HostTime? {
        if case .falling(_, let start) = phase { start + Self.duration } else { nil }
    }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch (event, phase) {
        case (.fall(let wish, _), .falling(let before, let start)):
            // Who stops and then turns it off wants it off.
            if before == .stop { phase = .falling(wish, since: start) }
            return []
        case (.fall(let wish, isSeen: true), .open):
            phase = .falling(wish, since: now)
            return [.lock, .fade(to: 0)]
        case (.fall(let wish, _), _): return [.carryOut(wish)]
        case (.takeBack, .falling):
            phase = .open
            return [.fade(to: 1)]
        case (.wake, .falling(let wish, let start)) where now >= start + Self.duration:
            phase = .closed
            return [.carryOut(wish)]
        case (.reveal, .closed):
            phase = .open
            return [.open]
        case (.takeBack, _), (.reveal, _), (.wake, _): return []
        }
    }
}

extension Curtain {
    /// What a command is to a fall under way.
    enum Meaning: Hashable {
        /// It is what was taken back: nothing more is wanted.
        case takesBack
        /// It is wanted instead.
        case replaces
        /// It has nothing to do with it.
        case none

        init(_ command: Command) {
            switch command {
            case .togglePower, .wake, .resume, .playPause, .back: self = .takesBack
            case .volumeUp, .volumeDown, .setVolume, .toggleMute, .setMute, .overscan, .soundDelay, .night,
                .toggleDiagnostics, .setDiagnostics, .stop, .standBy:
                self = .none
            default: self = .replaces
            }
        }
    }
}
