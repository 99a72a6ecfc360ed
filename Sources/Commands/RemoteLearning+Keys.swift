extension RemoteLearning {
    /// What a remote is asked for unless told otherwise: first what the whole interface works with.
    package static let usualKeys: [KeyCode] =
        ([
            "OK", "UP", "DOWN", "LEFT", "RIGHT", "BACK", "CHANNELUP", "CHANNELDOWN", "VOLUMEUP", "VOLUMEDOWN", "MUTE", "POWER",
            "MENU", "INFO", "EPG", "LAST", "PLAYPAUSE", "STOP",
        ] + (0...9).map { "NUMERIC_\(($0 + 1) % 10)" } + ["SUBTITLE", "LANGUAGE", "RED", "GREEN", "YELLOW", "BLUE"])
        .compactMap(KeyCode.init(name:))

    /// The code that a remote should send for what a person calls it: a key of the plan (`ok`, `channel_up`) or the
    /// kernel's name.
    package static func code(named text: String) -> KeyCode? {
        guard let key = Key(name: text) else { return KeyCode(name: text) }
        if case .other(let code) = key { return code }
        return usualKeys.first { Keymap.standard[$0] == key } ?? Keymap.standard.codes(of: key).first
    }

    /// What a key is called on remotes: the plan's word, else the kernel's.
    package static func name(of code: KeyCode) -> String { Keymap.standard[code]?.name ?? code.description }
}
