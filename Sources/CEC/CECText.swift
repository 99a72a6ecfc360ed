/// Text in messages: ASCII that others wrote.
enum CECText {
    /// Nil when it is none: empty, or with what is no printable ASCII.
    static func read(_ operands: some Collection<UInt8>) -> String? {
        guard !operands.isEmpty, operands.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
        return String(decoding: operands, as: UTF8.self)
    }
}
