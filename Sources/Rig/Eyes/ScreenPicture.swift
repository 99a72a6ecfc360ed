import CZlib
import MediaCore
import OriginPattern

extension Image {
    /// Reads a PNG as Hearth writes it: 8-bit RGB, one IDAT, rows without a filter. Nil for any other PNG.
    package init?(hearthPNG file: [UInt8]) {
        func number(_ at: Int) -> Int {
            file.count >= at + 4 ? file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } : 0
        }
        let (width, height, length) = (number(16), number(20), number(33))
        let rowBytes = 1 + width * 3
        guard file.starts(with: [0x89, 0x50, 0x4e, 0x47]), file.count >= 41 + length, file[24..<26] == [8, 2],
            (1...16_384).contains(width), (1...16_384).contains(height)
        else { return nil }
        var rows = [UInt8](repeating: 0, count: rowBytes * height)
        var size = uLong(rows.count)
        let result = file[41..<41 + length].withUnsafeBufferPointer {
            uncompress(&rows, &size, $0.baseAddress, uLong($0.count))
        }
        guard result == Z_OK, size == uLong(rows.count) else { return nil }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            let start = row * rowBytes
            guard rows[start] == 0 else { return nil }
            for at in stride(from: start + 1, to: start + rowBytes, by: 3) {
                pixels.append(0xff00_0000 | UInt32(rows[at]) << 16 | UInt32(rows[at + 1]) << 8 | UInt32(rows[at + 2]))
            }
        }
        self.init(size: PixelSize(width: width, height: height), pixels: pixels)
    }

    /// The origin's pattern in the picture; nil when there is none.
    package var pattern: BitPattern? {
        BitPattern.read(luma: pixels.map(Self.luma), width: size.width, height: size.height)
    }

    /// The mean grey level, 0…255: near 0 is a black screen.
    package var brightness: Int {
        pixels.isEmpty ? 0 : pixels.reduce(0) { $0 + Int(Self.luma($1)) } / pixels.count
    }

    /// The brightest grey level: in a black picture about 16 at most.
    package var brightest: UInt8 { pixels.lazy.map(Self.luma).max() ?? 0 }

    static func luma(_ pixel: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: ((pixel >> 16 & 255) * 77 + (pixel >> 8 & 255) * 150 + (pixel & 255) * 29) >> 8)
    }
}
