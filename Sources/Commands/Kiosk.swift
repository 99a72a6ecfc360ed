/// What hands at this box may not do, as a hotel or a museum wants it: screens that no key opens, and keys that do
/// nothing. Commands of the control API, and what the box tells, are not touched.
package struct Kiosk: Hashable, Sendable {
    /// A screen, or a thing that viewers do, as `[interface] hide` names it.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case overlays, home, channels, groups, search, info, transport, menu, settings, renderers
        /// Going from channel to channel, by any key.
        case flips
        /// Winding, pausing, stopping and starting over.
        case playing
        /// Sound, subtitles, picture and speed, by key.
        case tracks
        case volume, figures
        case keyTest = "key_test"
        case learning
        case standby
        /// What says what the keys do.
        case hints
    }

    package var hidden: Set<Part> = []
    package var keysOff: Set<Key> = []

    package init(hidden: Set<Part> = [], keysOff: Set<Key> = []) {
        self.hidden = hidden
        self.keysOff = keysOff
    }

    /// Whether a command may not come of a key.
    package func forbids(_ command: Command) -> Bool { Self.part(of: command).map(hidden.contains) ?? false }

    /// The part that a command belongs to; nil: to none, as what moves within a screen or leads out of one.
    private static func part(of command: Command) -> Part? {
        switch command {
        case .showFavourites, .showOverlay: .overlays
        case .showGuide, .showChannels: .channels
        case .showGroups: .groups
        case .showSearch: .search
        case .showHome: .home
        case .showInfo: .info
        case .showTransport: .transport
        case .showMenu: .menu
        case .showSettings: .settings
        case .showRenderers: .renderers
        case .channelUp, .channelDown, .next, .previous, .tuneLast, .tune, .digit, .preview, .play, .pip: .flips
        case .playPause, .pause, .resume, .stop, .skip, .skipBack, .skipForward, .scrub, .seek, .startOver,
            .whatDidSheSay, .skipBreak:
            .playing
        case .audio, .subtitles, .picture, .overscan, .soundDelay, .night, .speed: .tracks
        case .volumeUp, .volumeDown, .setVolume, .toggleMute, .setMute: .volume
        case .toggleDiagnostics, .setDiagnostics: .figures
        case .toggleKeyTest: .keyTest
        case .learnRemote: .learning
        case .togglePower, .standBy: .standby
        case .showHint: .hints
        case .move, .page, .confirm, .back, .type, .erase, .retry, .showVideo, .wake, .feedback, .resetPlayer: nil
        }
    }
}

extension KeyPlan {
    /// The items of the menu that hands may have.
    package var menuItems: [MenuItem] { MenuItem.allCases.filter { !kiosk.forbids($0.command) } }

    /// The command of a key as far as hands may give it: digits of a code or a word are typed, and a box that sleeps is woken,
    /// whatever is hidden.
    func permitted(_ command: Command?, of stroke: KeyStroke, in focus: Focus) -> Command? {
        guard let command, !kiosk.keysOff.contains(stroke.key) else { return nil }
        if focus == .passcode || focus == .text, case .digit = command { return command }
        if focus == .standby, command == .togglePower { return command }
        return kiosk.forbids(command) ? nil : command
    }
}
