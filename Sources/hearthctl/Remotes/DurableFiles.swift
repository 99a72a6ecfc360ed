import Base
import Glibc

/// Changes files so that a kill or a pulled plug between any two steps loses nothing: the old one or the new one is
/// there, whole. Only `overwrite` may leave half a file, which its caller can write anew.
struct DurableFiles: Sendable {
    /// Asked before each step that changes something; what it throws stands in the step's place. Tests pull the plug
    /// here.
    var willStep: @Sendable (String) throws(SystemCallError) -> Void = { _ in }
    /// How many bytes a step writes.
    var stride = 1 << 16

    /// Files that nobody finished begin and end like this.
    private static let unfinished = (head: ".hearth-", tail: ".new")

    /// A name in a folder that nobody can have made ready.
    static func newName(in folder: String, _ head: String, _ tail: String) -> String {
        let number = String(UInt64.random(in: 0 ... .max), radix: 16) + String(UInt64.random(in: 0 ... .max), radix: 16)
        return "\(folder)/\(head)\(number)\(tail)"
    }

    /// Makes a file that was not there.
    func create(_ text: String, at path: String, mode: mode_t) throws(SystemCallError) {
        try willStep("create \(path)")
        let file = OwnedDescriptor(
            taking: try checked("open \(path)") {
                open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            })
        try write(text, to: file.raw, path)
        try willStep("sync \(path)")
        try checked("chmod \(path)") { fchmod(file.raw, mode) }
        try checked("fsync \(path)") { fsync(file.raw) }
    }

    /// Replaces a file, or makes it.
    /// - Parameter backup: where the file that was there is kept, in the same folder; nil: nowhere
    func replace(_ path: String, with text: String, backup: String? = nil) throws(SystemCallError) {
        let folder = Self.folder(of: path)
        let new = Self.newName(in: folder, Self.unfinished.head, Self.unfinished.tail)
        do {
            try create(text, at: new, mode: 0o644)
            if let backup, access(path, F_OK) == 0 {
                // The backup is a second name for the old file, so that this is never away.
                try remove(backup)
                try willStep("link \(backup)")
                try checked("link \(backup)") { link(path, backup) }
            }
            try move(new, to: path)
        } catch {
            try? remove(new)
            throw error
        }
    }

    /// Renames a file, in its folder, in place of what has that name.
    func move(_ path: String, to name: String) throws(SystemCallError) {
        try willStep("rename \(path) \(name)")
        try checked("rename \(name)") { rename(path, name) }
        try sync(folder: Self.folder(of: name))
    }

    /// Removes a file, if it is there.
    func remove(_ path: String) throws(SystemCallError) {
        guard access(path, F_OK) == 0 else { return }
        try willStep("remove \(path)")
        try checked("unlink \(path)") { unlink(path) }
    }

    /// Removes a file for good: it does not come back with the power.
    func removeDurably(_ path: String) throws(SystemCallError) {
        try remove(path)
        try sync(folder: Self.folder(of: path))
    }

    /// Writes a file anew where it is. Whoever reads meanwhile, and whoever comes after a kill, finds a part of each.
    func overwrite(_ path: String, with text: String) throws(SystemCallError) {
        let file = try OwnedDescriptor(open: path, flags: O_WRONLY)
        let size = text.utf8.count
        let before = try checked("lseek \(path)") { lseek(file.raw, 0, SEEK_END) }
        try checked("lseek \(path)") { lseek(file.raw, 0, SEEK_SET) }
        if size > before {
            // A full disk is found before anything is lost.
            try willStep("reserve \(path)")
            let reason = posix_fallocate(file.raw, 0, off_t(size))
            guard reason == 0 else {
                ftruncate(file.raw, before)
                throw SystemCallError(call: "fallocate \(path)", errno: reason)
            }
        }
        try write(text, to: file.raw, path)
        try willStep("truncate \(path)")
        try checked("ftruncate \(path)") { ftruncate(file.raw, off_t(size)) }
        try willStep("sync \(path)")
        try checked("fsync \(path)") { fsync(file.raw) }
    }

    /// Removes what a kill left in a folder: files that were never finished.
    func sweep(_ folder: String, head: String = unfinished.head, tail: String = unfinished.tail) {
        for name in Self.names(in: folder) where name.hasPrefix(head) && name.hasSuffix(tail) {
            try? remove("\(folder)/\(name)")
        }
    }

    private func write(_ text: String, to descriptor: Int32, _ path: String) throws(SystemCallError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try willStep("write \(path)")
            let count = try checked("write \(path)") {
                rest.prefix(stride).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    private func sync(folder: String) throws(SystemCallError) {
        try willStep("sync \(folder)")
        let descriptor = try OwnedDescriptor(open: folder, flags: O_RDONLY | O_DIRECTORY)
        try checked("fsync \(folder)") { fsync(descriptor.raw) }
    }

    private static func folder(of path: String) -> String {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        return folder.isEmpty ? "/" : folder
    }

    /// The names in a folder, sorted; none where there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.sorted()
    }

    /// The text of a file; nil: it can't be read, or is larger than any file of ours.
    static func text(of path: String) -> String? {
        guard let file = try? OwnedDescriptor(open: path, flags: O_RDONLY) else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file.raw, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count <= 1 << 20 else { return nil }
            if count == 0 { return String(validating: bytes, as: UTF8.self) }
            bytes += chunk[..<count]
        }
    }
}
