import Devices

/// Checks that a request comes from the home's network, and from this box's own page: the phones' door is open to no
/// other network, and no other page in the same browser can use it.
///
/// A foreign page whose name was pointed at the box (DNS rebinding) gives itself away by `Host`, one that sends requests
/// across by `Origin` (RFC 6454, section 7).
package struct HomeOrigin: Hashable, Sendable {
    package enum Refusal: Error, Hashable, Sendable { case foreignPeer, foreignHost, foreignOrigin }

    /// The names by which the box may be asked, in small letters.
    package var names: Set<String>
    /// `http` or `https`
    package var scheme: String

    package init(names: some Sequence<String>, scheme: String) {
        self.names = Set(names.map { $0.lowercased() }.filter { !$0.isEmpty })
        self.scheme = scheme
    }

    /// Throws unless it comes from where phones of the home do.
    ///
    /// - Parameters:
    ///   - peer: the address that it comes from, in numbers
    ///   - local: the address of the box that it was sent to, in numbers
    ///   - host: the `Host` header
    ///   - origin: the `Origin` header, which browsers send with all but plain navigation
    package func admit(peer: String?, local: String?, host: String?, origin: String?) throws(Refusal) {
        guard let peer, Self.isOfAHome(peer) else { throw .foreignPeer }
        guard let host else { throw .foreignHost }
        let name = Self.name(of: host).lowercased()
        guard name == local || names.contains(name) else { throw .foreignHost }
        if let origin, origin != "\(scheme)://\(host)" { throw .foreignOrigin }
    }

    /// Whether an IPv4 address belongs to a home's own network, or to the machine: none of the public ones does.
    package static func isOfAHome(_ address: String) -> Bool {
        AddressReach.bytes(ofIPv4: address).map { !AddressReach(of: $0).isEmpty } ?? false
    }

    /// `Host` without its port.
    private static func name(of host: String) -> String {
        guard host.hasPrefix("[") else { return String(host.prefix { $0 != ":" }) }
        return String(host.dropFirst().prefix { $0 != "]" })
    }
}
