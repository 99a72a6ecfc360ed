import Glibc

/// This process's own sockets that are connected to a server of the test.
struct ClientSockets {
    struct Socket {
        /// The size of its receive buffer, as the kernel counts.
        var buffer: Int
        /// Whether the kernel may not change that size by itself.
        var isLocked: Bool
    }

    /// In the order of their descriptors.
    let all: [Socket]

    init(to server: LoopbackServer) {
        all = (3..<1024).compactMap { descriptor -> Socket? in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(Int32(descriptor), $0, &length) }
            }
            guard result == 0, address.sin_family == sa_family_t(AF_INET),
                Int(UInt16(bigEndian: address.sin_port)) == server.port
            else { return nil }
            return Socket(
                buffer: Self.option(SO_RCVBUF, of: descriptor),
                // SO_BUF_LOCK, of which 2 is the lock of SO_RCVBUF.
                isLocked: Self.option(72, of: descriptor) & 2 != 0)
        }
    }

    private static func option(_ name: Int32, of descriptor: Int) -> Int {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(Int32(descriptor), SOL_SOCKET, name, &value, &length)
        return Int(value)
    }
}
