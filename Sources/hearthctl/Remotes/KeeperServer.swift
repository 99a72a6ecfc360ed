import Base
import Glibc

/// Serves the keeper's own socket, where no systemd gives it one. Runs until it is killed, one connection on a thread
/// each.
struct KeeperServer {
    let path: String
    /// The group that may use the socket too, if it exists.
    var group = "hearth"

    func run(_ keeper: KeymapKeeper) throws(SystemCallError) {
        let listener = OwnedDescriptor(
            taking: try checked("socket") {
                socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        unlink(path)
        let before = umask(0o117)
        defer { umask(before) }
        try atSocket(path, "bind") { bind(listener.raw, $0, $1) }
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
