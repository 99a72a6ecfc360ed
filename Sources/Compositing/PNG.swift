import CZlib
import MediaCore

extension Image {
    /// The picture as a PNG file (ISO/IEC 15948): 8-bit RGB, the alpha byte left out.
    ///
    /// - Parameter level: zlib's, 1 (quick) … 9 (small).
    package func png(level: Int32 = 6) -> [UInt8] {
        let rowBytes = 1 + size.width * 3
        var rows = [UInt8](repeating: 0, count: rowBytes * size.height)
        for y in 0..<size.height {
            var at = y * rowBytes + 1  // each row begins with its filter: 0, none
            for x in 0..<size.width {
                let pixel = pixels[y &* size.width &+ x]
                rows[at] = UInt8(truncatingIfNeeded: pixel >> 16)
                rows[at + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                rows[at + 2] = UInt8(truncatingIfNeeded: pixel)
                at += 3
            }
        }
        var length = compressBound(uLong(rows.count))
        let data = [UInt8](unsafeUninitializedCapacity: Int(length)) { bytes, count in
            // This fails only for too small a buffer, which `compressBound` rules out.
            compress2(bytes.baseAddress, &length, rows, uLong(rows.count), level)
            count = Int(length)
        }

        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        let header = Self.bytes(UInt32(size.width)) + Self.bytes(UInt32(size.height)) + [8, 2, 0, 0, 0]
        Self.append("IHDR", header, to: &file)
        Self.append("IDAT", data, to: &file)
        Self.append("IEND", [], to: &file)
        return file
    }

    private static func append(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + data
        file += bytes(UInt32(data.count)) + body
        file += bytes(UInt32(truncatingIfNeeded: crc32(0, body, UInt32(body.count))))
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}
