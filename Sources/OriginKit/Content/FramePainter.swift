import MediaCore
import OriginPattern

/// Paints a channel's frames: bit pattern on top, the channel's number large, frame within the
/// loop, second and frame within the second, a bar that runs through once in two seconds, a
/// texture that scrolls (so that pictures cost as much as television's), and the flash's box.
struct FramePainter: Painting {
    let isColoured = false
    private let content: ChannelContent
    private let size: PixelSize
    private let background: I420Canvas
    /// Rows of the scrolling texture, twice as wide as the picture.
    private let texture: [[UInt8]]

    init(content: ChannelContent) {
        self.content = content
        size = content.rungs[0].size
        var canvas = I420Canvas(size: size, Self.colour(ofChannel: content.number))
        let unit = Self.unit(size)
        // The number needs painting only once.
        Self.draw(String(content.number), on: &canvas, x: 4 * unit, y: 7 * unit, pixel: 3 * unit)
        background = canvas
        texture = Self.makeTexture(width: size.width * 2, cell: max(2, unit / 4), rows: 10 * unit / max(2, unit / 4))
    }

    /// The frame in the layout of `I420Canvas`.
    func paint(frame: Int) -> [UInt8] {
        var canvas = background
        let unit = Self.unit(size)
        let isFlash = content.isFlash(frame: frame)
        paint(BitPattern(channel: UInt8(content.number & 0xff), frame: UInt32(frame), isFlash: isFlash), on: &canvas)

        let second = frame / content.framesPerSecond
        let rest = frame % content.framesPerSecond
        Self.draw(Self.digits(frame, 4), on: &canvas, x: 30 * unit, y: 7 * unit, pixel: 3 * unit / 2)
        Self.draw(
            "\(Self.digits(second, 2)):\(Self.digits(rest, 2))", on: &canvas, x: 30 * unit, y: 17 * unit,
            pixel: unit)
        if isFlash { canvas.fill(x: 54 * unit, y: 13 * unit, width: 8 * unit, height: 8 * unit, .white) }

        let barTravel = content.framesPerPiece
        let barX = frame % barTravel * size.width / barTravel
        canvas.fill(x: barX & ~1, y: 24 * unit, width: 2 * unit, height: 2 * unit, .white)

        let cell = max(2, unit / 4)
        for (row, levels) in texture.enumerated() {
            // Neighbouring rows move at different speeds: one motion vector does not do for a
            // block.
            let speed = max(2, size.width / 320) * (1 + row % 3)
            canvas.tile(
                y: 26 * unit + row * cell, height: cell, row: levels, offset: frame * speed % (size.width * 2))
        }
        return canvas.bytes
    }

    /// Paints the channel's number on its colour.
    static func logo(channel number: Int) -> I420Canvas {
        var canvas = I420Canvas(size: PixelSize(width: 256, height: 256), colour(ofChannel: number))
        let text = String(number)
        let pixel = text.count == 1 ? 40 : 28
        draw(text, on: &canvas, x: 128 - (text.count * 4 - 1) * pixel / 2, y: 128 - 5 * pixel / 2, pixel: pixel)
        return canvas
    }

    private func paint(_ pattern: BitPattern, on canvas: inout I420Canvas) {
        for (index, cell) in pattern.cells.enumerated() {
            let column = index % BitPattern.columns
            let row = index / BitPattern.columns
            let left = column * size.width / BitPattern.columns
            let right = (column + 1) * size.width / BitPattern.columns
            let top = row * size.height / BitPattern.rowsInPicture
            let bottom = (row + 1) * size.height / BitPattern.rowsInPicture
            canvas.fill(x: left, y: top, width: right - left, height: bottom - top, cell ? .white : .black)
        }
    }

    /// The width of a cell: a 64th of the picture's, one grey level of a 64×36 reduction.
    private static func unit(_ size: PixelSize) -> Int { max(1, size.width / 64) }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func colour(ofChannel number: Int) -> I420Canvas.Colour {
        let colours = [
            I420Canvas.Colour(y: 60, u: 190, v: 110), I420Canvas.Colour(y: 90, u: 100, v: 90),
            I420Canvas.Colour(y: 70, u: 110, v: 190), I420Canvas.Colour(y: 110, u: 80, v: 150),
            I420Canvas.Colour(y: 80, u: 160, v: 160), I420Canvas.Colour(y: 100, u: 150, v: 80),
            I420Canvas.Colour(y: 60, u: 128, v: 128), I420Canvas.Colour(y: 90, u: 130, v: 170),
        ]
        return colours[(number - 1) % colours.count]
    }

    /// Rows of grey blocks, always the same ones.
    private static func makeTexture(width: Int, cell: Int, rows: Int) -> [[UInt8]] {
        var state: UInt32 = 0x2545_f491
        return (0..<rows).map { _ in
            var row: [UInt8] = []
            row.reserveCapacity(width)
            while row.count < width {
                state ^= state << 13
                state ^= state >> 17
                state ^= state << 5
                row += repeatElement(UInt8(60 + state % 100), count: min(cell, width - row.count))
            }
            return row
        }
    }

    /// Draws text in a font of 3×5 dots a character, advancing by four.
    private static func draw(_ text: String, on canvas: inout I420Canvas, x: Int, y: Int, pixel: Int) {
        for (index, character) in text.enumerated() {
            guard let dots = glyphs[character] else { continue }
            for bit in 0..<15 where dots >> (14 - bit) & 1 == 1 {
                canvas.fill(
                    x: x + (index * 4 + bit % 3) * pixel, y: y + bit / 3 * pixel, width: pixel, height: pixel, .white)
            }
        }
    }

    private static let glyphs: [Character: Int] = [
        "0": 0b111_101_101_101_111, "1": 0b010_110_010_010_111, "2": 0b111_001_111_100_111,
        "3": 0b111_001_111_001_111, "4": 0b101_101_111_001_001, "5": 0b111_100_111_001_111,
        "6": 0b111_100_111_101_111, "7": 0b111_001_001_010_010, "8": 0b111_101_111_101_111,
        "9": 0b111_101_111_001_111, ":": 0b000_010_000_010_000,
    ]
}
