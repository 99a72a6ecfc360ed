/// One of the eight windows of a CEA-708 service: its text and its place. Borders, sizes and effects
/// are not kept.
struct CEA708Window: Sendable, Hashable {
    private(set) var rows: [CaptionRow]
    var isVisible: Bool
    var row = 0
    var column = 0
    var style: TextStyle = []
    var ink = TextInk()
    var alignment: TextPlacement.Alignment = .left
    private var line: TextPlacement.Line
    private var position: Double
    private var positionAnchor: TextPlacement.PositionAnchor
    private let columnCount: Int

    /// Makes a window of the six bytes of DefineWindow (§8.10.5.2).
    init(_ bytes: [UInt8]) {
        func byte(_ index: Int) -> Int { bytes.indices.contains(index) ? Int(bytes[index]) : 0 }
        isVisible = byte(0) & 0x20 != 0
        let isRelative = byte(1) & 0x80 != 0
        let vertical = byte(1) & 0x7F
        let horizontal = byte(2)
        let anchor = min(byte(3) >> 4, 8)
        let rowCount = (byte(3) & 0x0F) + 1
        columnCount = (byte(4) & 0x3F) + 1
        rows = Array(repeating: CaptionRow(columns: columnCount), count: rowCount)
        // Parts of the title-safe middle; the grid has 75 × 210 places on a 16:9 picture.
        let y = min(1, Double(vertical) / (isRelative ? 100 : 75))
        let x = min(1, Double(horizontal) / (isRelative ? 100 : 210))
        line = .fraction(0.1 + 0.8 * y, [.start, .center, .end][anchor / 3])
        position = 0.1 + 0.8 * x
        positionAnchor = [.left, .center, .right][anchor % 3]
    }

    /// Moves or resizes the window with its text kept, as a second DefineWindow asks for.
    mutating func redefine(_ bytes: [UInt8]) {
        var new = CEA708Window(bytes)
        if new.rows.count == rows.count, new.columnCount == columnCount {
            new.rows = rows
            new.row = row
            new.column = column
        }
        new.style = style
        new.ink = ink
        new.alignment = alignment
        self = new
    }

    mutating func write(_ character: Character) {
        if column >= columnCount { newLine() }
        guard rows.indices.contains(row) else { return }
        rows[row][column] = CaptionRow.Cell(character: character, style: style, ink: ink)
        column += 1
    }

    mutating func backspace() {
        column = max(0, column - 1)
        if rows.indices.contains(row) { rows[row][column] = nil }
    }

    mutating func newLine() {
        column = 0
        row += 1
        if row >= rows.count {
            rows.removeFirst()
            rows.append(CaptionRow(columns: columnCount))
            row = rows.count - 1
        }
    }

    mutating func clear() {
        rows = Array(repeating: CaptionRow(columns: columnCount), count: rows.count)
        row = 0
        column = 0
    }

    mutating func eraseLine() {
        if rows.indices.contains(row) { rows[row].erase(from: 0) }
        column = 0
    }

    /// The text to show; nil when there is none.
    var block: CaptionBlock? {
        guard isVisible, let first = rows.firstIndex(where: { $0.extent != nil }),
            let last = rows.lastIndex(where: { $0.extent != nil })
        else { return nil }
        var placement = TextPlacement()
        placement.line = line
        placement.position = position
        placement.positionAnchor = positionAnchor
        placement.alignment = alignment
        return CaptionBlock(lines: rows[first...last].map(\.line), placement: placement)
    }
}
