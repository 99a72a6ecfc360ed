import Base
import ControlProtocol
import Foundation
import Glibc

/// The doors of a running daemon at which codes can be guessed.
struct AttackDoors: Sendable {
    let socket: String
    /// Where the page is, and its secret.
    private(set) var page: (port: UInt16, token: String)?

    init(of box: TestBox) {
        socket = box.directory.file("socket").path
        guard let link = answer(.page, "").flatMap({ try? Wire.decode(PageLink.self, from: $0.body).url }),
            let address = URLComponents(string: link), let ticket = address.fragment,
            let port = address.port.flatMap({ UInt16(exactly: $0) }),
            let body = try? Wire.encode(PageTicket(ticket: ticket)),
            let opened = answer(.pageOpen, String(decoding: body, as: UTF8.self)),
            let token = try? Wire.decode(PageToken.self, from: opened.body).token
        else { return }
        page = (port, token)
    }

    /// Asks by the socket; blocks.
    ///
    /// - Returns: the status; nil: there was no answer
    func ask(_ route: Route, _ body: String = "") -> Int? { answer(route, body)?.status }

    /// The box's state; blocks.
    func status() throws -> Status {
        guard let answer = answer(.status, "") else { throw SystemCallError(call: "status", errno: ECONNREFUSED) }
        return try Wire.decode(Status.self, from: answer.body)
    }

    private func answer(_ route: Route, _ body: String) -> (status: Int, body: Data)? {
        exchange(AF_UNIX, "\(route.method.rawValue) \(route.path) HTTP/1.1\r\nHost: hearth\r\n", body)
    }

    /// Asks by the page; blocks.
    func askPage(_ route: Route, _ body: String = "") -> Int? {
        guard let page else { return nil }
        return exchange(
            AF_INET,
            "\(route.method.rawValue) \(route.path) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n"
                + "Authorization: Bearer \(page.token)\r\n", body)?.status
    }

    private func exchange(_ family: Int32, _ head: String, _ body: String) -> (status: Int, body: Data)? {
        guard let raw = try? checked("socket", { Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0) }) else {
            return nil
        }
        let descriptor = OwnedDescriptor(taking: raw)
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor.raw, family) == 0 else { return nil }
        let text = head + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        let sent = Array(text.utf8).withUnsafeBytes { send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent == text.utf8.count else { return nil }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = recv(raw, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
        let line = String(decoding: answer.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        guard let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        let told = Data(answer)
        return (status, told.range(of: Data("\r\n\r\n".utf8)).map { told[$0.upperBound...] } ?? Data())
    }

    private func connect(_ raw: Int32, _ family: Int32) -> Int32 {
        func connected<Address>(_ address: Address) -> Int32 {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(raw, $0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
        if family == AF_INET {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = (page?.port ?? 0).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            return connected(address)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
        return connected(address)
    }
}
