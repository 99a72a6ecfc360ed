import Base
import CLinux
import Glibc

/// A UDP socket by which datagrams go to a multicast group of one of this machine's networks, and come in. For one thread.
final class MulticastLine {
    /// The machine's own address in that network.
    let local: String
    private let socket: OwnedDescriptor

    var raw: Int32 { socket.raw }

    /// Makes a socket that sends, and hears what is answered: it binds to nothing, and the kernel gives it a port as it
    /// sends.
    init(in local: String) throws(SystemCallError) {
        let socket = OwnedDescriptor(
            taking: try checked("socket") {
                Glibc.socket(
                    AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
                    0)
            })
        // UPnP Device Architecture 1.1, 1.1.2.
        try Self.set(socket.raw, Int32(IPPROTO_IP), IP_MULTICAST_TTL, Int32(2))
        try Self.set(socket.raw, Int32(IPPROTO_IP), IP_MULTICAST_IF, in_addr(s_addr: inet_addr(local)))
        self.local = local
        self.socket = socket
    }

    /// Makes a socket that is in a group: what is sent to the group there comes in. Other programs on this machine may be in
    /// it, too.
    convenience init(joining group: String, port: UInt16, in local: String) throws(SystemCallError) {
        try self.init(in: local)
        var membership = ip_mreq()
        membership.imr_multiaddr.s_addr = inet_addr(group)
        membership.imr_interface.s_addr = inet_addr(local)
        try Self.set(raw, SOL_SOCKET, SO_REUSEADDR, Int32(1))
        // Only what comes by this network, and not what others on this machine have joined elsewhere.
        try Self.set(raw, Int32(IPPROTO_IP), IP_MULTICAST_ALL, Int32(0))
        try Self.set(raw, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, membership)
        // At the group's address: what is sent to the machine alone is none of its business.
        let descriptor = raw
        _ = try checked("bind \(group):\(port)") {
            Self.at(group, port) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// Waits until something has come to one of the sockets, or the time is over.
    ///
    /// - Parameter waker: a descriptor that ends the wait, too; nil: none does
    static func wait(for lines: [MulticastLine], waker: Int32? = nil, milliseconds: Int32) {
        var descriptors = (lines.map(\.raw) + [waker].compactMap(\.self)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&descriptors, nfds_t(descriptors.count), max(0, milliseconds))
    }

    /// The next datagram that has come; nil: there is none.
    ///
    /// - Parameter longest: what is longer is cut
    func receive(longest: Int = 2048) -> (bytes: [UInt8], address: String, port: UInt16)? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = raw
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: longest) { buffer, filled in
            count = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, buffer.baseAddress, longest, 0, $0, &length)
                }
            }
            filled = max(0, count)
        }
        guard count >= 0, let text = inet_ntoa(address.sin_addr) else { return nil }
        return (bytes, String(cString: text), UInt16(bigEndian: address.sin_port))
    }

    /// Sends a datagram. One that the network does not take is lost, as any may be.
    func send(_ text: String, to address: String, port: UInt16) {
        let bytes = Array(text.utf8)
        let descriptor = raw
        _ = Self.at(address, port) {
            sendto(
                descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }

    private static func at<Result>(
        _ address: String, _ port: UInt16, _ call: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        var socketAddress = sockaddr_in()
        socketAddress.sin_family = sa_family_t(AF_INET)
        socketAddress.sin_port = port.bigEndian
        socketAddress.sin_addr.s_addr = inet_addr(address)
        return withUnsafePointer(to: &socketAddress) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, call)
        }
    }

    private static func set<Value: BitwiseCopyable>(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Value
    ) throws(SystemCallError) {
        var value = value
        _ = try checked("setsockopt \(option)") {
            setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
        }
    }
}
