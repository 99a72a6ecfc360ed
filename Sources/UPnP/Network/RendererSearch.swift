import Base
import Devices
import Glibc

/// Looks for renderers in the home's networks (SSDP; UPnP Device Architecture 1.1, 1.3).
package enum RendererSearch {
    private static let most = 32
    /// The longest that descriptions take in all: some devices announce themselves and do not answer.
    private static let longestTime = Duration.seconds(8)

    /// The renderers that answer, by their names. Blocks for the time that it is given, and what their descriptions take.
    ///
    /// - Parameter addresses: this machine's, in the networks to look in
    package static func find(from addresses: [String], seconds: Double = 2) throws(SystemCallError) -> [FoundRenderer] {
        var locations: [String] = []
        let sockets = try addresses.map { address throws(SystemCallError) in Holder(try socket(in: address)) }
        let text =
            [
                "M-SEARCH * HTTP/1.1", "HOST: \(SSDPAnnouncer.group):\(SSDPAnnouncer.port)", "MAN: \"ssdp:discover\"",
                "MX: 1",
                "ST: \(RendererDescription.type)",
            ].map { "\($0)\r\n" }.joined() + "\r\n"
        // Twice, as datagrams are lost.
        for half in 0..<2 {
            for socket in sockets { send(text, on: socket.descriptor.raw) }
            gather(sockets, milliseconds: Int32(seconds * 500) + Int32(half), &locations)
        }
        var found: [FoundRenderer] = []
        let end = ContinuousClock.now + longestTime
        for location in locations where ContinuousClock.now < end {
            guard let answer = try? HomeHTTP.exchange("GET", location), answer.status == 200,
                let renderer = FoundRenderer(description: answer.body, at: location),
                !found.contains(where: { $0.udn == renderer.udn })
            else { continue }
            found.append(renderer)
        }
        return found.sorted { $0.name < $1.name }
    }

    /// An array holds no value that can't be copied.
    private final class Holder {
        let descriptor: OwnedDescriptor
        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
    }

    private static func socket(in network: String) throws(SystemCallError) -> OwnedDescriptor {
        let socket = OwnedDescriptor(
            taking: try checked("socket") {
                Glibc.socket(
                    AF_INET,
                    Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
                        | Int32(SOCK_NONBLOCK.rawValue), 0)
            })
        // It binds to nothing: the kernel gives it a port as it sends.
        var interface = in_addr(s_addr: inet_addr(network))
        let descriptor = socket.raw
        _ = try checked("setsockopt \(network)") {
            setsockopt(
                descriptor, Int32(IPPROTO_IP), IP_MULTICAST_IF, &interface, socklen_t(MemoryLayout<in_addr>.size))
        }
        return socket
    }

    private static func send(_ text: String, on descriptor: Int32) {
        let bytes = Array(text.utf8)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = SSDPAnnouncer.port.bigEndian
        address.sin_addr.s_addr = inet_addr(SSDPAnnouncer.group)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0,
                    socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func gather(_ sockets: [Holder], milliseconds: Int32, _ locations: inout [String]) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            guard left > 0 else { return }
            var descriptors = sockets.map { pollfd(fd: $0.descriptor.raw, events: Int16(POLLIN), revents: 0) }
            guard poll(&descriptors, nfds_t(descriptors.count), Int32(left) + 1) >= 0 else { return }
            for socket in sockets {
                var buffer = [UInt8](repeating: 0, count: 2048)
                while true {
                    let count = recv(socket.descriptor.raw, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    guard locations.count < most, let location = FoundRenderer.location(in: buffer.prefix(count)),
                        !locations.contains(location)
                    else { continue }
                    locations.append(location)
                }
            }
        }
    }
}
