/// One entry of SUPPLEMENTAL-CODECS (§4.4.6.2), `dvh1.08.07/db4h`: an enhancement of a format in CODECS.
package struct SupplementalCodec: Sendable, Hashable {
    package var codec: String
    /// The compatibility brands.
    package var brands: [String]

    init(_ entry: String) {
        let parts = entry.split(separator: "/").map(String.init)
        codec = parts.first ?? ""
        brands = Array(parts.dropFirst())
    }
}

/// One entry of ALLOWED-CPC (§4.4.6.2), `KEYFORMAT:LABEL/LABEL`: content protection configurations with
/// which the variant may be played.
package struct ContentProtection: Sendable, Hashable {
    package var keyFormat: String
    package var labels: [String]

    /// Splits an entry at its last colon, since the key format may have colons.
    init(_ entry: Substring) {
        let entry = entry.drop { $0 == " " }
        let colon = entry.lastIndex(of: ":")
        keyFormat = String(entry[..<(colon ?? entry.endIndex)])
        labels = colon.map { entry[entry.index(after: $0)...].split(separator: "/").map(String.init) } ?? []
    }
}

extension Variant {
    package var supplementalFormats: [SupplementalCodec] { supplementalCodecs.map(SupplementalCodec.init) }

    /// The entries of ALLOWED-CPC; nil without the attribute: then any protection will do.
    package var contentProtections: [ContentProtection]? {
        allowedCPC.map { $0.split(separator: ",").map(ContentProtection.init) }
    }
}
