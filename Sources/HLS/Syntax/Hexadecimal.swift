/// Reads a hexadecimal-sequence of §4.2: 0x or 0X and digits.
enum Hexadecimal {
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// The value as `count` bytes, big-endian, padded on the left; nil when `text` is no such number
    /// or a larger one.
    static func bytes(_ text: String, count: Int) -> [UInt8]? {
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return nil }
        let digits = text.utf8.dropFirst(2)
        guard !digits.isEmpty, digits.count <= 2 * count else { return nil }
        var output = [UInt8](repeating: 0, count: count)
        for (place, byte) in digits.reversed().enumerated() {
            guard let value = digit(byte) else { return nil }
            output[count - 1 - place / 2] |= place % 2 == 0 ? value : value << 4
        }
        return output
    }
}
