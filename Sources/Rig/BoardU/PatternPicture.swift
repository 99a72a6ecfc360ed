import MediaCore
import OriginPattern

extension Image {
    /// A picture of the origin's pattern over grey, in any size.
    package init(pattern: BitPattern, size: PixelSize, black: UInt32 = 0, white: UInt32 = 255) {
        let cells = pattern.cells
        var pixels = [UInt32](repeating: 0xff80_8080, count: size.width * size.height)
        for y in 0..<size.height * BitPattern.rows / BitPattern.rowsInPicture {
            let row = y * BitPattern.rowsInPicture / size.height
            for x in 0..<size.width {
                let level = cells[row * BitPattern.columns + x * BitPattern.columns / size.width] ? white : black
                pixels[y * size.width + x] = 0xff00_0000 | level * 0x01_0101
            }
        }
        self.init(size: size, pixels: pixels)
    }
}
