import MediaCore

/// The information that a picture of `hearth-origin` carries in a band along its top edge.
///
/// The band is 64 cells: 32 columns × 2 rows over the full width; a cell is 1/32 of the width by
/// 1/18 of the height, which is 40×40 pixels at 1280×720 and 2×2 grey levels at 64×36. White is 1.
///
/// Row 0: sync `1010`, channel (8 bits), CRC-8 (8), flags (8), sync `0101`.
/// Row 1: sync `0101`, frame (24), sync `1010`. Most significant bit first.
/// The CRC (polynomial 0x07, start 0) covers channel, flags and the three bytes of frame.
package struct BitPattern: Equatable, Hashable, Sendable {
    package static let columns = 32
    package static let rows = 2
    /// The number of rows of cells in a picture's full height.
    package static let rowsInPicture = 18

    package var channel: UInt8
    /// The frame's index within the channel's loop, 24 bits.
    package var frame: UInt32
    /// Whether the second's beep sounds during this frame.
    package var isFlash: Bool

    package init(channel: UInt8, frame: UInt32, isFlash: Bool) {
        self.channel = channel
        self.frame = frame & 0xff_ffff
        self.isFlash = isFlash
    }

    /// The cells, row by row from the left.
    package var cells: [Bool] {
        let flags: UInt8 = isFlash ? 1 : 0
        var cells = Self.sync
        cells += Self.bits(UInt32(channel), count: 8)
        cells += Self.bits(UInt32(checksum), count: 8)
        cells += Self.bits(UInt32(flags), count: 8)
        cells += Self.inverseSync + Self.inverseSync
        cells += Self.bits(frame, count: 24)
        return cells + Self.sync
    }

    /// Reads cells; nil unless all sync marks and the checksum are right.
    package init?(cells: [Bool]) {
        guard cells.count == Self.columns * Self.rows, cells[0..<4].elementsEqual(Self.sync),
            cells[28..<36].elementsEqual(Self.inverseSync + Self.inverseSync), cells[60..<64].elementsEqual(Self.sync)
        else { return nil }
        func value(_ range: Range<Int>) -> UInt32 { cells[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        self.init(
            channel: UInt8(value(4..<12)), frame: value(36..<60), isFlash: value(20..<28) & 1 == 1)
        guard value(12..<20) == UInt32(checksum) else { return nil }
    }

    /// Reads a picture of any size, also a dimmed one. `luma` is `width × height` without padding;
    /// `picture` is where in it the programme's picture lies, by default everywhere.
    ///
    /// Nil when there is no pattern, or too little contrast (under 16 levels) to be sure.
    package static func read(luma: [UInt8], width: Int, height: Int, picture: PixelRectangle? = nil) -> BitPattern? {
        let area = picture ?? PixelRectangle(x: 0, y: 0, width: width, height: height)
        guard width > 0, height > 0, luma.count >= width * height, area.x >= 0, area.y >= 0,
            area.width >= columns, area.height >= rowsInPicture, area.x + area.width <= width,
            area.y + area.height <= height
        else { return nil }
        let levels = (0..<columns * rows).map { index in
            level(luma: luma, stride: width, area: area, column: index % columns, row: index / columns)
        }
        // The marks tell what is black and white here.
        let marks = (0..<4).map { levels[$0] } + (60..<64).map { levels[$0] }
        let white = (marks[0] + marks[2] + marks[4] + marks[6]) / 4
        let black = (marks[1] + marks[3] + marks[5] + marks[7]) / 4
        guard white - black >= 16 else { return nil }
        let threshold = (white + black) / 2
        return BitPattern(cells: levels.map { $0 > threshold })
    }

    /// The mean of a cell's inner part: all of it when it is under 3 pixels wide.
    private static func level(luma: [UInt8], stride: Int, area: PixelRectangle, column: Int, row: Int) -> Int {
        func inner(_ index: Int, _ extent: Int, _ count: Int) -> Range<Int> {
            // The pixels whose centre lies in the cell.
            let start = (2 * index * extent + count) / (2 * count)
            let end = max(start + 1, (2 * (index + 1) * extent + count) / (2 * count))
            let margin = end - start < 3 ? 0 : max(1, (end - start) / 4)
            return start + margin..<end - margin
        }
        let xs = inner(column, area.width, columns)
        let ys = inner(row, area.height, rowsInPicture)
        var sum = 0
        for y in ys {
            for x in xs { sum += Int(luma[(area.y + y) * stride + area.x + x]) }
        }
        return sum / (xs.count * ys.count)
    }

    private var checksum: UInt8 {
        let bytes = [
            channel, isFlash ? 1 : 0, UInt8(frame >> 16 & 0xff), UInt8(frame >> 8 & 0xff), UInt8(frame & 0xff),
        ]
        return bytes.reduce(0) { crc, byte in
            (0..<8).reduce(crc ^ byte) { crc, _ in crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x07 }
        }
    }

    private static let sync = [true, false, true, false]
    private static let inverseSync = [false, true, false, true]

    private static func bits(_ value: UInt32, count: Int) -> [Bool] {
        (0..<count).reversed().map { value >> UInt32($0) & 1 == 1 }
    }
}
