import Base
import Glibc

/// Replaces files so that at every moment, power cuts included, the old one or the new one is there, whole.
enum AtomicFile {
    /// Replaces a file.
    /// - Parameter backup: where the file that was there is kept, in the same folder; nil: nowhere
    static func write(_ text: String, to path: String, backup: String? = nil) throws(SystemCallError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let new = path + ".new"
        do {
            let file = OwnedDescriptor(
                taking: try checked("open \(new)") {
                    open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
                })
            try checked("chmod \(new)") { fchmod(file.raw, 0o644) }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = try checked("write \(new)") {
                    rest.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            }
            try checked("fsync \(new)") { fsync(file.raw) }
        }
        if let backup, access(path, F_OK) == 0 {
            // The backup is a second name for the old file, so that this is never away.
            unlink(backup)
            try checked("link \(backup)") { link(path, backup) }
        }
        try checked("rename \(path)") { rename(new, path) }
        try sync(folder: folder)
    }

    static func remove(_ path: String, backup: String) throws(SystemCallError) {
        try checked("rename \(path)") { rename(path, backup) }
        try sync(folder: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    }

    private static func sync(folder: String) throws(SystemCallError) {
        let descriptor = try OwnedDescriptor(open: folder.isEmpty ? "/" : folder, flags: O_RDONLY | O_DIRECTORY)
        try checked("fsync \(folder)") { fsync(descriptor.raw) }
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
