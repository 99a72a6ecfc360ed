import CEvdev

/// Names of keys, as the kernel's headers have them.
enum KeyName {
    /// The code of `KEY_CHANNELUP`, `channelup` or `BTN_LEFT`; nil if there is no such key.
    static func code(of name: String) -> UInt16? {
        guard name.utf8.count <= 64 else { return nil }
        let upper = name.uppercased()
        for candidate in [upper, "KEY_" + upper] {
            let code = libevdev_event_code_from_name(UInt32(EV_KEY), candidate)
            if let code = UInt16(exactly: code), code != 0 { return code }
        }
        return nil
    }
}
