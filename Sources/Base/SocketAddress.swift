import Glibc

/// Calls `call` (bind, connect) with the address of the UNIX socket at `path`; again when a signal
/// interrupts it.
///
/// Throws what the system says, and ENAMETOOLONG for a path that no address holds.
package func atSocket(
    _ path: String, _ name: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws(SystemCallError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
        throw SystemCallError(call: "\(name) \(path)", errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = try checked("\(name) \(path)") {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
