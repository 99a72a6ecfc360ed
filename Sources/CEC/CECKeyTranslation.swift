import CEvdev

/// CEC's user control codes as the kernel's key codes (`drivers/media/rc/keymaps/rc-cec.c`).
///
/// Departs from the kernel's table where that would mislead: CEC has no "back", TVs send Exit (0x0d)
/// for it; Forward and Backward (0x4b, 0x4c) skip; and Sub Picture (0x51), which the kernel has as a second TV, is the
/// subtitle key of TVs' remotes.
package enum CECKeyTranslation {
    /// The kernel's key code for a user control code; nil for codes that are no keys, or whose operand
    /// is not known.
    ///
    /// - Parameter operands: of User Control Pressed: the code, then what Play Function (0x60) is to do
    package static func code(forUserControl operands: [UInt8]) -> UInt16? {
        guard let code = operands.first else { return nil }
        if code == 0x60, operands.count > 1 { return Self.code(forPlayMode: operands[1]) }
        return table[code].map { UInt16($0) }
    }

    /// The key code for the operand of Play or Play Function: HDMI 1.4 CEC table 29, "Play Mode".
    static func code(forPlayMode mode: UInt8) -> UInt16? {
        switch mode {
        case 0x05...0x07: UInt16(KEY_FASTFORWARD)
        case 0x09...0x0b, 0x20: UInt16(KEY_REWIND)
        case 0x15...0x17, 0x19...0x1b: UInt16(KEY_SLOW)
        case 0x24: UInt16(KEY_PLAYCD)
        case 0x25: UInt16(KEY_PAUSECD)
        default: nil
        }
    }

    private static let table: [UInt8: Int32] = [
        0x00: KEY_OK, 0x01: KEY_UP, 0x02: KEY_DOWN, 0x03: KEY_LEFT, 0x04: KEY_RIGHT,
        0x05: KEY_RIGHT_UP, 0x06: KEY_RIGHT_DOWN, 0x07: KEY_LEFT_UP, 0x08: KEY_LEFT_DOWN,
        0x09: KEY_ROOT_MENU, 0x0a: KEY_SETUP, 0x0b: KEY_MENU, 0x0c: KEY_FAVORITES, 0x0d: KEY_BACK,
        0x10: KEY_MEDIA_TOP_MENU, 0x11: KEY_CONTEXT_MENU,
        0x1d: KEY_DIGITS, 0x1e: KEY_NUMERIC_11, 0x1f: KEY_NUMERIC_12,
        0x20: KEY_NUMERIC_0, 0x21: KEY_NUMERIC_1, 0x22: KEY_NUMERIC_2, 0x23: KEY_NUMERIC_3,
        0x24: KEY_NUMERIC_4, 0x25: KEY_NUMERIC_5, 0x26: KEY_NUMERIC_6, 0x27: KEY_NUMERIC_7,
        0x28: KEY_NUMERIC_8, 0x29: KEY_NUMERIC_9,
        0x2a: KEY_DOT, 0x2b: KEY_ENTER, 0x2c: KEY_CLEAR, 0x2f: KEY_NEXT_FAVORITE,
        0x30: KEY_CHANNELUP, 0x31: KEY_CHANNELDOWN, 0x32: KEY_PREVIOUS, 0x33: KEY_SOUND,
        0x34: KEY_VIDEO, 0x35: KEY_INFO, 0x36: KEY_HELP, 0x37: KEY_PAGEUP, 0x38: KEY_PAGEDOWN,
        0x40: KEY_POWER, 0x41: KEY_VOLUMEUP, 0x42: KEY_VOLUMEDOWN, 0x43: KEY_MUTE,
        0x44: KEY_PLAYCD, 0x45: KEY_STOPCD, 0x46: KEY_PAUSECD, 0x47: KEY_RECORD, 0x48: KEY_REWIND,
        0x49: KEY_FASTFORWARD, 0x4a: KEY_EJECTCD, 0x4b: KEY_NEXTSONG, 0x4c: KEY_PREVIOUSSONG,
        0x4d: KEY_STOP_RECORD, 0x4e: KEY_PAUSE_RECORD,
        0x50: KEY_ANGLE, 0x51: KEY_SUBTITLE, 0x52: KEY_VOD, 0x53: KEY_EPG, 0x54: KEY_TIME, 0x55: KEY_CONFIG,
        0x58: KEY_AUDIO_DESC, 0x59: KEY_WWW, 0x5a: KEY_3D_MODE,
        0x60: KEY_PLAYCD, 0x61: KEY_PLAYPAUSE, 0x62: KEY_RECORD, 0x63: KEY_PAUSE_RECORD,
        0x64: KEY_STOPCD, 0x65: KEY_MUTE, 0x66: KEY_UNMUTE,
        0x6b: KEY_POWER, 0x6c: KEY_SLEEP, 0x6d: KEY_WAKEUP,
        0x71: KEY_BLUE, 0x72: KEY_RED, 0x73: KEY_GREEN, 0x74: KEY_YELLOW, 0x75: KEY_F5, 0x76: KEY_DATA,
    ]
}
