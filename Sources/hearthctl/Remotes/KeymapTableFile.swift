import Base
import Glibc

/// The file that says which receiver has which keymaps. The keeper may write it but not the folder that it is in, so it
/// is written where it is, and what it shall be is noted beforehand: whoever comes after a kill finishes it.
struct KeymapTableFile: Sendable {
    let path: String
    /// The file in which its next contents stand while it is written.
    let note: String
    let files: DurableFiles

    /// Writes the table, whole or not at all.
    func write(_ text: String) throws(SystemCallError) {
        try files.replace(note, with: text)
        try finish(text)
    }

    /// Writes to its end what was begun and not finished.
    /// - Parameter tell: called once the table is whole; the note stays until then, so that whoever is killed in it is
    ///   asked to do it again
    func recover(telling tell: () -> Void) throws(SystemCallError) {
        guard access(note, F_OK) == 0 else { return }
        guard let text = DurableFiles.text(of: note) else { throw SystemCallError(call: "read \(note)", errno: EIO) }
        try overwrite(text)
        tell()
        try files.removeDurably(note)
    }

    /// Makes the table what it was before a change that failed, also where the disk has no room for a note any more.
    func restore(_ text: String) {
        guard access(note, F_OK) == 0 || DurableFiles.text(of: path) != text else { return }
        do {
            try write(text)
        } catch {
            try? finish(text)
        }
    }

    private func finish(_ text: String) throws(SystemCallError) {
        try overwrite(text)
        try files.removeDurably(note)
    }

    private func overwrite(_ text: String) throws(SystemCallError) {
        if access(path, F_OK) != 0 { try files.create("", at: path, mode: 0o644) }
        try files.overwrite(path, with: text)
    }
}
