import Base
import Foundation
import Glibc

/// The parents' code and the wrong codes in a row, in a small file of their own that only the box may read.
///
/// Beside the database, because what happens to that must not open a box: a file that is broken, or can't be read or
/// written, locks. Nothing is taken for "no passcode" but a file that says so.
final class PasscodeFile: Sendable {
    /// What the file says.
    struct Content: Codable, Hashable, Sendable {
        /// As `PasscodeHash` writes it; nil: there is no passcode.
        var hash: String?
        /// How many digits the passcode has.
        var digits: Int?
        /// Wrong codes in a row.
        var wrongCodes = 0

        /// Whether it makes sense.
        var isSound: Bool {
            hash.map { $0.hasPrefix("$") } ?? true && digits.map { (1...64).contains($0) } ?? true && wrongCodes >= 0
        }
    }

    enum Standing: Hashable, Sendable {
        case known(Content)
        /// What it says can't be known: it is as if there were a passcode that nobody knows.
        case unknown(reason: String)
    }

    static let name = "passcode"

    /// Nil: in memory, for tests.
    private let path: String?
    private let standing: Locked<Standing>

    /// - Parameter path: where it is; nil: nowhere
    init(path: String?, _ standing: Standing) {
        self.path = path
        self.standing = Locked(standing)
    }

    /// Reads the file. Blocks.
    ///
    /// - Returns: nil where there is none
    static func read(_ path: String) -> Standing? {
        let raw = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard raw >= 0 else {
            let reason = errno
            return reason == ENOENT ? nil : .unknown(reason: "\(SystemCallError(call: "open \(path)", errno: reason))")
        }
        let descriptor = OwnedDescriptor(taking: raw)
        do {
            var bytes = [UInt8](repeating: 0, count: 4096)
            var count = 0
            while count < bytes.count {
                let more = try bytes.withUnsafeMutableBytes { buffer in
                    try checked("read \(path)") {
                        Glibc.read(descriptor.raw, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                    }
                }
                if more == 0 { break }
                count += more
            }
            guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes.prefix(count))),
                content.isSound
            else { return .unknown(reason: "\(path) makes no sense") }
            return .known(content)
        } catch {
            return .unknown(reason: "\(error)")
        }
    }

    var now: Standing { standing.withLock { $0 } }

    // MARK: Changes

    /// Writes new contents. Blocks. What could not be written does not hold.
    func set(_ content: Content) throws {
        try standing.withLock { standing in
            if let path { try Self.write(content, to: path) }
            standing = .known(content)
        }
    }

    /// Whether a code is the right one. Blocks, for tens of milliseconds; one at a time. A wrong one is counted on the
    /// disk before the answer, so that pulling the plug gives no new attempt; a right one forgives them.
    ///
    /// - Throws: when it can't be known, or not be counted: then nothing is opened
    func verify(_ code: String) throws -> Bool {
        try standing.withLock { standing in
            guard case .known(let before) = standing else { throw StoreError.unreadable("the passcode's file") }
            guard let hash = before.hash else { return false }
            var counted = before
            counted.wrongCodes = min(before.wrongCodes, 1_000_000) + 1
            if let path { try Self.write(counted, to: path) }
            standing = .known(counted)
            guard PasscodeHash(stored: hash).matches(code) else { return false }
            var forgiven = before
            forgiven.wrongCodes = 0
            if let path { try Self.write(forgiven, to: path) }
            standing = .known(forgiven)
            return true
        }
    }

    /// Puts the new contents in the place of the old ones, which are there until then.
    private static func write(_ content: Content, to path: String) throws {
        let new = path + ".new"
        let bytes = [UInt8](try JSONEncoder().encode(content))
        unlink(new)
        do {
            let file = OwnedDescriptor(
                taking: try checked("open \(new)") {
                    open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
                })
            var written = 0
            while written < bytes.count {
                written += try bytes.withUnsafeBytes { buffer in
                    try checked("write \(new)") {
                        Glibc.write(file.raw, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                    }
                }
            }
            try checked("fsync \(new)") { fsync(file.raw) }
            try checked("rename \(new)") { rename(new, path) }
        } catch {
            unlink(new)
            throw error
        }
        // The name is on the disk only when the folder is.
        let folder = OwnedDescriptor(
            taking: try checked("open the folder of \(path)") {
                open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
            })
        try checked("fsync the folder of \(path)") { fsync(folder.raw) }
    }
}
