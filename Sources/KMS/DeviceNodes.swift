import Base
import CLinux
import Glibc

/// Tells that device nodes came, went or got other rights, by inotify: the kernel's own news come before udev has given a
/// node its group, and in some containers not at all.
final class DeviceNodes {
    private let watch: OwnedDescriptor
    private let folders: [String]

    /// - Parameter folders: of the nodes; one that is not there yet is waited for
    init(_ folders: [String]) throws(SystemCallError) {
        watch = OwnedDescriptor(
            taking: try checked("inotify_init1") { inotify_init1(HEARTH_IN_CLOEXEC | HEARTH_IN_NONBLOCK) })
        self.folders = folders
        for folder in folders { add(folder) }
    }

    /// Readable after a change.
    var descriptor: Int32 { watch.raw }

    /// Takes note of what came. Never blocks.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while Glibc.read(watch.raw, &bytes, bytes.count) > 0 {}
        // A folder may have come; what is watched already stays so.
        for folder in folders { add(folder) }
    }

    /// The folder, or the nearest above it that is there.
    private func add(_ folder: String) {
        let mask = UInt32(IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE)
        var folder = folder[...]
        while inotify_add_watch(watch.raw, folder.isEmpty ? "/" : String(folder), mask) < 0, !folder.isEmpty {
            folder = folder.lastIndex(of: "/").map { folder[..<$0] } ?? ""
        }
    }
}
