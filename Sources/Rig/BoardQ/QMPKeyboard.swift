import Devices
import MediaCore

/// The keyboard that is plugged into board Q.
package final class QMPKeyboard: Hand {
    package let kind = HandKind.qmp
    private let board: BoardQ
    private let clock = MonotonicClock()

    package init(_ board: BoardQ) { self.board = board }

    package func has(_ key: RemoteKey) -> Bool { Self.qcode(key) != nil }

    package func press(_ key: RemoteKey) throws -> HostTime {
        let code = try code(key)
        let time = clock.now
        try board.qmp().run(.key(code, down: true))
        return time
    }

    package func release(_ key: RemoteKey) throws { try board.qmp().run(.key(try code(key), down: false)) }

    private func code(_ key: RemoteKey) throws -> String {
        guard let code = Self.qcode(key) else { throw KeyNotOnKeyboard(key: key) }
        return code
    }

    /// QEMU's QKeyCode for a key that a keyboard has; `hearthd` takes page up for channel up, and
    /// so on.
    static func qcode(_ key: RemoteKey) -> String? {
        switch key {
        case .up, .down, .left, .right, .menu: key.rawValue
        case .ok: "ret"
        case .back: "esc"
        case .channelUp: "pgup"
        case .channelDown: "pgdn"
        case .last: "again"
        case .volumeUp: "volumeup"
        case .volumeDown: "volumedown"
        case .mute: "audiomute"
        case .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9: key.rawValue
        case .playPause: "audioplay"
        case .stop: "audiostop"
        case .skipBack: "audioprev"
        case .skipForward: "audionext"
        // QEMU has no key for these.
        case .info, .guide, .power, .favourites, .audio, .subtitles, .zoom, .rewind, .fastForward, .play, .pause, .red,
            .green, .yellow, .blue:
            nil
        }
    }
}

package struct KeyNotOnKeyboard: Error, CustomStringConvertible {
    package var key: RemoteKey

    package var description: String { "QEMU's keyboard has no key for \(key.rawValue): use the hand control" }
}
