import Base
import Foundation
import GRDB

/// The box's persistent state: one SQLite file in its state directory.
///
/// Every call runs on the database's own queues and never blocks the caller's executor. When a call
/// returns, its changes have been flushed to the disk: a pulled plug does not undo them. The passcode has a file of its
/// own beside it (`PasscodeFile`).
package final class Store: Sendable {
    /// The number of flip records that are kept.
    package static let mostFlips = 2000

    private let database: any DatabaseWriter
    package let condition: StoreCondition
    let passcodes: PasscodeFile
    /// Nil: in memory.
    private let backups: StoreBackups?

    private init(
        _ database: any DatabaseWriter, _ condition: StoreCondition, _ passcodes: PasscodeFile,
        _ backups: StoreBackups? = nil
    ) {
        self.backups = backups
        self.database = database
        self.condition = condition
        self.passcodes = passcodes
    }

    /// Opens `hearth.sqlite` in the directory, which is made if it is missing. A broken file, or one
    /// that can't be written, does not stop it: `condition` says what it had to do.
    package static func open(in directory: String) async throws(StoreError) -> Store {
        // Opening reads and checks the whole file, so it must not run on the cooperative pool.
        let opened: Result<Store, StoreError>
        do {
            opened = try await blocking(on: "hearth-store") {
                Result { () throws(StoreError) in try openNow(directory) }
            }
        } catch {
            let reason = "\(directory): \(error)"
            opened = .success(
                try inMemory(reason: reason, passcodes: PasscodeFile(path: nil, .unknown(reason: reason))))
        }
        return try opened.get()
    }

    private static func openNow(_ directory: String) throws(StoreError) -> Store {
        let path = directory + "/hearth.sqlite"
        let passcodes = directory + "/" + PasscodeFile.name
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
            let backups = StoreBackups(path: path)
            if FileManager.default.fileExists(atPath: path) || backups.all.isEmpty {
                do {
                    let database = try openFile(path, backups)
                    return Store(database, .sound, openPasscodes(passcodes, database), backups)
                } catch let error as DatabaseError where isBroken(error) {}
            }
            return try recover(backups, passcodes)
        } catch {
            return try inMemory(reason: "\(path): \(error)", passcodes: openPasscodes(passcodes, nil))
        }
    }

    /// Puts the broken database aside and takes the newest backup that is sound in its place; none is: an empty one.
    private static func recover(_ backups: StoreBackups, _ passcodes: String) throws -> Store {
        let moved = try backups.setAside(at: Date())
        for backup in backups.all {
            do {
                try backups.restore(backup)
                let database = try openFile(backups.path, backups)
                // Whether it ever had a passcode is known by the passcode's file alone, now and at later starts.
                try database.write { try forgetPasscode($0) }
                return Store(
                    database, .restored(backup: backup, brokenFile: moved), openPasscodes(passcodes, nil), backups)
            } catch let error as DatabaseError where isBroken(error) {
                _ = try backups.setAside(at: Date())
            }
        }
        let database = try openFile(backups.path, backups)
        try database.write { try forgetPasscode($0) }
        return Store(database, .replaced(brokenFile: moved ?? backups.path), openPasscodes(passcodes, nil), backups)
    }

    /// Copies the database beside it, where the next start finds it should this one be broken. Nothing waits for it but
    /// writes that come while it copies. No-op in memory.
    package func backUp() async throws(StoreError) {
        guard let backups else { return }
        do {
            try await blocking(on: "hearth-store") { [database] in
                try backups.make(from: database, isMigrating: false)
            }
        } catch { throw Self.storeError(error) }
    }

    /// Opens the passcode's file, which is made where a sound database says that there was none yet. One that is
    /// missing for any other reason is no sign that there is no passcode.
    ///
    /// - Parameter database: may have the passcode of an older version; nil: it is not known what it had
    private static func openPasscodes(_ path: String, _ database: DatabasePool?) -> PasscodeFile {
        if let standing = PasscodeFile.read(path) { return PasscodeFile(path: path, standing) }
        let lost = PasscodeFile(path: path, .unknown(reason: "\(path) is missing"))
        guard let database else { return lost }
        let file = PasscodeFile(path: path, .known(PasscodeFile.Content()))
        do {
            // The old hash is overwritten, in the log too: the database may be read by more than the box.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let isMoved = try database.write { try Self.movePasscode($0) { try file.set($0) } }
            try database.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA secure_delete = OFF")
                _ = try database.checkpoint(.truncate)
            }
            return isMoved ? file : lost
        } catch {
            return PasscodeFile(path: path, .unknown(reason: "\(path): \(error)"))
        }
    }

    /// Makes a store in memory, with no passcode: for tests.
    package static func inMemory(reason: String) throws(StoreError) -> Store {
        try inMemory(reason: reason, passcodes: PasscodeFile(path: nil, .known(PasscodeFile.Content())))
    }

    private static func inMemory(reason: String, passcodes: PasscodeFile) throws(StoreError) -> Store {
        do {
            let queue = try DatabaseQueue()
            try StoreSchema.migrator.migrate(queue)
            return Store(queue, .inMemory(reason: reason), passcodes)
        } catch {
            throw storeError(error)
        }
    }

    private static func openFile(_ path: String, _ backups: StoreBackups) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.label = "hearth-store"
        configuration.maximumReaderCount = 2
        configuration.busyMode = .timeout(5)
        // Made here, so that SQLite's side files get these permissions too.
        let wasNotThere = !FileManager.default.fileExists(atPath: path)
        if wasNotThere {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o640])
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        do {
            try prepare(pool, backups, wasNotThere: wasNotThere)
            return pool
        } catch {
            // Who closes after another file has taken its place takes that one's log with it.
            try? pool.close()
            throw error
        }
    }

    /// Checks the database and brings it up to date.
    private static func prepare(_ pool: DatabasePool, _ backups: StoreBackups, wasNotThere: Bool) throws {
        // With NORMAL nothing of the WAL is flushed before a checkpoint: a pulled plug takes all since then. Said here and
        // not in `prepareDatabase`, because the pool says NORMAL after that, when it turns the WAL on.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let verdict = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard verdict == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: verdict) }
        let migrator = StoreSchema.migrator
        let (done, isNewer) = try pool.read { database in
            (try migrator.appliedIdentifiers(database), try migrator.hasBeenSuperseded(database))
        }
        guard !isNewer else { throw DatabaseError(resultCode: .SQLITE_FORMAT, message: "a newer version wrote it") }
        if done.isEmpty {
            // All of it is gone, where there was something to copy.
            guard backups.all.isEmpty || wasNotThere else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it is empty")
            }
        } else if done.count < migrator.migrations.count {
            // A disk that takes no copy must not keep the box from starting.
            try? backups.make(from: pool, isMigrating: true)
        }
        do {
            try migrator.migrate(pool)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // The migration's fault: the file stays where it is for a version that does better.
            throw storeError(error)
        }
    }

    /// Whether it is the file's fault; a flipped bit in the header is told as many things.
    private static func isBroken(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR].contains(error.resultCode)
    }

    /// Closes the database, with all that was written in its one file. Nothing is read or written any more.
    package func close() throws(StoreError) {
        do {
            // A pool closes its readers last, which leave the log where it is.
            try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try database.close()
        } catch { throw Self.storeError(error) }
    }

    // MARK: Access

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value
    {
        do { return try await database.read(body) } catch { throw Self.storeError(error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do { return try await database.write(body) } catch { throw Self.storeError(error) }
    }

    private static func storeError(_ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case is CancellationError: .cancelled
        case let error as DatabaseError:
            // The message only: the statement's arguments may be secrets.
            .database(code: error.extendedResultCode.rawValue, message: error.message ?? "")
        default: .unreadable(String(describing: Swift.type(of: error)))
        }
    }
}
