import Base
import CZlib
import Glibc
import MediaCore

/// The checksum that vkms makes of what it scans out: CRC-32 (seed 0, not inverted) over rows of
/// 16-bit A, R, G, B.
package enum BoardCRC {
    /// Whether there are checksums: vkms makes them, virtio-gpu does not.
    package static let areMade = access("\(folder)/control", F_OK) == 0
    private static let folder = "/sys/kernel/debug/dri/0/crtc-0/crc"

    /// The checksums of the next `count` vblanks.
    package static func read(_ count: Int) throws -> [UInt32] {
        do {
            let control = try OwnedDescriptor(open: "\(folder)/control", flags: O_WRONLY)
            try checked("write control") { Glibc.write(control.raw, "auto", 4) }
        }
        let data = try OwnedDescriptor(open: "\(folder)/data", flags: O_RDONLY)
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 64)
        while text.split(separator: "\n").count < count {
            let length = try checked("read data") { Glibc.read(data.raw, &buffer, buffer.count) }
            text += String(decoding: buffer.prefix(length), as: UTF8.self)
        }
        return text.split(separator: "\n").prefix(count).compactMap { line in
            line.split(separator: " ").last.flatMap { UInt32($0.dropFirst(2), radix: 16) }
        }
    }

    package static func expected(of image: Image) -> UInt32 {
        var row = [UInt16](repeating: 0xffff, count: image.size.width * 4)
        var checksum = UInt(UInt32.max)
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let pixel = image[x, y]
                row[x * 4 + 1] = UInt16(pixel >> 16 & 255) * 257
                row[x * 4 + 2] = UInt16(pixel >> 8 & 255) * 257
                row[x * 4 + 3] = UInt16(pixel & 255) * 257
            }
            // zlib inverts before and after; the kernel does neither.
            row.withUnsafeBytes { bytes in
                checksum = crc32(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
            }
        }
        return ~UInt32(truncatingIfNeeded: checksum)
    }
}
