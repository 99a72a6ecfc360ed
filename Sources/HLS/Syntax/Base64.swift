/// Decodes Base 64 of RFC 4648: either alphabet, with or without padding.
enum Base64 {
    /// Decodes `text`; nil when it is not Base 64.
    static func bytes(_ text: [UInt8]) -> [UInt8]? {
        var digits = text[...]
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        guard text.count - digits.count <= 2, digits.count % 4 != 1 else { return nil }
        var output: [UInt8] = []
        var group: UInt32 = 0
        var bits = 0
        for byte in digits {
            guard let value = value(byte) else { return nil }
            group = group << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
            }
        }
        return output
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
