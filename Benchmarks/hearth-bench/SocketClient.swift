import Base
import ControlProtocol
import Glibc

/// A stream socket connected to a path: one request to a control socket, or lines exchanged with a
/// peer.
final class SocketClient {
    private let socket: OwnedDescriptor
    private var received: [UInt8] = []

    init(path: String) throws {
        socket = OwnedDescriptor(
            taking: try checked("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw BenchError("path too long: \(path)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let raw = socket.raw
        _ = try checked("connect \(path)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(socket.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("write: \(String(cString: strerror(errno)))") }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives more bytes; returns false at the end, or when none came within `milliseconds`.
    private func receive(milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { return false }
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = read(socket.raw, &piece, piece.count)
        guard count > 0 else { return false }
        received += piece[..<count]
        return true
    }

    /// Reads and discards what has come.
    func forget() {
        while receive(milliseconds: 0) {}
        received = []
    }

    func readToEnd() -> [UInt8] {
        while receive(milliseconds: 10_000) {}
        return received
    }

    /// Sends one request to a control socket; returns the answer's body.
    static func request(_ path: String, _ route: Route, body: [UInt8] = []) throws -> [UInt8] {
        let client = try SocketClient(path: path)
        let content = String(decoding: body, as: UTF8.self)
        try client.send(
            """
            \(route.method.rawValue) \(route.path) HTTP/1.1\r
            Host: hearth\r
            Connection: close\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            \r
            \(content)
            """)
        let answer = client.readToEnd()
        guard answer.starts(with: "HTTP/1.1 2".utf8), let head = answer.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw BenchError("\(route.path): \(String(decoding: answer.prefix(400), as: UTF8.self))")
        }
        return Array(answer[head.upperBound...])
    }
}
