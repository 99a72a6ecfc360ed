import Base
import Glibc
import Synchronization

/// Serves the keeper's own socket, where no systemd gives it one. One connection is served at a time, on a thread; others
/// are told so and closed.
final class KeeperServer: Sendable {
    private let listener: OwnedDescriptor

    /// Listens at a path.
    /// - Parameter group: who may use the socket too, if there is such a group
    init(path: String, group: String = "hearth") throws(SystemCallError) {
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
        self.listener = listener
    }

    /// Runs until `stop` can be read; without one, until it is killed.
    func run(_ keeper: KeymapKeeper, until stop: Int32 = -1) throws(SystemCallError) {
        let served = Served()
        while true {
            var wanted = [
                pollfd(fd: listener.raw, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            ]
            try checked("poll") { poll(&wanted, 2, -1) }
            guard wanted[1].revents == 0 else { return }
            let connection = try checked("accept") { accept(listener.raw, nil, nil) }
            // Not for ir-keytable.
            _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
            guard served.begin() else {
                // A connection's first bytes always fit.
                _ = Output.write(Array("error somebody else has the keeper of keymaps\n".utf8), to: connection)
                close(connection)
                continue
            }
            let thread = try? NamedThread("hearth-keeper") {
                var session = KeeperSession(keeper: keeper, input: connection, output: connection)
                session.run()
                // Before it is closed: who sees that it is gone may come at once.
                served.end()
                close(connection)
            }
            if thread == nil {
                served.end()
                close(connection)
            }
        }
    }

    /// Whether a connection is being served.
    private final class Served: Sendable {
        private let isBusy = Mutex(false)

        func begin() -> Bool {
            isBusy.withLock { isBusy in
                defer { isBusy = true }
                return !isBusy
            }
        }

        func end() { isBusy.withLock { $0 = false } }
    }
}
