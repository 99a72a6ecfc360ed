import Devices

extension KeyPlan {
    /// The command of the built-in tables for a key in a focus.
    func builtIn(_ stroke: KeyStroke, _ focus: Focus) -> Command? {
        if stroke.isHeld { return held(stroke.key, focus) }
        return focus == .standby ? inStandby(stroke.key) : pressed(stroke.key, focus)
    }

    private func pressed(_ key: Key, _ focus: Focus) -> Command? {
        if focus.isChannel, let command = onChannel(key) { return command }
        if focus == .guide, let command = inGuide(key) { return command }
        if focus == .text, let command = inText(key) { return command }
        switch key {
        case .up: return .move(.up)
        case .down: return .move(.down)
        case .left: return .move(.left)
        case .right: return .move(.right)
        case .confirm: return confirm(focus)
        case .back: return .back
        case .home: return focus == .passcode ? .showVideo : .showHome
        case .menu: return focus == .passcode ? nil : .showMenu
        case .guide: return focus == .passcode ? nil : .showGuide
        case .info: return focus == .passcode ? nil : .showInfo
        case .favourites: return focus == .passcode ? nil : .showFavourites
        case .search: return focus == .passcode ? nil : .showSearch
        case .settings: return focus == .passcode ? nil : .showSettings
        case .channelUp: return .channelUp
        case .channelDown: return .channelDown
        case .lastChannel: return .tuneLast
        case .digit(let digit): return (0...9).contains(digit) ? .digit(digit) : nil
        case .playPause: return focus == .failure ? .retry : .playPause
        case .play: return focus == .failure ? .retry : .resume
        case .pause: return .pause
        case .stop: return .stop
        case .rewind: return focus == .passcode ? nil : .skipBack
        case .fastForward: return focus == .passcode ? nil : .skipForward
        case .skipBack: return focus == .passcode ? nil : .skip(.seconds(-60))
        case .skipForward: return focus == .passcode ? nil : .skip(.seconds(60))
        case .volumeUp: return .volumeUp
        case .volumeDown: return .volumeDown
        case .mute: return .toggleMute
        case .unmute: return .setMute(false)
        case .audio: return focus == .passcode ? nil : .audio(.next)
        case .subtitles: return focus == .passcode ? nil : .subtitles(.next)
        case .zoom: return focus == .passcode ? nil : .picture(.next)
        case .power: return .togglePower
        case .sleep: return .standBy
        case .wake: return .wake
        case .other: return nil
        }
    }

    /// The command of an arrow where the channel has the keys: here the plans differ.
    private func onChannel(_ key: Key) -> Command? {
        switch (name, key) {
        case (.standard, .up): .showFavourites
        case (.standard, .down): .showInfo
        case (.standard, .left): .channelDown
        case (.standard, .right): .channelUp
        case (.tvBox, .up): .channelUp
        case (.tvBox, .down): .channelDown
        case (.tvBox, .left): .showChannels
        case (.tvBox, .right): .tuneLast
        default: nil
        }
    }

    /// The command of a key that turns pages in the guide, as on other boxes.
    private func inGuide(_ key: Key) -> Command? {
        switch key {
        case .channelUp: .page(.up)
        case .channelDown: .page(.down)
        case .rewind, .skipBack: .page(.left)
        case .fastForward, .skipForward: .page(.right)
        // Which channels it shows.
        case .menu: .showGroups
        // The same key closes it.
        case .guide: .back
        default: nil
        }
    }

    /// The command of a key that types, or takes back what was typed.
    private func inText(_ key: Key) -> Command? {
        switch key {
        case .rewind: .erase
        // The same key closes it.
        case .search: .back
        case .other(let code): code.letter.map { .type(String($0)) }
        default: nil
        }
    }

    private func confirm(_ focus: Focus) -> Command {
        switch focus {
        case .video: .showTransport
        case .failure: .retry
        case .numberEntry, .preview, .offer, .transport, .overlay, .guide, .text, .info, .passcode, .standby: .confirm
        }
    }

    private func held(_ key: Key, _ focus: Focus) -> Command? {
        switch (key, focus) {
        case (_, .passcode), (_, .standby): nil
        // Held Back leads to the channel before, which one was watching; or to the list of all.
        case (.back, _) where focus.isChannel: name == .tvBox ? .tuneLast : .showChannels
        case (.back, _): .showVideo
        // What is on is watched by a press; this tells of it.
        case (.confirm, .guide): .showInfo
        case (.confirm, .video), (.confirm, .offer), (.confirm, .transport), (.confirm, .failure): .showMenu
        case (.info, .video), (.info, .offer), (.info, .transport), (.info, .failure), (.info, .info):
            .toggleDiagnostics
        default: nil
        }
    }

    /// The command of a key in standby: any key that is clearly meant for the box wakes it; the
    /// volume may be the TV's.
    private func inStandby(_ key: Key) -> Command? {
        switch key {
        case .power: .togglePower
        case .volumeUp, .volumeDown, .mute, .unmute, .audio, .subtitles, .zoom, .sleep, .stop, .pause, .rewind,
            .fastForward, .skipBack, .skipForward, .other:
            nil
        case .up, .down, .left, .right, .confirm, .back, .home, .menu, .guide, .info, .favourites, .search,
            .settings, .channelUp, .channelDown, .lastChannel, .digit, .playPause, .play, .wake:
            .wake
        }
    }
}
