/// A key's function, whatever the remote that has it.
package enum Key: Hashable, Sendable {
    case up, down, left, right
    case confirm, back
    case home, menu, guide, info, favourites, search, settings
    case channelUp, channelDown, lastChannel
    /// A digit, 0–9; anything else is ignored by the router.
    case digit(Int)
    case playPause, play, pause, stop
    case rewind, fastForward, skipBack, skipForward
    case volumeUp, volumeDown, mute, unmute
    case audio, subtitles
    /// Another way to lay the picture on the screen.
    case zoom
    case power, sleep, wake
    /// A code without a function of these: a colour, a key of its maker's. It does what `[keys]` of the configuration
    /// says.
    case other(KeyCode)
}

extension Key {
    /// All keys but `other`, in the order in which people are told of them.
    package static let named: [Key] =
        [
            .up, .down, .left, .right, .confirm, .back, .channelUp, .channelDown, .lastChannel, .home, .menu, .guide,
            .info,
            .favourites, .search, .settings,
        ] + (0...9).map(Key.digit) + [
            .playPause, .play, .pause, .stop, .rewind, .fastForward, .skipBack, .skipForward, .volumeUp, .volumeDown,
            .mute, .unmute, .audio, .subtitles, .zoom, .power, .sleep, .wake,
        ]

    /// The keys that every usable remote has: the whole interface works with these.
    package static let few: Set<Key> = [.up, .down, .left, .right, .confirm, .back, .channelUp, .channelDown]

    /// The name in `[keys]` of the configuration: `channel_up`, `5`; for a key without a function the kernel's:
    /// `KEY_RED`.
    package var name: String {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        case .confirm: "ok"
        case .back: "back"
        case .home: "home"
        case .menu: "menu"
        case .guide: "guide"
        case .info: "info"
        case .favourites: "favourites"
        case .search: "search"
        case .settings: "settings"
        case .channelUp: "channel_up"
        case .channelDown: "channel_down"
        case .lastChannel: "last_channel"
        case .digit(let digit): String(digit)
        case .playPause: "play_pause"
        case .play: "play"
        case .pause: "pause"
        case .stop: "stop"
        case .rewind: "rewind"
        case .fastForward: "fast_forward"
        case .skipBack: "skip_back"
        case .skipForward: "skip_forward"
        case .volumeUp: "volume_up"
        case .volumeDown: "volume_down"
        case .mute: "mute"
        case .unmute: "unmute"
        case .audio: "audio"
        case .subtitles: "subtitles"
        case .zoom: "zoom"
        case .power: "power"
        case .sleep: "sleep"
        case .wake: "wake"
        case .other(let code): code.description
        }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0) })

    /// Finds a key.
    /// - Parameter name: as `name` has it, or any of the kernel's names for its code, with `KEY_` or `BTN_`
    package init?(name: String) {
        if let key = Self.byName[name] {
            self = key
        } else if name.hasPrefix("KEY_") || name.hasPrefix("BTN_"), let code = KeyCode(name: name) {
            self = .other(code)
        } else {
            return nil
        }
    }
}
