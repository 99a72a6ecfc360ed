import Base
import Foundation
import Glibc

/// A plain HTTP request on loopback, read to its end.
enum HTTPText {
    static func get(_ url: URL) throws -> Data {
        let socket = OwnedDescriptor(
            taking: try checked("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(url.port ?? 80).bigEndian
        inet_pton(AF_INET, url.host ?? "127.0.0.1", &address.sin_addr)
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(socket.raw, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let raw = socket.raw
        _ = try checked("connect \(url)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        let request = Array(
            "GET \(url.path)\(url.query.map { "?\($0)" } ?? "") HTTP/1.1\r\nHost: \(url.host ?? "")\r\nConnection: close\r\n\r\n"
                .utf8)
        guard write(raw, request, request.count) == request.count else { throw BenchError("\(url): not sent") }
        var answer = Data()
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(raw, &piece, piece.count)
            guard count > 0 else { break }
            answer.append(contentsOf: piece[..<count])
        }
        guard answer.starts(with: Array("HTTP/1.1 200".utf8)), let head = answer.firstRange(of: Data("\r\n\r\n".utf8))
        else {
            throw BenchError("\(url): \(String(decoding: answer.prefix(100), as: UTF8.self))")
        }
        return answer[head.upperBound...]
    }
}
