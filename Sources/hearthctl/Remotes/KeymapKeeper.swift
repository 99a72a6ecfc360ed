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
    /// The folder with what lasts no longer than the power: the lock, keymaps on trial, and the protocols that were
    /// decoded before, by receiver, to restore them after a crash.
    var state = "/run/hearth-keymaps"
    /// The program with which udev loads keymaps.
    var tool = "ir-keytable"
    var files = DurableFiles()

    func file(_ name: String) -> String { "\(folder)/\(KeymapOrder.file(of: name))" }

    private var tableFile: KeymapTableFile {
        KeymapTableFile(path: table, note: "\(folder)/\(KeymapOrder.tableNote)", files: files)
    }

    // MARK: Keeping

    /// Writes a keymap and loads it into a receiver.
    /// - Returns: the keymap's path
    func keep(_ name: String, receiver: String, keymap: String) throws(Trouble) -> String {
        guard KeymapOrder.isName(name) else {
            throw Trouble("\"\(name.prefix(60))\" can't be a remote's name: letters a to z, digits, - and _")
        }
        let (driver, kernelTable) = try identity(of: receiver)
        let reading = RemoteKeymapReading(text: keymap, name: "the keymap")
        if let error = reading.errors.first { throw Trouble("\(error)") }
        guard reading.keymap.keyCount > 0 else { throw Trouble("there is no key in it") }
        // What is tried and kept is written here, of numbers and known words: nothing that was sent is.
        let text: String
        do { text = try reading.keymap.written(named: name) } catch { throw Trouble("\(error)") }
        guard text.utf8.count <= KeymapOrder.longestKeymap else {
            throw Trouble("it is larger than \(KeymapOrder.longestKeymap) bytes, written out")
        }
        let line = KeymapTable.Line(driver: driver, table: kernelTable, file: KeymapOrder.file(of: name))
        try alone { () throws(Trouble) in try keep(text, as: name, line, receiver) }
        return file(name)
    }

    private func keep(
        _ text: String, as name: String, _ line: KeymapTable.Line, _ receiver: String
    ) throws(Trouble) {
        let path = file(name)
        let names = LearntRemote.names(in: folder)
        guard names.contains(name) || names.count < KeymapOrder.mostKept else {
            throw Trouble(
                "\(names.count) remotes are kept, which is the most: 'hearthctl remote forget NAME' makes room")
        }
        let before = (keymap: try known(path), table: try known(table))
        do {
            try check(text)
            // First the keymap, then the line that names it: between the two nothing has changed.
            try files.replace(path, with: text, backup: path + ".bak")
            var lines = KeymapTable(text: before.table ?? "")
            lines.add(line)
            if lines.text != before.table { try tableFile.write(lines.text) }
            try load(receiver)
        } catch let trouble {
            // Restore both files.
            tableFile.restore(before.table ?? "")
            if let keymap = before.keymap {
                if DurableFiles.text(of: path) != keymap { try? files.replace(path, with: keymap) }
            } else {
                try? files.removeDurably(path)
            }
            throw trouble as? Trouble ?? Trouble("\(trouble)")
        }
    }

    /// Removes a keymap; the receivers go on with the others they have.
    func forget(_ name: String) throws(Trouble) {
        guard KeymapOrder.isName(name) else { throw Trouble("no remote is called \(name.prefix(60))") }
        let (concerned, lines) = try alone { () throws(Trouble) in try takeAway(name) }
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

    /// Takes a keymap out of the table, and its file beside.
    /// - Returns: the lines that named it, and the table without them
    private func takeAway(_ name: String) throws(Trouble) -> (concerned: [KeymapTable.Line], rest: KeymapTable) {
        let file = KeymapOrder.file(of: name)
        guard access(self.file(name), F_OK) == 0 else { throw Trouble("no remote is called \(name)") }
        var lines = KeymapTable(text: try known(table) ?? "")
        let concerned = lines.lines.filter { $0.file == file }
        do {
            lines.remove(file: file)
            if !concerned.isEmpty { try tableFile.write(lines.text) }
            try files.move(self.file(name), to: self.file(name) + ".bak")
        } catch {
            throw Trouble("\(error)")
        }
        dropBackups()
        return (concerned, lines)
    }

    /// Removes the oldest of too many forgotten keymaps.
    private func dropBackups() {
        func age(_ path: String) -> Int {
            var facts = stat()
            return stat(path, &facts) == 0 ? facts.st_ctim.tv_sec : 0
        }
        let forgotten = DurableFiles.names(in: folder).filter {
            $0.hasSuffix(".bak") && KeymapOrder.name(ofFile: String($0.dropLast(4))) != nil
        }.map { "\(folder)/\($0)" }.map { (path: $0, age: age($0)) }
        let extra = max(0, forgotten.count - KeymapOrder.mostKept)
        for (path, _) in forgotten.sorted(by: { $0.age < $1.age }).prefix(extra) { try? files.remove(path) }
    }

    /// The text of a file; nil: there is no such file. One that can't be read whole must not be replaced.
    private func known(_ path: String) throws(Trouble) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        guard let text = DurableFiles.text(of: path) else {
            throw Trouble("\(path) can't be read as UTF-8: mend it, or move it away")
        }
        return text
    }

    private func check(_ keymap: String) throws(Trouble) {
        // The trial shows how ir-keytable reads it, before it is anybody's keymap.
        let trial = DurableFiles.newName(in: state, Self.trial.head, Self.trial.tail)
        defer { try? files.remove(trial) }
        do { try files.create(keymap, at: trial, mode: 0o600) } catch { throw Trouble("\(error)") }
        try run([tool, "--test-keymap=\(trial)"])
    }

    private static let trial = (head: "trial-", tail: ".toml")

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

    // MARK: One at a time

    /// Does something to what is kept, as the only one: another keeper waits. What a kill left is finished first.
    private func alone<Result>(_ body: () throws(Trouble) -> Result) throws(Trouble) -> Result {
        do {
            let lock = try openLock()
            try checked("flock \(state)/lock") { flock(lock.raw, LOCK_EX) }
            defer { flock(lock.raw, LOCK_UN) }
            try make(folder, 0o755)
            try finish()
            return try body()
        } catch let trouble {
            throw trouble as? Trouble ?? Trouble("\(trouble)")
        }
    }

    private func make(_ folder: String, _ mode: mode_t) throws(SystemCallError) {
        guard mkdir(folder, mode) < 0, errno != EEXIST else { return }
        throw SystemCallError(call: "mkdir \(folder)", errno: errno)
    }

    private func openLock() throws(SystemCallError) -> OwnedDescriptor {
        try make(state, 0o700)
        return OwnedDescriptor(
            taking: try checked("open \(state)/lock") {
                open("\(state)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            })
    }

    /// Finishes what a keeper had begun that was killed, and removes what it had on trial. Only under the lock.
    private func finish() throws(SystemCallError) {
        files.sweep(state, head: Self.trial.head, tail: Self.trial.tail)
        files.sweep(folder)
        try tableFile.recover {
            // Receivers may have come up with half a table.
            for receiver in receivers() where hasKept(receiver) { try? load(receiver) }
        }
    }

    // MARK: Receivers

    private func receivers() -> [String] {
        DurableFiles.names(in: sysfs).filter(KeymapOrder.isReceiver)
    }

    private func identity(of receiver: String) throws(Trouble) -> (driver: String, table: String) {
        guard KeymapOrder.isReceiver(receiver), let facts = DurableFiles.text(of: "\(sysfs)/\(receiver)/uevent") else {
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
        do { try make(state, 0o700) } catch { throw Trouble("\(error)") }
        let note = "\(state)/\(receiver)"
        let descriptor = open(note, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Trouble("\(note): \(String(cString: strerror(errno)))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Trouble("somebody else teaches \(receiver) a remote")
        }
        // A note that is there already was left by a listener that died: it states what was before that.
        if (DurableFiles.text(of: note) ?? "").isEmpty {
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
        if let before = DurableFiles.text(of: note), before.hasPrefix("none") { _ = set(before, receiver) }
        if hasKept(receiver) { try? load(receiver) }
        unlink(note)
        close(lock)
        lock = -1
    }

    /// Restores the protocols after listeners that died, and finishes what was being kept. What others are at is left
    /// to them.
    func mend() {
        if let lock = try? openLock(), flock(lock.raw, LOCK_EX | LOCK_NB) == 0 {
            try? finish()
            flock(lock.raw, LOCK_UN)
        }
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
        guard let text = DurableFiles.text(of: "\(sysfs)/\(receiver)/protocols") else { return nil }
        let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
        func isDecoder(_ word: String) -> Bool { !["lirc", "cec", "unknown", "other"].contains(word) }
        let enabled = words.filter { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) }.filter(isDecoder)
        let supported = words.map { $0.filter { $0 != "[" && $0 != "]" } }.filter(isDecoder)
        return (supported, "none" + enabled.map { " +\($0)" }.joined())
    }

    private func hasKept(_ receiver: String) -> Bool {
        guard let (driver, kernelTable) = try? identity(of: receiver), let text = DurableFiles.text(of: table) else {
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
