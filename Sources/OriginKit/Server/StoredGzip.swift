/// Makes a gzip file (RFC 1952) that compresses nothing: stored blocks are enough to see that a client
/// decompresses it.
enum StoredGzip {
    static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        var at = 0
        repeat {
            let count = min(65_535, bytes.count - at)
            result.append(at + count == bytes.count ? 1 : 0)
            result += [UInt8(count & 0xff), UInt8(count >> 8), UInt8(~count & 0xff), UInt8(~count >> 8 & 0xff)]
            result += bytes[at..<at + count]
            at += count
        } while at < bytes.count
        for value in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            result += (0..<4).map { UInt8(value >> UInt32(8 * $0) & 0xff) }
        }
        return result
    }

    /// The CRC-32 of RFC 1952, section 8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xedb8_8320 }
        }
        return ~crc
    }
}
