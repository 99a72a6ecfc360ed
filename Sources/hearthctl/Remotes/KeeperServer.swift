import Base
import Glibc

/// The keeper's own socket, where no systemd gives it one. Serves until it is killed, one connection on a thread each.
struct KeeperServer {
    let path: String
    /// May use the socket too, if there is such a group.
    var group = "hearth"

    func run(_ keeper: KeymapKeeper) throws(SystemCallError) {
        let listener = OwnedDescriptor(
            taking: try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemCallError(call: "bind \(path)", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        let before = umask(0o117)
        defer { umask(before) }
        try checked("bind \(path)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener.raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        if let entry = getgrnam(group) { _ = chown(path, uid_t.max, entry.pointee.gr_gid) }
        umask(before)
        try checked("listen \(path)") { listen(listener.raw, 8) }
        while true {
            let connection = try checked("accept") { accept(listener.raw, nil, nil) }
            _ = try NamedThread("hearth-keeper") {
                var session = KeeperSession(keeper: keeper, input: connection, output: connection)
                session.run()
                close(connection)
            }
        }
    }
}
