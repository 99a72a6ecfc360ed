import Base
import Devices
import Glibc
import MediaCore

/// A UNIX stream socket whose two ends exchange lines. For one thread at a time.
final class LineSocket {
    /// The longest line that is accepted, in bytes.
    private static let longest = 64 << 20
    private let path: String
    private let socket: OwnedDescriptor
    private var received: [UInt8] = []
    /// The number of bytes of `received` that are known to have no line end.
    private var searched = 0

    /// Connects to a socket. The path may have 107 bytes.
    init(connectingTo path: String) throws(SystemCallError) {
        self.path = path
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemCallError(call: "connect \(path)", errno: ENAMETOOLONG)
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let raw = try checked("socket") { Glibc.socket(AF_UNIX, kind, 0) }
        socket = OwnedDescriptor(taking: raw)
        try checked("connect \(path)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    func write(_ line: String) throws(SystemCallError) {
        let bytes = Array((line + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            sent += try checked("send \(path)") {
                bytes[sent...].withUnsafeBytes { send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
        }
    }

    /// The next line, without its end; nil when none came until `deadline`. Throws `ECONNRESET` when the
    /// other end has gone.
    func read(until deadline: HostTime) throws(SystemCallError) -> String? {
        let clock = MonotonicClock()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    received.removeFirst(end + 1)
                    searched = 0
                }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            searched = received.count
            let left = Int32(clamping: (deadline - clock.now).nanoseconds / 1_000_000)
            var wanted = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            let ready = try checked("poll \(path)") { poll(&wanted, 1, max(0, left)) }
            if ready == 0 { return nil }
            let count = try checked("recv \(path)") { recv(socket.raw, &chunk, chunk.count, 0) }
            if count == 0 { throw SystemCallError(call: "recv \(path)", errno: ECONNRESET) }
            received += chunk[..<count]
            if received.count > Self.longest { throw SystemCallError(call: "recv \(path)", errno: EMSGSIZE) }
        }
    }
}
