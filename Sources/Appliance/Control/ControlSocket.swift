import Base
import Glibc

/// The UNIX socket's place in the file system: who may use it, and whether it is taken.
struct ControlSocket: Sendable {
    let path: String

    /// Why the daemon cannot listen.
    enum Failure: Error, Equatable, CustomStringConvertible {
        case pathTooLong(String)
        /// Another daemon answers on the socket.
        case taken(String)
        /// A file that is not a socket is in the way.
        case notASocket(String)
        case system(SystemCallError)

        var description: String {
            switch self {
            case .pathTooLong(let path): "\(path): longer than the 107 bytes a UNIX socket's path may have"
            case .taken(let path): "\(path): another hearthd is running there; stop it, or choose another --socket"
            case .notASocket(let path): "\(path): there is a file there that is not a socket; remove it"
            case .system(let error): "\(error)"
            }
        }
    }

    /// Makes room for the socket: removes that of a daemon that is gone, refuses to replace a
    /// living one's.
    func prepare() throws(Failure) {
        guard path.utf8.count <= 107 else { throw .pathTooLong(path) }
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        if try isAnswered() { throw .taken(path) }
        unlink(path)
    }

    /// Gives access to the owner and, where there is such a group, to `group`. Until then only the
    /// owner may write, and so connect: the usual umask leaves nobody else the right.
    func open(to group: String) throws(Failure) {
        if let entry = getgrnam(group) { _ = chown(path, uid_t.max, entry.pointee.gr_gid) }
        do {
            try checked("chmod \(path)") { chmod(path, 0o660) }
        } catch {
            throw .system(error)
        }
    }

    func remove() {
        unlink(path)
    }

    private func isAnswered() throws(Failure) -> Bool {
        do {
            let probe = OwnedDescriptor(
                taking: try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe.raw, $0, size) }
            }
            return result == 0 || errno == EAGAIN || errno == EACCES
        } catch {
            throw .system(error)
        }
    }
}
