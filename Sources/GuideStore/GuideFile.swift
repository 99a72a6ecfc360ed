import Base
import GRDB
import Glibc
import MediaCore

/// Where one guide lies, and what its database looks like.
///
/// A guide is one file, made under another name and renamed into place when it is whole; nothing writes it after that.
package enum GuideFile {
    /// Counts the schema's changes: a file of another version is made anew.
    package static let version = 2

    /// The name of a source's file, which tells nothing of its address.
    package static func name(of source: String) -> String {
        let digits = String(hash(source), radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.count)) + digits + ".guide"
    }

    /// A number for a text, the same in every run.
    package static func hash(_ text: String) -> UInt64 { StableHash.of(text.utf8) }

    /// A name that nobody guesses, for a file that is being made.
    static func temporaryName(for name: String) -> String {
        name + ".new-" + String(UInt64.random(in: .min ... .max), radix: 36)
    }

    /// Makes an empty file that was not there before, for this user only.
    package static func create(_ path: String) throws(SystemCallError) {
        let raw = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard raw >= 0 else { throw SystemCallError(call: "open", errno: errno) }
        close(raw)
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    static func sync(_ path: String) throws(SystemCallError) {
        let descriptor = try OwnedDescriptor(open: path, flags: O_RDONLY)
        guard fsync(descriptor.raw) == 0 else { throw SystemCallError(call: "fsync", errno: errno) }
    }

    /// Removes what imports of this guide left behind that were killed.
    static func removeRests(of name: String, in folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if found.hasPrefix(name + ".new-") { unlink(folder + "/" + found) }
        }
    }

    static let columns =
        "title, subtitle, description, people, jobs, category, season, episode, icon, rating, stars, flags, catchup"

    /// The index of words is gathered in memory, 16 MB at a time instead of SQLite's 1 MB: what is written in few pieces
    /// need not be merged over and over.
    static let schema = """
        CREATE TABLE channel (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, names TEXT NOT NULL,
            programmes INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE programme (id INTEGER PRIMARY KEY, channel INTEGER NOT NULL, start INTEGER NOT NULL,
            stop INTEGER NOT NULL, title, subtitle, description, people, jobs, category, season, episode, icon, rating,
            stars, flags, catchup);
        CREATE VIRTUAL TABLE words USING fts5(title, description, people, content='', prefix='2 3',
            tokenize='unicode61 remove_diacritics 2');
        INSERT INTO words (words, rank) VALUES ('hashsize', 16777216);
        """

    /// What a guide says, before it is put in order; in a file of its own, so that the guide's has no holes.
    static let rawSchema = """
        CREATE TABLE raw.programme (id INTEGER PRIMARY KEY, channel INTEGER, start INTEGER, stop INTEGER,
            richness INTEGER, title, subtitle, description, people, jobs, category, season, episode, icon, rating,
            stars, flags, catchup);
        CREATE TABLE raw.slot (start INTEGER, channel INTEGER, stop INTEGER, programme INTEGER,
            PRIMARY KEY (start, channel)) WITHOUT ROWID;
        """
}
