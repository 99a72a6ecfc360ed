import Base
import Glibc

/// A server that accepts connections and never answers; counts them.
final class SilentListener: Sendable {
    let port: Int
    private let descriptor: OwnedDescriptor

    init() throws {
        descriptor = OwnedDescriptor(
            taking: try checked("socket") {
                socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
            })
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let raw = descriptor.raw
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                try checked("bind") { bind(raw, pointer, size) }
                try checked("listen") { listen(raw, 64) }
                try checked("getsockname") { getsockname(raw, pointer, &size) }
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// How many connections have come since the last call; they are closed.
    func connections() -> Int {
        var count = 0
        while true {
            let connection = accept(descriptor.raw, nil, nil)
            guard connection >= 0 else { return count }
            close(connection)
            count += 1
        }
    }
}
