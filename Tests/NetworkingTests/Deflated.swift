import CZlib

/// Bytes as a server might compress them.
enum Deflated {
    /// So many zeros in zlib's format, which `Content-Encoding: deflate` means (RFC 9110 §8.4.1.2).
    static func zeros(_ count: Int) -> [UInt8] {
        var length = compressBound(uLong(count))
        var bytes = [UInt8](repeating: 0, count: Int(length))
        compress2(&bytes, &length, [UInt8](repeating: 0, count: count), uLong(count), 9)
        return Array(bytes.prefix(Int(length)))
    }
}
