/// EXT-X-KEY or EXT-X-SESSION-KEY with any METHOD but NONE (§4.4.4.4, §4.4.6.5).
package struct KeyTag: Sendable, Hashable {
    package enum Method: Sendable, Hashable {
        case aes128, aes256GCM, sampleAES, sampleAESCTR
        /// Methods outside the standard: AES-128's scheme with a key of 32 bytes, and the same in counter
        /// mode. Shaka Player and its test streams use them.
        case aes256, aes256CTR
        /// A method that Hearth does not know: media under it must not be decrypted.
        case unknown(String)
    }

    package var method: Method
    /// The key's URL: absolute, unless its scheme belongs to a DRM system.
    package var url: String
    /// The initialization vector, 16 bytes, if given.
    package var iv: [UInt8]?
    package var keyFormat: String
    package var keyFormatVersions: String

    package static let identityFormat = "identity"

    /// Whether the key file is the key itself, in the only version of that which is known, 1.
    package var isIdentity: Bool {
        keyFormat == KeyTag.identityFormat && keyFormatVersions.split(separator: "/").contains("1")
    }

    package var system: KeySystem { KeySystem(keyFormat: keyFormat) }

    /// Reads the tag; nil for METHOD=NONE. A tag that can't be used becomes a key of an unknown method: media
    /// under it would be noise.
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
            // The media sequence number as the vector would decrypt to noise.
            let reason = PlaylistError.Reason.malformed(tag: list.tag, "IV is not of 128 bits")
            if list.mode == .strict { throw .refused(reason) }
            method = .unknown("\(name) with a malformed IV")
        } else if iv != nil, method == .aes256GCM || method == .sampleAESCTR {
            list.warn("IV is not for METHOD=\(name)")
        }
    }

    /// KEYFORMATVERSIONS as numbers; empty when it is not numbers separated by slashes.
    package var versions: [UInt64] {
        let parts = keyFormatVersions.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Numeral.integer($0.utf8) }
        return numbers.count == parts.count ? numbers : []
    }
}
