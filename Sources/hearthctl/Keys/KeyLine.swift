import ControlProtocol

/// Prints one key that was pressed, for `keys test` and `events`.
enum KeyLine {
    static func text(_ key: KeyInfo) -> String {
        guard let code = key.code ?? key.key else { return "\(key.remote): a key, while a passcode is asked for" }
        var parts = ["\(key.remote): \(code)"]
        guard let name = key.key else {
            return parts[0] + " has no meaning: [keys] of the configuration can give it one"
        }
        if name != key.code { parts.append("is \(name)") }
        switch key.gesture {
        case .hold?: parts.append("held")
        case .repetition?: parts.append("still held")
        case .press?, nil: break
        }
        parts.append("in \(key.focus)")
        guard let command = key.command else { return parts.joined(separator: ", ") + ": nothing" }
        let result = key.result.map { $0 == "done" ? "" : " (\(key.reason ?? $0))" } ?? ""
        return parts.joined(separator: ", ") + ": \(command)\(result)"
    }
}
