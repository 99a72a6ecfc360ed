/// Reads the text in messages: ASCII that others wrote.
enum CECText {
    /// Decodes operands as text; nil when they are empty, or not printable ASCII.
    static func read(_ operands: some Collection<UInt8>) -> String? {
        guard !operands.isEmpty, operands.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        return String(decoding: operands, as: UTF8.self)
    }
}
