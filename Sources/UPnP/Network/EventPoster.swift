import Base
import Devices
import Glibc

/// Tells a follower of a change: one HTTP request, `NOTIFY` (UPnP Device Architecture 1.1, 4.3.2).
package enum EventPoster {
    /// What came of it.
    package enum Outcome: Sendable, Hashable { case taken, failed }

    /// A follower in the house answers at once, or is gone.
    private static let patience = timeval(tv_sec: 3, tv_usec: 0)
    private static let longestPath = 2048

    /// Tells the first address that takes it. Blocks, for some seconds at most for each address.
    package static func post(_ delivery: EventSubscriptions.Delivery) -> Outcome {
        for callback in delivery.callbacks where post(delivery, to: callback) == .taken { return .taken }
        return .failed
    }

    private static func post(_ delivery: EventSubscriptions.Delivery, to callback: String) -> Outcome {
        guard let origin = URLOrigin(callback), let bytes = AddressReach.bytes(ofIPv4: origin.host),
            let path = path(of: callback)
        else { return .failed }
        let head = [
            "NOTIFY \(path) HTTP/1.1", "HOST: \(origin.authority)", "CONTENT-TYPE: text/xml; charset=\"utf-8\"",
            "NT: upnp:event", "NTS: upnp:propchange", "SID: \(delivery.id)", "SEQ: \(delivery.key)",
            "CONTENT-LENGTH: \(delivery.body.utf8.count)", "CONNECTION: close",
        ].map { "\($0)\r\n" }.joined()
        guard
            let answer = try? exchange(
                Array("\(head)\r\n\(delivery.body)".utf8), with: bytes, port: UInt16(clamping: origin.port))
        else { return .failed }
        // `HTTP/1.1 200 OK`
        let status = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ").dropFirst().first
        return status?.hasPrefix("2") == true ? .taken : .failed
    }

    private static func path(of url: String) -> String? {
        guard let start = url.firstRange(of: "://") else { return nil }
        let rest = url[start.upperBound...]
        let path = rest.firstIndex(of: "/").map { String(rest[$0...].prefix { $0 != "#" }) } ?? "/"
        return path.utf8.count <= longestPath ? path : nil
    }

    /// - Returns: the beginning of the answer
    private static func exchange(_ request: [UInt8], with host: [UInt8], port: UInt16) throws(SystemCallError)
        -> [UInt8]
    {
        let socket = OwnedDescriptor(
            taking: try checked("socket") {
                Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            var patience = patience
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
        var answer = [UInt8](repeating: 0, count: 256)
        let count = try checked("recv") { recv(descriptor, &answer, answer.count, 0) }
        return Array(answer.prefix(count))
    }
}
