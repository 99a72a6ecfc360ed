/// The ranges of addresses to which a request may lead, beside the public network: lists and playlists are written by
/// others, who have no business with what stands in the viewer's home.
package struct AddressReach: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The box itself.
    package static let loopback = AddressReach(rawValue: 1)
    /// What is on the same cable, without a router.
    package static let linkLocal = AddressReach(rawValue: 2)
    /// The home's or provider's own network, and whatever else is not public: shared, multicast and reserved ranges.
    package static let home = AddressReach(rawValue: 4)
    package static let everything: AddressReach = [.loopback, .linkLocal, .home]

    /// The range in which an address lies; empty: it is public.
    ///
    /// - Parameter address: its 4 or 16 bytes; anything else is nowhere, and counts as every range
    package init(of address: [UInt8]) {
        switch address.count {
        case 4: self = Self.range(address[0], address[1], address[2])
        case 16: self = Self.range(address)
        default: self = .everything
        }
    }

    /// The range of the host of a URL that is an IPv4 address in the usual form, or `localhost`; nil for any other.
    package init?(host url: String) {
        guard let host = URLOrigin(url)?.host else { return nil }
        if host == "localhost" {
            self = .loopback
            return
        }
        guard let bytes = Self.bytes(ofIPv4: host) else { return nil }
        self.init(of: bytes)
    }

    /// Reads the four bytes of an IPv4 address in the usual form; nil: it is none.
    package static func bytes(ofIPv4 address: some StringProtocol) -> [UInt8]? {
        let parts = address.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { UInt8($0) }
        return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }

    /// By the registries of special addresses (RFC 6890).
    private static func range(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> AddressReach {
        switch (a, b, c) {
        case (127, _, _), (0, _, _): .loopback
        case (169, 254, _): .linkLocal
        case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _), (192, 0, 0), (198, 18...19, _),
            (224..., _, _):
            .home
        default: []
        }
    }

    private static func range(_ bytes: [UInt8]) -> AddressReach {
        let embedded: ArraySlice<UInt8>? =
            if bytes[0..<10].allSatisfy({ $0 == 0 }), bytes[10...11] == [0xff, 0xff] {
                bytes[12...]
            } else if bytes[0..<12] == [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0] {
                bytes[12...]
            } else if bytes[0..<2] == [0x20, 0x02] {
                bytes[2..<6]
            } else {
                nil
            }
        if let embedded { return AddressReach(of: Array(embedded)) }
        // Both the unspecified address and the loopback, and what is left of addresses that wrapped an IPv4 one.
        if bytes[0..<12].allSatisfy({ $0 == 0 }) { return .loopback }
        switch (bytes[0], bytes[1]) {
        case (0xfe, 0x80...0xbf): return .linkLocal
        case (0xfc...0xfd, _), (0xfe, _), (0xff, _): return .home
        // A translator's own prefix (RFC 8215).
        case (0, 0x64): return .home
        default: return []
        }
    }
}
