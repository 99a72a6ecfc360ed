import CCrypto

/// Makes secrets, and compares them.
package enum Secrets {
    /// 128 random bits in hexadecimal.
    package static func token() -> String {
        var random = SystemRandomNumberGenerator()
        return hexadecimal((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// Six random digits.
    package static func code() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<6).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }

    /// The SHA-256 of a text, in hexadecimal; nil: libcrypto can't make it.
    package static func digest(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1 else { return nil }
        return hexadecimal(digest.prefix(Int(length)))
    }

    /// Compares in constant time, so that a nearly right one takes as long as a wrong one.
    package static func isEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
