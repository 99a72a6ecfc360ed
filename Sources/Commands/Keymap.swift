/// Maps codes to keys. Many codes mean one key: remotes do not agree.
package struct Keymap: Sendable, Hashable {
    private var keys: [KeyCode: Key]

    package init(_ keys: [KeyCode: Key]) {
        self.keys = keys
    }

    package subscript(_ code: KeyCode) -> Key? {
        get { keys[code] }
        set { keys[code] = newValue }
    }

    package var allCodes: Set<KeyCode> { Set(keys.keys) }

    /// The codes of a key, in the order of their numbers.
    package func codes(of key: Key) -> [KeyCode] {
        keys.filter { $0.value == key }.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// The map that every box starts with. A remote with nothing but arrows, OK, Back and CH± can
    /// do everything; the other keys are shortcuts.
    package static let standard = Keymap(
        Dictionary(
            standardPlan.flatMap { key, names in
                names.compactMap { name in KeyCode(name: name).map { ($0, key) } }
            }, uniquingKeysWith: { first, _ in first }))

    private static let standardPlan: [(Key, [String])] =
        [
            (.up, ["UP"]), (.down, ["DOWN"]), (.left, ["LEFT"]), (.right, ["RIGHT"]),
            (.confirm, ["OK", "SELECT", "ENTER", "KPENTER"]),
            (.back, ["BACK", "EXIT", "ESC", "BACKSPACE", "CANCEL"]),
            (.home, ["HOMEPAGE", "HOME", "TV"]),
            (.menu, ["MENU", "ROOT_MENU", "SETUP", "CONTEXT_MENU", "OPTION", "TITLE", "MEDIA_TOP_MENU"]),
            (.guide, ["EPG", "PROGRAM", "CHANNEL", "LIST"]),
            (.info, ["INFO"]),
            (.favourites, ["FAVORITES", "NEXT_FAVORITE"]),
            (.search, ["SEARCH", "FIND"]), (.settings, ["CONFIG", "CONTROLPANEL"]),
            (.channelUp, ["CHANNELUP", "PAGEUP"]), (.channelDown, ["CHANNELDOWN", "PAGEDOWN"]),
            (.lastChannel, ["LAST", "PREVIOUS", "AGAIN"]),
            (.playPause, ["PLAYPAUSE", "SPACE"]), (.play, ["PLAY", "PLAYCD"]), (.pause, ["PAUSE", "PAUSECD"]),
            (.stop, ["STOP", "STOPCD"]),
            (.rewind, ["REWIND", "FASTREVERSE"]), (.fastForward, ["FASTFORWARD"]),
            (.skipBack, ["PREVIOUSSONG"]), (.skipForward, ["NEXTSONG", "NEXT", "FORWARD"]),
            (.volumeUp, ["VOLUMEUP"]), (.volumeDown, ["VOLUMEDOWN"]), (.mute, ["MUTE"]), (.unmute, ["UNMUTE"]),
            (.audio, ["LANGUAGE", "AUDIO", "SOUND"]), (.subtitles, ["SUBTITLE", "TEXT"]),
            (.zoom, ["ZOOM", "ASPECT_RATIO"]),
            (.power, ["POWER", "POWER2"]), (.sleep, ["SLEEP"]), (.wake, ["WAKEUP"]),
        ] + (0...9).map { digit in (.digit(digit), ["NUMERIC_\(digit)", "\(digit)", "KP\(digit)"]) }
}
