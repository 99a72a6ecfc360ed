/// Reads lines of libcec's traffic log: after `<<` stands what it sends, after `>>` what it hears:
/// `<< 4f:82:10:00`.
package enum LibCECTraffic {
    /// The message that a line says was sent; nil for what was heard, and for lines of other kinds.
    package static func said(_ line: String) -> CECFrame? {
        guard line.hasPrefix("<< ") else { return nil }
        let words = line.dropFirst(3).split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for word in words {
            guard word.utf8.count == 2, let byte = UInt8(word, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes.count <= 16 ? CECFrame(bytes: bytes) : nil
    }
}
