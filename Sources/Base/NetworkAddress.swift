import CLinux
import Glibc

/// An address that this machine has in a network.
package struct NetworkAddress: Hashable, Sendable {
    /// The kernel's name of the interface: `eth0`.
    package var interface: String
    /// The address in numbers: `192.168.1.20`, `2001:db8::20`.
    package var text: String

    package init(interface: String, text: String) {
        self.interface = interface
        self.text = text
    }

    /// The addresses of the machine by which others reach it: none of its own (loopback), and none that hold on one link
    /// alone (fe80::/10). In the kernel's order.
    package static func all() -> [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [NetworkAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, let address = entry.ifa_addr,
                let text = numbers(address)
            else { continue }
            found.append(NetworkAddress(interface: String(cString: entry.ifa_name), text: text))
        }
        return found
    }

    /// The machine's own name in the network; empty: it has none.
    package static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func numbers(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(address, socklen_t(length), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // One of a link alone is told with the link behind it.
        return text.hasPrefix("fe80:") ? nil : text
    }
}
