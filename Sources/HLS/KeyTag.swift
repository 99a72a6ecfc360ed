/// EXT-X-KEY or EXT-X-SESSION-KEY; METHOD=NONE makes none (§4.4.4.4, §4.4.6.5).
package struct KeyTag: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        case aes128, aes256GCM, sampleAES, sampleAESCTR
        /// Media under it must not be decrypted.
        case unknown(String)
    }

    package var method: Method
    /// Absolute, unless its scheme is one of a DRM system.
    package var url: String
    /// 16 bytes, if given.
    package var iv: [UInt8]?
    package var keyFormat: String
    package var keyFormatVersions: String

    package static let identityFormat = "identity"
    package var isIdentity: Bool { keyFormat == KeyTag.identityFormat }

    /// Nil for METHOD=NONE.
    init?(_ list: AttributeList, _ reference: URLReference) throws(TagFault) {
        let name = try list.required("METHOD")
        switch name {
        case "NONE": return nil
        case "AES-128": method = .aes128
        case "AES-256-GCM": method = .aes256GCM
        case "SAMPLE-AES": method = .sampleAES
        case "SAMPLE-AES-CTR": method = .sampleAESCTR
        default: method = .unknown(name)
        }
        keyFormat = try list.quoted("KEYFORMAT") ?? KeyTag.identityFormat
        keyFormatVersions = try list.quoted("KEYFORMATVERSIONS") ?? "1"
        let uri = try list.quoted("URI") ?? ""
        url = uri.isEmpty ? "" : reference.resolve(uri)
        if let text = try list.quoted("IV") {
            iv = Hexadecimal.bytes(text, count: 16)
            // The media number in its place would give noise.
            if iv == nil { method = .unknown("\(name) with a malformed IV") }
        }
        if uri.isEmpty { method = .unknown("\(name) without a URI") }
    }
}
