import Glibc

/// A file descriptor that is closed when its owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
    package let raw: Int32

    /// Takes ownership of `raw`, which must be open.
    package init(taking raw: Int32) {
        self.raw = raw
    }

    /// Opens `path` with `flags` (`O_CLOEXEC` is added).
    package init(open path: String, flags: Int32) throws(SystemCallError) {
        let raw = try checked("open \(path)") { Glibc.open(path, flags | O_CLOEXEC) }
        self.init(taking: raw)
    }

    deinit {
        close(raw)
    }
}
