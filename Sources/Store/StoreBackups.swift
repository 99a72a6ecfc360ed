import Base
import Foundation
import GRDB
import Glibc

/// The copies of the database beside it, and the broken files put aside. All blocks.
struct StoreBackups {
    /// How many broken files are kept.
    static let mostBroken = 3

    /// The database's path.
    let path: String

    /// The copy made last, the one before it, and the one from before the last migration: an older version of the box,
    /// which does not read what a newer one wrote, finds its own there.
    private var newest: String { path + ".backup" }
    private var older: String { path + ".backup-older" }
    private var unmigrated: String { path + ".backup-unmigrated" }

    /// Newest first.
    var all: [String] { [newest, older, unmigrated].filter { FileManager.default.fileExists(atPath: $0) } }

    /// Copies the database. The copy has its name only when it is whole, sound and on the disk.
    ///
    /// - Parameter isMigrating: whether it is about to be migrated
    func make(from database: any DatabaseWriter, isMigrating: Bool) throws {
        let new = path + ".backup-new"
        try remove(new)
        defer { try? remove(new) }
        // Made first, so that nobody else may read it.
        guard FileManager.default.createFile(atPath: new, contents: nil, attributes: [.posixPermissions: 0o640]) else {
            throw StoreError.unwritable(new)
        }
        try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [new]) }
        let copy = try DatabaseQueue(path: new)
        // An older version had the passcode's hash here; a copy must not keep it for longer than its own.
        try copy.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try Store.forgetPasscode(database)
        }
        let verdict = try copy.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        try copy.close()
        guard verdict == "ok" else { throw StoreError.unreadable(verdict ?? new) }
        try flush(new)
        if !isMigrating, FileManager.default.fileExists(atPath: newest) { try move(newest, to: older) }
        try move(new, to: isMigrating ? unmigrated : newest)
        try flush(folder)
    }

    /// Copies a backup to where the database belongs, which must be free.
    func restore(_ backup: String) throws {
        let new = path + ".restored"
        try remove(new)
        try FileManager.default.copyItem(atPath: backup, toPath: new)
        try flush(new)
        try move(new, to: path)
        try flush(folder)
    }

    /// Renames the database and its side files, and removes the oldest of those put aside before.
    ///
    /// - Returns: the new name; nil: there was no database
    func setAside(at date: Date) throws -> String? {
        let files = FileManager.default
        let day = date.formatted(.iso8601.year().month().day())
        var number = 1
        while files.fileExists(atPath: "\(path).broken-\(day)-\(number)") { number += 1 }
        let moved = "\(path).broken-\(day)-\(number)"
        let wasThere = files.fileExists(atPath: path)
        if wasThere { try move(path, to: moved) }
        for suffix in ["-wal", "-shm"] where files.fileExists(atPath: path + suffix) {
            try move(path + suffix, to: moved + suffix)
        }
        forgetBroken(but: moved)
        return wasThere ? moved : nil
    }

    /// Keeps the file put aside now and the newest before it, by the time of their last change.
    private func forgetBroken(but kept: String) {
        let files = FileManager.default
        let prefix = URL(filePath: path).lastPathComponent + ".broken-"
        let broken = ((try? files.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            .map { folder + "/" + $0 }
            .filter { $0 != kept }
        let newestFirst = broken.sorted { changed($0) > changed($1) }
        for old in newestFirst.dropFirst(Self.mostBroken - 1) {
            for suffix in ["", "-wal", "-shm"] { try? remove(old + suffix) }
        }
    }

    private func changed(_ file: String) -> Date {
        (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date ?? .distantPast
    }

    // MARK: Files

    private var folder: String { URL(filePath: path).deletingLastPathComponent().path }

    private func remove(_ file: String) throws {
        if unlink(file) != 0, errno != ENOENT { throw SystemCallError(call: "unlink \(file)", errno: errno) }
    }

    private func move(_ file: String, to other: String) throws {
        try checked("rename \(file)") { rename(file, other) }
    }

    private func flush(_ file: String) throws {
        let descriptor = OwnedDescriptor(taking: try checked("open \(file)") { open(file, O_RDONLY | O_CLOEXEC) })
        try checked("fsync \(file)") { fsync(descriptor.raw) }
    }
}
