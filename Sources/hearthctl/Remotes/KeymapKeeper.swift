import Base
import ConfigurationFile
import Devices
import Glibc
import RemoteKeymaps

/// Writes keymaps of infrared remotes, makes them permanent and loads them; decodes everything while a remote is
/// learnt. The only part of Hearth that runs as root: it trusts nothing it is sent.
struct KeymapKeeper: Sendable {
    struct Trouble: Error, Equatable, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    var table = KeymapOrder.table
    var folder = KeymapOrder.folder
    var sysfs = "/sys/class/rc"
    /// The folder with the protocols that were decoded before, by receiver, to restore them after a crash. Lost with
    /// the power, as is the kernel's own setting.
    var state = "/run/hearth-keymaps"
    /// The program with which udev loads keymaps.
    var tool = "ir-keytable"

    func file(_ name: String) -> String { "\(folder)/\(KeymapOrder.file(of: name))" }

    // MARK: Keeping

    /// Writes a keymap and loads it into a receiver.
    /// - Returns: the keymap's path
    func keep(_ name: String, receiver: String, keymap: String) throws(Trouble) -> String {
        guard KeymapOrder.isName(name) else {
            throw Trouble("\"\(name.prefix(60))\" can't be a remote's name: letters a to z, digits, - and _")
        }
        let (driver, table) = try identity(of: receiver)
        let path = file(name)
        let reading = RemoteKeymapReading(text: keymap, name: "the keymap")
        if let error = reading.errors.first { throw Trouble("\(error)") }
        guard reading.keymap.keyCount > 0 else { throw Trouble("there is no key in it") }
        if let other = reading.keymap.parts.first(where: { !Self.isDecoded($0.kind) }) {
            throw Trouble("\(other.kind.prefix(40)) needs a decoder of its own, which only root's ir-keytable may load")
        }
        let before = (keymap: try known(path), table: try known(self.table))
        do {
            if mkdir(folder, 0o755) < 0, errno != EEXIST {
                throw SystemCallError(call: "mkdir \(folder)", errno: errno)
            }
            try check(keymap)
            // First the keymap, then the line that names it: between the two nothing has changed.
            try AtomicFile.write(keymap, to: path, backup: path + ".bak")
            var lines = KeymapTable(text: before.table ?? "")
            lines.add(KeymapTable.Line(driver: driver, table: table, file: KeymapOrder.file(of: name)))
            if lines.text != before.table {
                try AtomicFile.write(lines.text, to: self.table, backup: self.table + ".hearth-bak")
            }
            try load(receiver)
        } catch let trouble {
            // Restore both files.
            if let text = before.table { try? AtomicFile.write(text, to: self.table) } else { unlink(self.table) }
            if let text = before.keymap { try? AtomicFile.write(text, to: path) } else { unlink(path) }
            throw trouble as? Trouble ?? Trouble("\(trouble)")
        }
        return path
    }

    /// Removes a keymap; the receivers go on with the others they have.
    func forget(_ name: String) throws(Trouble) {
        guard KeymapOrder.isName(name) else { throw Trouble("no remote is called \(name.prefix(60))") }
        let file = KeymapOrder.file(of: name)
        guard access(self.file(name), F_OK) == 0 else { throw Trouble("no remote is called \(name)") }
        var lines = KeymapTable(text: try known(table) ?? "")
        let concerned = lines.lines.filter { $0.file == file }
        do {
            lines.remove(file: file)
            if !concerned.isEmpty { try AtomicFile.write(lines.text, to: table, backup: table + ".hearth-bak") }
            try AtomicFile.remove(self.file(name), backup: self.file(name) + ".bak")
        } catch {
            throw Trouble("\(error)")
        }
        for receiver in receivers() {
            guard let (driver, kernelTable) = try? identity(of: receiver),
                concerned.contains(where: { $0.fits(driver: driver, table: kernelTable) })
            else { continue }
            if lines.files(driver: driver, table: kernelTable).isEmpty {
                // Without a keymap ir-keytable would leave all as it is.
                try run([tool, "-c", "-s", receiver])
                // A receiver without keys needs no decoder.
                _ = set("none", receiver)
            } else {
                try load(receiver)
            }
        }
    }

    /// Whether the kernel itself decodes a protocol. Names are compared as ir-keytable does; the last three decode
    /// nothing.
    private static func isDecoded(_ kind: String) -> Bool {
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }
        return (InfraredProtocol.families + ["unknown", "other", "none"]).contains { plain($0) == plain(kind) }
    }

    /// The text of a file; nil: there is no such file. One that can't be read whole must not be replaced.
    private func known(_ path: String) throws(Trouble) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let text = AtomicFile.text(of: path) else {
            throw Trouble("\(path) can't be read as UTF-8: mend it, or move it away")
        }
        return text
    }

    private func check(_ keymap: String) throws(Trouble) {
        // The trial shows how ir-keytable reads it, before it is anybody's keymap.
        let trial = "\(folder)/.hearth-trial.toml"
        defer { unlink(trial) }
        do { try AtomicFile.write(keymap, to: trial) } catch { throw Trouble("\(error)") }
        try run([tool, "--test-keymap=\(trial)"])
    }

    /// Loads the keymaps into a receiver, as udev does when it appears.
    private func load(_ receiver: String) throws(Trouble) {
        try run([tool, "-a", table, "-s", receiver])
    }

    private func run(_ words: [String]) throws(Trouble) {
        let (status, said) = Tool.run(words)
        guard status != 0 else { return }
        if status == 127 {
            throw Trouble("\(tool) is missing, which loads keymaps at every start: apt-get install ir-keytable")
        }
        throw Trouble("\(words.joined(separator: " ")) failed (\(status)): \(said)")
    }

    // MARK: Receivers

    private func receivers() -> [String] {
        guard let directory = opendir(sysfs) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if KeymapOrder.isReceiver(name) { names.append(name) }
        }
        return names.sorted()
    }

    private func identity(of receiver: String) throws(Trouble) -> (driver: String, table: String) {
        guard KeymapOrder.isReceiver(receiver), let facts = AtomicFile.text(of: "\(sysfs)/\(receiver)/uevent") else {
            throw Trouble("there is no receiver \(receiver.prefix(20))")
        }
        func fact(_ key: String) -> String? {
            facts.split(separator: "\n").first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
        }
        // A line of the table consists of words: `*` stands for a name that is none.
        func word(_ key: String) -> String { fact(key).flatMap { $0.isEmpty || $0.contains(" ") ? nil : $0 } ?? "*" }
        return (word("DRV_NAME"), word("NAME"))
    }

    // MARK: Decoders

    /// Makes a receiver decode everything it can. The protocols that it decoded before are noted, and `lock` holds the
    /// note as long as somebody listens.
    ///
    /// - Returns: why it can't decode all; nil: it can
    func listen(_ receiver: String, lock: inout Int32) throws(Trouble) -> String? {
        guard KeymapOrder.isReceiver(receiver), let now = protocols(of: receiver) else {
            throw Trouble("there is no receiver \(receiver.prefix(20))")
        }
        if mkdir(state, 0o755) < 0, errno != EEXIST { throw Trouble("\(state): \(String(cString: strerror(errno)))") }
        let note = "\(state)/\(receiver)"
        let descriptor = open(note, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw Trouble("\(note): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Trouble("somebody else teaches \(receiver) a remote")
        }
        // A note that is there already was left by a listener that died: it states what was before that.
        if (AtomicFile.text(of: note) ?? "").isEmpty {
            let text = Array(now.enabled.utf8)
            _ = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            fsync(descriptor)
        }
        lock = descriptor
        let all = "none " + now.supported.map { "+\($0)" }.joined(separator: " ")
        guard set(all, receiver) else {
            let reason = String(cString: strerror(errno))
            _ = set(now.enabled, receiver)
            return
                "\(receiver) decodes only \(now.enabled.dropFirst("none ".count)): all at once is refused (\(reason))"
        }
        return nil
    }

    /// Decodes what it did before somebody listened; where a remote was kept, what the keymaps need and nothing else, as at
    /// every start: each decoder more finds codes in other remotes' light.
    func restore(_ receiver: String, lock: inout Int32) {
        guard lock >= 0 else { return }
        let note = "\(state)/\(receiver)"
        if let before = AtomicFile.text(of: note), before.hasPrefix("none") { _ = set(before, receiver) }
        if hasKept(receiver) { try? load(receiver) }
        unlink(note)
        close(lock)
        lock = -1
    }

    /// Restores the protocols after listeners that died.
    func mend() {
        for receiver in receivers() {
            var descriptor = open("\(state)/\(receiver)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                restore(receiver, lock: &descriptor)
            } else {
                close(descriptor)
            }
        }
    }

    /// The protocols of a receiver; `enabled` as it is written back: `none +nec +rc-6`.
    private func protocols(of receiver: String) -> (supported: [String], enabled: String)? {
        guard let text = AtomicFile.text(of: "\(sysfs)/\(receiver)/protocols") else { return nil }
        let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
        func isDecoder(_ word: String) -> Bool { !["lirc", "cec", "unknown", "other"].contains(word) }
        let enabled = words.filter { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) }.filter(isDecoder)
        let supported = words.map { $0.filter { $0 != "[" && $0 != "]" } }.filter(isDecoder)
        return (supported, "none" + enabled.map { " +\($0)" }.joined())
    }

    private func hasKept(_ receiver: String) -> Bool {
        guard let (driver, kernelTable) = try? identity(of: receiver), let text = AtomicFile.text(of: table) else {
            return false
        }
        return KeymapTable(text: text).files(driver: driver, table: kernelTable).contains {
            KeymapOrder.name(ofFile: $0) != nil
        }
    }

    private func set(_ protocols: String, _ receiver: String) -> Bool {
        guard let file = try? OwnedDescriptor(open: "\(sysfs)/\(receiver)/protocols", flags: O_WRONLY) else {
            return false
        }
        return Glibc.write(file.raw, protocols, protocols.utf8.count) >= 0
    }
}
