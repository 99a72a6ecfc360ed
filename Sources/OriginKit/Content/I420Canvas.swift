import Glibc
import MediaCore

/// A picture in planar 4:2:0 without padding: `width × height` luma, then U, then V at half size.
struct I420Canvas {
    /// A colour in studio range.
    struct Colour: Equatable {
        var y: UInt8
        var u: UInt8
        var v: UInt8

        static let white = Colour(y: 235, u: 128, v: 128)
        static let black = Colour(y: 16, u: 128, v: 128)
    }

    let size: PixelSize
    private(set) var bytes: [UInt8]

    /// Makes a picture of one colour. `size` must be even in both directions.
    init(size: PixelSize, _ colour: Colour) {
        self.size = size
        bytes = Array(repeating: 0, count: size.width * size.height * 3 / 2)
        fill(x: 0, y: 0, width: size.width, height: size.height, colour)
    }

    /// Fills a rectangle, clipped to the picture. The chroma of an odd edge goes to the side that
    /// holds the even pixel.
    mutating func fill(x: Int, y: Int, width: Int, height: Int, _ colour: Colour) {
        let left = max(x, 0)
        let right = min(x + width, size.width)
        let top = max(y, 0)
        let bottom = min(y + height, size.height)
        guard left < right, top < bottom else { return }
        let lumaWidth = size.width
        let chromaWidth = size.width / 2
        let lumaCount = size.width * size.height
        let chromaCount = lumaCount / 4
        bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in top..<bottom { memset(base + row * lumaWidth + left, Int32(colour.y), right - left) }
            let chromaLeft = (left + 1) / 2
            let chromaRight = (right + 1) / 2
            for row in (top + 1) / 2..<(bottom + 1) / 2 where chromaRight > chromaLeft {
                let start = lumaCount + row * chromaWidth + chromaLeft
                memset(base + start, Int32(colour.u), chromaRight - chromaLeft)
                memset(base + start + chromaCount, Int32(colour.v), chromaRight - chromaLeft)
            }
        }
    }

    /// Copies `row` into the luma from its `offset` on, wrapped around; chroma stays.
    mutating func tile(y: Int, height: Int, row: [UInt8], offset: Int) {
        guard !row.isEmpty else { return }
        let width = size.width
        let bottom = min(y + height, size.height)
        bytes.withUnsafeMutableBytes { bytes in
            row.withUnsafeBytes { source in
                guard let base = bytes.baseAddress, let from = source.baseAddress else { return }
                for line in y..<max(y, bottom) {
                    var x = 0
                    var at = offset % row.count
                    while x < width {
                        let count = min(width - x, row.count - at)
                        memcpy(base + line * width + x, from + at, count)
                        x += count
                        at = 0
                    }
                }
            }
        }
    }
}
