/// Which command a gesture means where the focus is: one table for every door with keys.
///
/// The plan is tvOS's: on live video left and right flip, up brings the custom overlay, down the
/// information, OK the transport bar; Back closes the top layer, held it opens the guide. Info, held, shows
/// figures.
package enum CommandRouter {
    /// The keys that do something else when held, so that they must wait for their release.
    package static func longPressKeys(in focus: Focus) -> Set<Key> {
        switch focus {
        case .video, .transport, .failure: [.back, .confirm, .info]
        case .info: [.back, .info]
        case .numberEntry, .overlay: [.back]
        case .passcode, .standby: []
        }
    }

    /// Nil when the gesture means nothing there.
    package static func command(for gesture: KeyGesture, focus: Focus) -> Command? {
        switch gesture.kind {
        case .press: press(gesture.key, focus)
        case .repetition: gesture.key.repeats ? repetition(gesture.key, focus) : nil
        case .longPress: longPress(gesture.key, focus)
        }
    }

    private static func repetition(_ key: Key, _ focus: Focus) -> Command? {
        // Over the channel these open a layer, which takes one press.
        if focus.isChannel, key == .up || key == .down { return nil }
        return press(key, focus)
    }

    private static func longPress(_ key: Key, _ focus: Focus) -> Command? {
        guard longPressKeys(in: focus).contains(key) else { return nil }
        switch key {
        case .back: return focus.isChannel ? .showGuide : .showVideo
        case .confirm: return .showMenu
        case .info: return .toggleDiagnostics
        default: return nil
        }
    }

    private static func press(_ key: Key, _ focus: Focus) -> Command? {
        if focus == .standby { return inStandby(key) }
        switch key {
        case .up: return focus.isChannel ? .showFavourites : .move(.up)
        case .down: return focus.isChannel ? .showInfo : .move(.down)
        case .left: return focus.isChannel ? .channelDown : .move(.left)
        case .right: return focus.isChannel ? .channelUp : .move(.right)
        case .confirm: return confirm(focus)
        case .back: return .back
        case .home: return .showVideo
        case .menu: return focus == .passcode ? nil : .showMenu
        case .guide: return focus == .passcode ? nil : .showGuide
        case .info: return focus == .passcode ? nil : .showInfo
        case .favourites: return focus == .passcode ? nil : .showFavourites
        case .channelUp: return .channelUp
        case .channelDown: return .channelDown
        case .lastChannel: return .tuneLast
        case .digit(let digit): return (0...9).contains(digit) ? .digit(digit) : nil
        case .playPause: return focus == .failure ? .retry : .playPause
        case .play: return focus == .failure ? .retry : .resume
        case .pause: return .pause
        case .stop: return .stop
        case .volumeUp: return .volumeUp
        case .volumeDown: return .volumeDown
        case .mute: return .toggleMute
        case .unmute: return .setMute(false)
        case .audio: return focus == .passcode ? nil : .audio(.next)
        case .subtitles: return focus == .passcode ? nil : .subtitles(.next)
        case .power: return .togglePower
        case .sleep: return .standBy
        case .wake: return .wake
        }
    }

    private static func confirm(_ focus: Focus) -> Command {
        switch focus {
        case .video: .showTransport
        case .failure: .retry
        case .numberEntry, .transport, .overlay, .info, .passcode, .standby: .confirm
        }
    }

    /// Any key that is clearly meant for the box wakes it; the volume may be the TV's.
    private static func inStandby(_ key: Key) -> Command? {
        switch key {
        case .power: .togglePower
        case .volumeUp, .volumeDown, .mute, .unmute, .audio, .subtitles, .sleep, .stop, .pause: nil
        case .up, .down, .left, .right, .confirm, .back, .home, .menu, .guide, .info, .favourites, .channelUp,
            .channelDown, .lastChannel, .digit, .playPause, .play, .wake:
            .wake
        }
    }
}
