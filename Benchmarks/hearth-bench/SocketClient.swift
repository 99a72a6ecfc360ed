import Base
import ControlProtocol
import Glibc

/// A stream socket connected to a path or a port of this machine: requests to a control socket, or lines exchanged with a
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

    /// Connects to a port of 127.0.0.1.
    init(port: Int) throws {
        socket = OwnedDescriptor(
            taking: try checked("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let raw = socket.raw
        _ = try checked("connect to port \(port)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    /// Sends a request and reads its answer, by a connection that stays; returns the answer's body.
    func exchange(_ request: String) throws -> [UInt8] {
        received = []
        try send(request)
        while true {
            if let head = received.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self).lowercased()
                guard lines.hasPrefix("http/1.1 200") else {
                    throw BenchError("\(request.prefix(40)): \(String(decoding: received.prefix(300), as: UTF8.self))")
                }
                let length = lines.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) }
                if let length, received.count >= head.upperBound + length { return Array(received[head.upperBound...]) }
            }
            guard receive(milliseconds: 5000) else { throw BenchError("\(request.prefix(40)): no answer") }
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
