import MediaCore
import OriginPattern
import Testing

@Suite("The bit pattern along the top edge")
struct BitPatternTests {
    /// A grey picture with the pattern painted cell by cell.
    private func picture(_ pattern: BitPattern, width: Int, height: Int, white: UInt8 = 235, black: UInt8 = 16)
        -> [UInt8]
    {
        let cells = pattern.cells
        return (0..<width * height).map { index in
            // A pixel has the colour of the cell at its centre.
            let row = (2 * (index / width) + 1) * BitPattern.rowsInPicture / (2 * height)
            let column = (2 * (index % width) + 1) * BitPattern.columns / (2 * width)
            guard row < BitPattern.rows else { return 90 }
            return cells[row * BitPattern.columns + column] ? white : black
        }
    }

    @Test("Channel, frame and flash survive 64×36 grey levels")
    func smallest() {
        for channel in [1, 2, 85, 170, 255] as [UInt8] {
            for frame in [0, 1, 799, 0x55_5555, 0xff_ffff] as [UInt32] {
                for isFlash in [true, false] {
                    let pattern = BitPattern(channel: channel, frame: frame, isFlash: isFlash)
                    #expect(
                        BitPattern.read(luma: picture(pattern, width: 64, height: 36), width: 64, height: 36) == pattern
                    )
                }
            }
        }
    }

    @Test(
        "Any size does, whole or as a part of a larger picture",
        arguments: [(1280, 720), (854, 480), (426, 240), (100, 57)])
    func sizes(width: Int, height: Int) {
        let pattern = BitPattern(channel: 7, frame: 431, isFlash: true)
        let luma = picture(pattern, width: width, height: height)
        #expect(BitPattern.read(luma: luma, width: width, height: height) == pattern)
        var framed = Array(repeating: 0 as UInt8, count: (width + 20) * (height + 10))
        for y in 0..<height {
            framed.replaceSubrange(
                (y + 5) * (width + 20) + 10..<(y + 5) * (width + 20) + 10 + width,
                with: luma[y * width..<(y + 1) * width])
        }
        let area = PixelRectangle(x: 10, y: 5, width: width, height: height)
        #expect(BitPattern.read(luma: framed, width: width + 20, height: height + 10, picture: area) == pattern)
    }

    @Test("A dimmed picture is read; one without contrast is not")
    func dimmed() {
        let pattern = BitPattern(channel: 3, frame: 12, isFlash: false)
        let dim = picture(pattern, width: 64, height: 36, white: 60, black: 10)
        #expect(BitPattern.read(luma: dim, width: 64, height: 36) == pattern)
        let flat = picture(pattern, width: 64, height: 36, white: 30, black: 20)
        #expect(BitPattern.read(luma: flat, width: 64, height: 36) == nil)
        #expect(BitPattern.read(luma: [], width: 64, height: 36) == nil)
        #expect(
            BitPattern.read(
                luma: dim, width: 64, height: 36, picture: PixelRectangle(x: 1, y: 0, width: 64, height: 36)) == nil)
    }

    @Test("Any single wrong cell is noticed")
    func wrongCell() {
        let pattern = BitPattern(channel: 42, frame: 123_456, isFlash: true)
        for index in 0..<64 {
            var cells = pattern.cells
            cells[index].toggle()
            let read = BitPattern(cells: cells)
            // Seven of the eight flag bits have no meaning yet.
            #expect(read == nil || (20..<27).contains(index) && read == pattern, "cell \(index)")
        }
    }
}
