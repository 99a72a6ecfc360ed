import Commands
import TOMLKit

/// The keymap of an infrared remote as `ir-keytable` loads it (v4l-utils' `rc_keymaps/*.toml`;
/// `/etc/rc_keymaps`, `/lib/udev/rc_keymaps`): it maps scancodes to keys. All protocols of a file belong to
/// one remote.
package struct RemoteKeymap: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        /// The protocol's name in `ir-keytable`: `nec`, `rc6`, `pulse_distance`.
        package var kind: String
        package var variant: String?
        package var name: String?
        package var keys: [Entry] = []
    }

    package struct Entry: Sendable, Equatable {
        /// The scancode; nil where the file has it as pulses (`raw`).
        package var scancode: UInt64?
        package var code: KeyCode
    }

    package var parts: [Part] = []

    package init() {}

    package var codes: Set<KeyCode> { Set(parts.flatMap(\.keys).map(\.code)) }
    package var keyCount: Int { parts.reduce(0) { $0 + $1.keys.count } }
    /// The remote's name: the first that a part states.
    package var name: String? { parts.lazy.compactMap(\.name).first }
}

/// The result of reading a keymap, with everything that was found wrong.
package struct RemoteKeymapReading: Sendable, Equatable {
    /// The keymap. To be used only if `errors` is empty.
    package var keymap = RemoteKeymap()
    /// The faults for which `ir-keytable` refuses the file.
    package var errors: [ConfigurationDiagnostic] = []
    /// The faults for which `ir-keytable` leaves out a part of the file.
    package var warnings: [ConfigurationDiagnostic] = []

    private let name: String

    package init(file: String) {
        name = file
        switch TextFile.contents(of: file) {
        case .success(let text): read(text)
        case .failure(let diagnostic): errors.append(diagnostic)
        }
    }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) {
        self.name = name
        read(text)
    }

    private mutating func read(_ text: String) {
        let document: TOMLFile
        do throws(ConfigurationDiagnostic) {
            document = try TOMLFile(text: text, name: name)
        } catch {
            errors.append(error)
            return
        }
        guard let protocols = document.table["protocols"]?.tomlValue.array else {
            errors.append(
                ConfigurationDiagnostic(
                    file: name, reason: "there is no [[protocols]] in it: it is no keymap of a remote"))
            return
        }
        if protocols.isEmpty {
            errors.append(ConfigurationDiagnostic(file: name, reason: "its list of protocols is empty"))
        }
        for index in protocols.indices {
            let path = "protocols[\(index)]"
            guard let table = protocols[index].tomlValue.table else {
                wrong(document, path, "expected a table, found \(protocols[index].tomlValue.debugDescription)")
                continue
            }
            if let part = part(table, path, document) { keymap.parts.append(part) }
        }
    }

    private mutating func part(_ table: TOMLTable, _ path: String, _ document: TOMLFile) -> RemoteKeymap.Part? {
        guard let kind = table["protocol"]?.tomlValue else {
            wrong(document, path, "there is no protocol = \"…\" in this part")
            return nil
        }
        guard let kind = kind.string else {
            wrong(document, path + ".protocol", "expected a name in quotes, found \(kind.debugDescription)")
            return nil
        }
        var part = RemoteKeymap.Part(kind: kind)
        part.variant = text("variant", table, path, document)
        part.name = text("name", table, path, document)
        let raw = table["raw"]?.tomlValue.array
        let scancodes = table["scancodes"]?.tomlValue
        if let raw {
            if scancodes != nil { wrong(document, path, "it has both scancodes and raw: only one of them can be") }
            if kind != "raw" { wrong(document, path, "raw entries need protocol = \"raw\", not \"\(kind)\"") }
            for index in raw.indices { add(raw[index].tomlValue, "\(path).raw[\(index)]", to: &part, document) }
        } else if kind == "raw" {
            wrong(document, path, "protocol \"raw\" needs entries [[protocols.raw]]")
        }
        if let scancodes {
            guard let scancodes = scancodes.table else {
                wrong(document, path + ".scancodes", "expected a table, found \(scancodes.debugDescription)")
                return part
            }
            add(scancodes, path + ".scancodes", to: &part, document)
        }
        return part
    }

    private mutating func text(
        _ key: String, _ table: TOMLTable, _ path: String, _ document: TOMLFile
    ) -> String? {
        guard let value = table[key]?.tomlValue else { return nil }
        if value.string == nil {
            wrong(document, "\(path).\(key)", "expected a text in quotes, found \(value.debugDescription)")
        }
        return value.string
    }

    private mutating func add(
        _ scancodes: TOMLTable, _ path: String, to part: inout RemoteKeymap.Part, _ document: TOMLFile
    ) {
        var seen: [UInt64: String] = [:]
        // The entries are read in the order of the file.
        let keys = scancodes.keys.map { (line: document.lines.line(of: "\(path).\($0)") ?? 0, key: $0) }
        for (_, key) in keys.sorted(by: { ($0.line, $0.key) < ($1.line, $1.key) }) {
            let place = "\(path).\(key)"
            guard let scancode = Self.scancode(key) else {
                wrong(document, place, "\"\(key)\" is no scancode: expected a number such as 0x800f0400")
                continue
            }
            guard let value = scancodes[key]?.tomlValue, let name = value.string else {
                let found = scancodes[key]?.tomlValue.debugDescription ?? "nothing"
                wrong(document, place, "expected a key's name in quotes, found \(found)")
                continue
            }
            if let other = seen.updateValue(key, forKey: scancode) {
                warn(document, place, "the same scancode as \(other): only one of the two keys is sent")
            }
            guard let code = code(name, document, place) else { continue }
            part.keys.append(RemoteKeymap.Entry(scancode: scancode, code: code))
        }
    }

    /// Adds an entry written as pulses: `{ keycode = "KEY_OK", raw = "+1520 -400 …" }`.
    private mutating func add(
        _ entry: TOMLValue, _ path: String, to part: inout RemoteKeymap.Part, _ document: TOMLFile
    ) {
        guard let table = entry.table, let name = table["keycode"]?.tomlValue.string else {
            wrong(document, path, "there is no keycode = \"KEY_…\" in this entry")
            return
        }
        guard let pulses = table["raw"]?.tomlValue.string, !pulses.allSatisfy(\.isWhitespace) else {
            wrong(document, path, "there is no raw = \"…\" with the lengths of light and dark in this entry")
            return
        }
        guard let code = code(name, document, path) else { return }
        part.keys.append(RemoteKeymap.Entry(scancode: nil, code: code))
    }

    /// The key code of a name. `ir-keytable` takes a name of the kernel's, or a number, and leaves out unknown
    /// ones.
    private mutating func code(_ name: String, _ document: TOMLFile, _ path: String) -> KeyCode? {
        if let number = Self.scancode(name), let code = UInt16(exactly: number) { return KeyCode(code) }
        if name.hasPrefix("KEY_") || name.hasPrefix("BTN_"), let code = KeyCode(name: name) { return code }
        // In a file that is all wrong suggestions are of no use.
        let similar = warnings.count < 20 ? closest(to: name, among: KeyCode.allNames) : nil
        let meant = similar.map { "; did you mean \($0)?" } ?? ""
        warn(document, path, "the kernel has no key \"\(name)\", so nothing is sent for it\(meant)")
        return nil
    }

    /// Parses a number as C's strtoull does with the whole text: 0x and digits, 0 and octal ones, or decimal
    /// ones.
    private static func scancode(_ text: String) -> UInt64? {
        let lower = text.lowercased()
        if lower.hasPrefix("0x") { return UInt64(lower.dropFirst(2), radix: 16) }
        return lower.hasPrefix("0") && lower.count > 1 ? UInt64(lower.dropFirst(), radix: 8) : UInt64(lower)
    }

    private mutating func wrong(_ document: TOMLFile, _ path: String, _ reason: String) {
        errors.append(diagnostic(document, path, reason))
    }

    private mutating func warn(_ document: TOMLFile, _ path: String, _ reason: String) {
        warnings.append(diagnostic(document, path, reason))
    }

    private func diagnostic(_ document: TOMLFile, _ path: String, _ reason: String) -> ConfigurationDiagnostic {
        ConfigurationDiagnostic(file: name, line: document.lines.line(of: path), reason: reason)
    }
}
