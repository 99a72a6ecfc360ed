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

    /// By its own name (`channel-up`), a digit, or the kernel's (`KEY_CHANNELUP`), in any case.
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

    /// Nil for what is not 0…9.
    package static func digit(_ digit: Int) -> RemoteKey? { RemoteKey(rawValue: String(digit)) }

    /// `linux/input-event-codes.h`.
    package var evdevName: String { "KEY_" + codes.evdev.name }
    package var evdevCode: UInt16 { codes.evdev.code }

    /// Command of address 0x40 in NEC, and of system 0 in RC-5 and RC-6 where those define one: the
    /// keymaps of the rig give each of them the key back.
    package var infraredCommand: UInt8 { codes.infrared }

    /// HDMI 1.4 CEC table 30, User Control Code, by the name that `cec-ctl` takes; nil where CEC has none.
    package var cecName: String? { codes.cec }

    private var codes: (evdev: (name: String, code: UInt16), infrared: UInt8, cec: String?) {
        switch self {
        case .up: (("UP", 103), 0x10, "up")
        case .down: (("DOWN", 108), 0x11, "down")
        case .left: (("LEFT", 105), 0x12, "left")
        case .right: (("RIGHT", 106), 0x13, "right")
        case .ok: (("OK", 0x160), 0x14, "select")
        case .back: (("BACK", 158), 0x15, "back")
        case .menu: (("MENU", 139), 0x16, "device-root-menu")
        case .info: (("INFO", 0x166), 0x17, "display-information")
        case .guide: (("EPG", 0x16d), 0x18, "electronic-program-guide")
        case .channelUp: (("CHANNELUP", 0x192), 0x20, "channel-up")
        case .channelDown: (("CHANNELDOWN", 0x193), 0x21, "channel-down")
        case .last: (("LAST", 0x195), 0x22, "previous-channel")
        case .volumeUp: (("VOLUMEUP", 115), 0x23, "volume-up")
        case .volumeDown: (("VOLUMEDOWN", 114), 0x24, "volume-down")
        case .mute: (("MUTE", 113), 0x25, "mute")
        case .power: (("POWER", 116), 0x26, "power")
        case .digit0: (("0", 11), 0x00, "number-0-or-number-10")
        case .digit1: (("1", 2), 0x01, "number-1")
        case .digit2: (("2", 3), 0x02, "number-2")
        case .digit3: (("3", 4), 0x03, "number-3")
        case .digit4: (("4", 5), 0x04, "number-4")
        case .digit5: (("5", 6), 0x05, "number-5")
        case .digit6: (("6", 7), 0x06, "number-6")
        case .digit7: (("7", 8), 0x07, "number-7")
        case .digit8: (("8", 9), 0x08, "number-8")
        case .digit9: (("9", 10), 0x09, "number-9")
        }
    }
}
