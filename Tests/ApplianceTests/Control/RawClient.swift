import Base
import Glibc

/// A client that sends and reads raw bytes, so that a test can send what no proper client would.
struct RawClient: Sendable {
    enum Address: Sendable {
        case unix(String)
        /// A port of 127.0.0.1.
        case port(UInt16)
    }

    let address: Address

    /// Writes `request` and reads until the server closes, or until `end` has come.
    func exchange(_ request: String, until end: String? = nil) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            do {
                _ = try NamedThread("test-client") {
                    continuation.resume(with: Result { try talk(request, until: end) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    func get(_ path: String, headers: String = "") async throws -> String {
        try await exchange("GET \(path) HTTP/1.1\r\nHost: hearth\r\nConnection: close\r\n\(headers)\r\n")
    }

    func post(_ path: String, _ body: String) async throws -> String {
        try await exchange(
            "POST \(path) HTTP/1.1\r\nHost: hearth\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    private func talk(_ request: String, until end: String?) throws -> String {
        let socket = try connected()
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var rest = Array(request.utf8)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // The server may answer and close before it has read all of a request that is too long.
            if sent <= 0 { break }
            rest = rest.dropFirst(sent)
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket.raw, &chunk, chunk.count, 0)
            if count <= 0 { break }
            answer += chunk[..<count]
            if let end, String(decoding: answer, as: UTF8.self).contains(end) { break }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    private func connected() throws -> OwnedDescriptor {
        switch address {
        case .unix(let path):
            let socket = OwnedDescriptor(
                taking: try checked("socket") { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
            try checked("connect") { connect(socket.raw, address) }
            return socket
        case .port(let port):
            let socket = OwnedDescriptor(
                taking: try checked("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            try checked("connect") { connect(socket.raw, address) }
            return socket
        }
    }

    private func connect<Address>(_ descriptor: Int32, _ address: Address) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            Glibc.connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }
}
