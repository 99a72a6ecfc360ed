import Base
import Devices
import Glibc

/// Asks something of a device in the home over HTTP, of an address in numbers alone: one request, one connection.
enum HomeHTTP {
    struct Answer: Sendable, Hashable {
        var status: Int
        var body: [UInt8]
    }

    enum Failure: Error, Equatable, Sendable {
        /// It is no address of a device in the home.
        case address
        case system(SystemCallError)
        /// What came is no answer, or too long a one.
        case malformed
    }

    /// A device in the house answers soon, or is gone.
    private static let patience = 5
    /// The longest that an answer takes, however it drips.
    private static let longestTime = Duration.seconds(8)
    private static let longestAnswer = 512 << 10
    private static let longestPath = 2048

    /// Blocks, for some seconds at most.
    ///
    /// - Parameter headers: beside those that say where it goes and how long it is
    static func exchange(_ method: String, _ url: String, headers: [String] = [], body: String = "") throws(Failure)
        -> Answer
    {
        guard let origin = URLOrigin(url), origin.scheme == "http",
            let host = AddressReach.bytes(ofIPv4: origin.host), !AddressReach(of: host).isEmpty,
            let path = path(of: url)
        else { throw .address }
        let lines =
            ["\(method) \(path) HTTP/1.1", "HOST: \(origin.authority)"] + headers
            + ["CONTENT-LENGTH: \(body.utf8.count)", "CONNECTION: close"]
        let request = MessageHead.text(lines) + body
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try exchange(Array(request.utf8), with: host, port: UInt16(clamping: origin.port))
        } catch {
            throw .system(error)
        }
        guard let answer = parse(bytes) else { throw .malformed }
        return answer
    }

    private static func path(of url: String) -> String? {
        guard let start = url.firstRange(of: "://"),
            !url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7f })
        else { return nil }
        let rest = url[start.upperBound...]
        let path = rest.firstIndex(of: "/").map { String(rest[$0...].prefix { $0 != "#" }) } ?? "/"
        return path.utf8.count <= longestPath ? path : nil
    }

    /// - Returns: all that comes, until the other end closes or has sent what it said it would
    private static func exchange(_ request: [UInt8], with host: [UInt8], port: UInt16) throws(SystemCallError)
        -> [UInt8]
    {
        let socket = OwnedDescriptor(
            taking: try checked("socket") {
                Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            var patience = timeval(tv_sec: patience, tv_usec: 0)
            _ = setsockopt(socket.raw, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: host) }
        let descriptor = socket.raw
        _ = try checked("connect") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var rest = request[...]
        while !rest.isEmpty {
            let piece = rest
            let count = try checked("send") {
                piece.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let end = ContinuousClock.now + longestTime
        while answer.count < longestAnswer, ContinuousClock.now < end {
            let count = try checked("recv") { recv(descriptor, &piece, piece.count, 0) }
            guard count > 0 else { break }
            answer += piece.prefix(count)
            if isWhole(answer) { break }
        }
        return answer
    }

    // MARK: Answers

    private struct Head {
        var status: Int
        var length: Int?
        var isChunked: Bool
        var end: Int
    }

    private static func head(_ bytes: [UInt8]) -> Head? {
        guard let end = bytes.prefix(16 << 10).firstRange(of: [13, 10, 13, 10]) else { return nil }
        guard let message = MessageHead(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)),
            message.first.hasPrefix("HTTP/1."),
            let status = message.first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return Head(
            status: status, length: message.headers["CONTENT-LENGTH"].flatMap { Int($0) },
            isChunked: message.headers["TRANSFER-ENCODING"]?.lowercased().hasSuffix("chunked") == true,
            end: end.upperBound)
    }

    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        guard let head = head(bytes) else { return false }
        if head.isChunked { return unchunked(bytes[head.end...]) != nil }
        guard let length = head.length else { return false }
        return bytes.count - head.end >= length
    }

    static func parse(_ bytes: [UInt8]) -> Answer? {
        guard let head = head(bytes) else { return nil }
        let rest = bytes[head.end...]
        if head.isChunked { return unchunked(rest).map { Answer(status: head.status, body: $0) } }
        guard let length = head.length else { return Answer(status: head.status, body: Array(rest)) }
        guard length >= 0, rest.count >= length else { return nil }
        return Answer(status: head.status, body: Array(rest.prefix(length)))
    }

    /// What chunks hold (RFC 9112, 7.1); nil: the last one is not there.
    private static func unchunked(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var (rest, body) = (bytes, [UInt8]())
        while let line = rest.firstRange(of: [13, 10]) {
            let digits = rest[..<line.lowerBound].prefix { $0 != UInt8(ascii: ";") }
            guard digits.count <= 7, let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0
            else { return nil }
            rest = rest[line.upperBound...]
            if size == 0 { return body }
            guard rest.count >= size + 2 else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        return nil
    }
}
