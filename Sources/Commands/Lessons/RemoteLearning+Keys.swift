extension RemoteLearning {
    /// The keys for which a remote is asked unless told otherwise: first those with which the whole interface
    /// works.
    package static let usualKeys: [KeyCode] =
        ([
            "OK", "UP", "DOWN", "LEFT", "RIGHT", "BACK", "CHANNELUP", "CHANNELDOWN", "VOLUMEUP", "VOLUMEDOWN", "MUTE",
            "POWER",
            "MENU", "INFO", "EPG", "LAST", "PLAYPAUSE", "STOP",
        ] + (0...9).map { "NUMERIC_\(($0 + 1) % 10)" } + ["SUBTITLE", "LANGUAGE", "RED", "GREEN", "YELLOW", "BLUE"])
        .compactMap(KeyCode.init(name:))

    /// The code that a remote should send for a key's name: that of the plan (`ok`, `channel_up`) or the kernel's.
    package static func code(named text: String) -> KeyCode? {
        guard let key = Key(name: text) else { return KeyCode(name: text) }
        if case .other(let code) = key { return code }
        return usualKeys.first { Keymap.standard[$0] == key } ?? Keymap.standard.codes(of: key).first
    }

    /// The name of a key on remotes: the plan's, else the kernel's.
    package static func name(of code: KeyCode) -> String { Keymap.standard[code]?.name ?? code.description }
}
