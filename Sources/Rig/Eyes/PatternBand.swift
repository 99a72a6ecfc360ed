import MediaCore
import OriginPattern

/// The place of the origin's pattern on a screen, and the few rows of pixels that suffice to read it.
///
/// The programme is 16:9 and as large as the screen allows, in its middle.
package struct PatternBand: Sendable, Hashable {
    package let screen: PixelSize
    /// The place of the programme on the screen.
    package let picture: PixelRectangle
    /// The first of the six screen rows that are read, in pixels, `step` rows apart: two in the inner
    /// half of each row of cells, and two between them that are not used.
    package let firstRow: Int
    package let step: Int
    package static let rows = 6

    /// The band of a screen of this size; nil for one too small to hold a pattern.
    package init?(screen: PixelSize) {
        guard screen.width >= 256, screen.height >= 144 else { return nil }
        self.screen = screen
        let height = min(screen.height, screen.width * 9 / 16)
        let width = min(screen.width, screen.height * 16 / 9)
        picture = PixelRectangle(
            x: (screen.width - width) / 2, y: (screen.height - height) / 2, width: width, height: height)
        let cell = height / BitPattern.rowsInPicture
        step = cell / 4
        firstRow = picture.y + cell * 3 / 8
    }

    /// What the band's pattern says, and how clearly.
    package struct Reading: Sendable, Hashable {
        /// The pattern; nil where there is none.
        package var pattern: BitPattern?
        /// White minus black of the pattern's marks, −255…255: less when something dims the picture.
        package var contrast: Int
    }

    /// Reads the band from pixels; nil for too few of them.
    ///
    /// - Parameters:
    ///   - pixels: XRGB, `screen.width` in each row
    ///   - isWhole: all of the screen's rows; otherwise this band's six
    package func read(_ pixels: UnsafeBufferPointer<UInt32>, isWhole: Bool) -> Reading? {
        guard pixels.count >= screen.width * (isWhole ? screen.height : Self.rows) else { return nil }
        // Two by two grey levels a cell: the smallest picture that BitPattern reads.
        let (width, height) = (BitPattern.columns * 2, BitPattern.rowsInPicture * 2)
        var luma = [UInt8](repeating: 0, count: width * height)
        for row in 0..<BitPattern.rows {
            for column in 0..<BitPattern.columns {
                let level = level(pixels, isWhole: isWhole, column: column, row: row)
                let at = row * 2 * width + column * 2
                luma[at] = level
                luma[at + 1] = level
                luma[at + width] = level
                luma[at + width + 1] = level
            }
        }
        // The first four cells are marks: 1010.
        let contrast = (Int(luma[0]) - Int(luma[2]) + Int(luma[4]) - Int(luma[6])) / 2
        return Reading(pattern: BitPattern.read(luma: luma, width: width, height: height), contrast: contrast)
    }

    /// The mean grey level of a cell, from six pixels of its inner half.
    private func level(_ pixels: UnsafeBufferPointer<UInt32>, isWhole: Bool, column: Int, row: Int) -> UInt8 {
        var sum = 0
        for line in [row * 4, row * 4 + 1] {
            let start = (isWhole ? firstRow + line * step : line) * screen.width
            for eighth in [3, 4, 5] {
                let x = picture.x + (column * 8 + eighth) * picture.width / (BitPattern.columns * 8)
                sum += Int(Image.luma(pixels[start + x]))
            }
        }
        return UInt8(sum / 6)
    }
}
