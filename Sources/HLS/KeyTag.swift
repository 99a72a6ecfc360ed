/// EXT-X-KEY or EXT-X-SESSION-KEY; METHOD=NONE makes none (§4.4.4.4, §4.4.6.5).
package struct KeyTag: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        case aes128, aes256GCM, sampleAES, sampleAESCTR
        /// Not of the standard: as AES-128 with a key of 32 bytes, and the same in counter mode. Shaka
        /// Player and its test streams use them.
        case aes256, aes256CTR
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

    /// The key file is the key itself; other versions of that than 1 are not known.
    package var isIdentity: Bool {
        keyFormat == KeyTag.identityFormat && keyFormatVersions.split(separator: "/").contains("1")
    }

    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }

    /// Nil for METHOD=NONE. What cannot be used is a key of an unknown method: media under it would be noise.
    init?(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        let stated = try list.token("METHOD")
        if stated == nil, list.mode == .strict { throw list.missing("METHOD") }
        let name = stated ?? "none stated"
        switch name {
        case "NONE":
            if list.attributes.count > 1 { list.warn("METHOD=NONE with other attributes") }
            return nil
        case "AES-128": method = .aes128
        case "AES-256-GCM": method = .aes256GCM
        case "AES-256": method = .aes256
        case "AES-256-CTR": method = .aes256CTR
        case "SAMPLE-AES": method = .sampleAES
        case "SAMPLE-AES-CTR": method = .sampleAESCTR
        default:
            method = .unknown(name)
            list.warn("METHOD=\(name) is not known")
        }
        keyFormat = try list.string("KEYFORMAT") ?? KeyTag.identityFormat
        keyFormatVersions = try list.string("KEYFORMATVERSIONS") ?? "1"
        do throws(TagFault) {
            url = reference.resolve(try list.required("URI"))
        } catch {
            guard list.mode == .lenient else { throw error }
            list.warn("no URI")
            url = ""
            method = .unknown("\(name) without a URI")
        }
        let text = try list.hexadecimal("IV")
        iv = text.flatMap { Hexadecimal.bytes($0, count: 16) }
        if iv == nil, list.has("IV") {
            // The media number in its place would give noise.
            let reason = PlaylistError.Reason.malformed(tag: list.tag, "IV is not of 128 bits")
            if list.mode == .strict { throw .refused(reason) }
            method = .unknown("\(name) with a malformed IV")
        } else if iv != nil, method == .aes256GCM || method == .sampleAESCTR {
            list.warn("IV is not for METHOD=\(name)")
        }
    }

    /// KEYFORMATVERSIONS; empty when it is not numbers separated by slashes.
    package var versions: [UInt64] {
        let parts = keyFormatVersions.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Numeral.integer($0.utf8) }
        return numbers.count == parts.count ? numbers : []
    }
}
