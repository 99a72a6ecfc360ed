/// A key of a living room's remote, and what each kind of remote sends for it.
package enum RemoteKey: String, CaseIterable, Codable, Sendable {
    case up, down, left, right, ok, back, menu, info, guide
    case channelUp = "channel-up"
    case channelDown = "channel-down"
    case last
    case volumeUp = "volume-up"
    case volumeDown = "volume-down"
    case mute, power
    case digit0 = "0"
    case digit1 = "1"
    case digit2 = "2"
    case digit3 = "3"
    case digit4 = "4"
    case digit5 = "5"
    case digit6 = "6"
    case digit7 = "7"
    case digit8 = "8"
    case digit9 = "9"
    case favourites, audio, subtitles, zoom, rewind
    case fastForward = "fast-forward"
    case skipBack = "skip-back"
    case skipForward = "skip-forward"
    case play, pause
    case playPause = "play-pause"
    case stop, red, green, yellow, blue

    /// The key of a name: its own (`channel-up`), a digit, or the kernel's (`KEY_CHANNELUP`), in any case.
    package init?(name: String) {
        let lower = name.lowercased()
        if let key = RemoteKey(rawValue: lower) {
            self = key
        } else if let key = Self.allCases.first(where: { $0.evdevName.lowercased() == lower }) {
            self = key
        } else {
            return nil
        }
    }

    /// The key of a digit; nil for a number that is not 0…9.
    package static func digit(_ digit: Int) -> RemoteKey? { RemoteKey(rawValue: String(digit)) }

    /// The key's name in `linux/input-event-codes.h`.
    package var evdevName: String { "KEY_" + codes.evdev.name }
    package var evdevCode: UInt16 { codes.evdev.code }

    /// The key's NEC command, of address 0x40: the rig's own remote, as no standard names NEC's codes.
    package var necCommand: UInt8 { codes.nec }

    /// The key's command of system 0 (the TV) in RC-5, from 64 on in RC-5X, and in RC-6 mode 0, as on
    /// Philips' remotes; the keys that these have not (guide, favourites, sound, zoom, skips) are the rig's own.
    package var philipsCommand: UInt8 { codes.philips }

    /// The key's User Control Code (HDMI 1.4 CEC table 30); nil where CEC has none. Back is Exit: CEC has
    /// no other.
    package var cecCode: UInt8? { codes.cec }

    private struct Codes {
        var evdev: (name: String, code: UInt16)
        var nec: UInt8
        var philips: UInt8
        var cec: UInt8?

        init(_ name: String, _ code: UInt16, nec: UInt8, philips: UInt8, cec: UInt8?) {
            evdev = (name, code)
            (self.nec, self.philips, self.cec) = (nec, philips, cec)
        }
    }

    private var codes: Codes {
        switch self {
        case .up: Codes("UP", 103, nec: 0x10, philips: 80, cec: 0x01)
        case .down: Codes("DOWN", 108, nec: 0x11, philips: 81, cec: 0x02)
        case .left: Codes("LEFT", 105, nec: 0x12, philips: 85, cec: 0x03)
        case .right: Codes("RIGHT", 106, nec: 0x13, philips: 86, cec: 0x04)
        case .ok: Codes("OK", 0x160, nec: 0x14, philips: 87, cec: 0x00)
        case .back: Codes("BACK", 158, nec: 0x15, philips: 83, cec: 0x0d)
        case .menu: Codes("MENU", 139, nec: 0x16, philips: 82, cec: 0x09)
        case .info: Codes("INFO", 0x166, nec: 0x17, philips: 15, cec: 0x35)
        case .guide: Codes("EPG", 0x16d, nec: 0x18, philips: 47, cec: 0x53)
        case .channelUp: Codes("CHANNELUP", 0x192, nec: 0x20, philips: 32, cec: 0x30)
        case .channelDown: Codes("CHANNELDOWN", 0x193, nec: 0x21, philips: 33, cec: 0x31)
        case .last: Codes("LAST", 0x195, nec: 0x22, philips: 34, cec: 0x32)
        case .volumeUp: Codes("VOLUMEUP", 115, nec: 0x23, philips: 16, cec: 0x41)
        case .volumeDown: Codes("VOLUMEDOWN", 114, nec: 0x24, philips: 17, cec: 0x42)
        case .mute: Codes("MUTE", 113, nec: 0x25, philips: 13, cec: 0x43)
        case .power: Codes("POWER", 116, nec: 0x26, philips: 12, cec: 0x40)
        case .digit0: Codes("0", 11, nec: 0x00, philips: 0, cec: 0x20)
        case .digit1: Codes("1", 2, nec: 0x01, philips: 1, cec: 0x21)
        case .digit2: Codes("2", 3, nec: 0x02, philips: 2, cec: 0x22)
        case .digit3: Codes("3", 4, nec: 0x03, philips: 3, cec: 0x23)
        case .digit4: Codes("4", 5, nec: 0x04, philips: 4, cec: 0x24)
        case .digit5: Codes("5", 6, nec: 0x05, philips: 5, cec: 0x25)
        case .digit6: Codes("6", 7, nec: 0x06, philips: 6, cec: 0x26)
        case .digit7: Codes("7", 8, nec: 0x07, philips: 7, cec: 0x27)
        case .digit8: Codes("8", 9, nec: 0x08, philips: 8, cec: 0x28)
        case .digit9: Codes("9", 10, nec: 0x09, philips: 9, cec: 0x29)
        case .favourites: Codes("FAVORITES", 0x16c, nec: 0x30, philips: 40, cec: 0x0c)
        case .audio: Codes("LANGUAGE", 0x170, nec: 0x31, philips: 35, cec: 0x33)
        case .subtitles: Codes("SUBTITLE", 0x172, nec: 0x32, philips: 75, cec: 0x51)
        case .zoom: Codes("ZOOM", 0x174, nec: 0x33, philips: 62, cec: nil)
        case .rewind: Codes("REWIND", 168, nec: 0x38, philips: 50, cec: 0x48)
        case .fastForward: Codes("FASTFORWARD", 208, nec: 0x39, philips: 52, cec: 0x49)
        case .skipBack: Codes("PREVIOUSSONG", 165, nec: 0x3a, philips: 36, cec: 0x4c)
        case .skipForward: Codes("NEXTSONG", 163, nec: 0x3b, philips: 37, cec: 0x4b)
        case .play: Codes("PLAY", 207, nec: 0x3c, philips: 53, cec: 0x44)
        case .pause: Codes("PAUSE", 119, nec: 0x3d, philips: 48, cec: 0x46)
        case .playPause: Codes("PLAYPAUSE", 164, nec: 0x3e, philips: 112, cec: nil)
        case .stop: Codes("STOP", 128, nec: 0x3f, philips: 54, cec: 0x45)
        case .red: Codes("RED", 0x18e, nec: 0x28, philips: 107, cec: 0x72)
        case .green: Codes("GREEN", 0x18f, nec: 0x29, philips: 108, cec: 0x73)
        case .yellow: Codes("YELLOW", 0x190, nec: 0x2a, philips: 109, cec: 0x74)
        case .blue: Codes("BLUE", 0x191, nec: 0x2b, philips: 110, cec: 0x71)
        }
    }
}
