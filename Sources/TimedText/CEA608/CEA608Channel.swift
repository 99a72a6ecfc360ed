/// One caption channel of CEA-608: its two memories, its cursor and its mode.
struct CEA608Channel: Sendable {
    private enum Mode: Equatable {
        /// Nothing was received yet, or text mode: characters are not for captions.
        case none
        case popOn, paintOn
        case rollUp(rows: Int)
    }

    private static let rows = 15
    private static let columns = 32

    private var mode = Mode.none
    private var displayed = CEA608Channel.blank
    private var hidden = CEA608Channel.blank
    /// The cursor's row, from 0.
    private var row = 14
    private var column = 0
    private var style: TextStyle = []
    /// The colour of what is written; nil: none was asked for, which is white.
    private var color: TextColor?

    private static let blank = Array(repeating: CaptionRow(columns: columns), count: rows)

    // MARK: What comes in

    mutating func write(_ character: Character) {
        guard mode != .none else { return }
        edit { [column, style, color] in
            $0[column] = CaptionRow.Cell(character: character, style: style, ink: TextInk(color: color))
        }
        column = min(column + 1, Self.columns - 1)
    }

    /// Takes a control code.
    /// - Parameter first: without the channel's bit.
    mutating func control(_ first: UInt8, _ second: UInt8) {
        switch (first, second) {
        case (0x11, 0x20...0x2F): setMidRow(second)
        case (0x11, 0x30...0x3F): if let character = CEA608Characters.special(second) { write(character) }
        case (0x12...0x13, 0x20...0x3F):
            if let character = CEA608Characters.extended(first, second) {
                backspace()
                write(character)
            }
        // 0x15 is the form of the second field.
        case (0x14...0x15, 0x20...0x2F): perform(second)
        case (0x17, 0x21...0x23): column = min(column + Int(second & 0x03), Self.columns - 1)
        case (_, 0x40...0x7F): setRow(first, second)
        default: break
        }
    }

    private mutating func perform(_ code: UInt8) {
        switch code {
        case 0x20: mode = .popOn
        case 0x21: if mode != .none { backspace() }
        case 0x24: edit { [column] in $0.erase(from: column) }
        case 0x25...0x27: rollUp(rows: Int(code - 0x23))
        case 0x29: mode = .paintOn
        case 0x2A, 0x2B: mode = .none
        case 0x2C: eraseDisplayed()
        case 0x2D: carriageReturn()
        case 0x2E: hidden = Self.blank
        case 0x2F:
            swap(&displayed, &hidden)
            mode = .popOn
        default: break
        }
    }

    mutating func eraseDisplayed() { displayed = Self.blank }

    // MARK: Modes

    private mutating func rollUp(rows: Int) {
        if case .rollUp = mode {
        } else {
            displayed = Self.blank
            hidden = Self.blank
            row = Self.rows - 1
        }
        mode = .rollUp(rows: rows)
        column = 0
        (style, color) = ([], nil)
    }

    private mutating func carriageReturn() {
        guard case .rollUp(let rows) = mode else { return }
        let top = max(0, row - rows + 1)
        for index in displayed.indices where index <= row {
            let isMoved = index >= top && index < row
            displayed[index] = isMoved ? displayed[index + 1] : CaptionRow(columns: Self.columns)
        }
        column = 0
        (style, color) = ([], nil)
    }

    /// Handles a preamble address code: row, and indent or style.
    private mutating func setRow(_ first: UInt8, _ second: UInt8) {
        // Rows counted from 1: the first of a pair, by the low bits of the first byte.
        let rows: [Int] = [11, 1, 3, 12, 14, 5, 7, 9]
        let base = rows[Int(first & 0x07)]
        // 0x10 has row 11 only.
        let isSecond = second & 0x20 != 0 && first & 0x07 != 0
        move(to: base + (isSecond ? 1 : 0) - 1)
        let attribute = second >> 1 & 0x0F
        style = second & 0x01 == 0 ? [] : .underline
        if attribute == 7 { style.insert(.italic) }
        color = attribute < 7 ? Self.colors[Int(attribute)] : nil
        column = attribute >= 8 ? Int(attribute - 8) * 4 : 0
    }

    private mutating func move(to target: Int) {
        guard case .rollUp(let rows) = mode, target != row else {
            row = target
            return
        }
        // The rows that are shown move along.
        let window = (0..<rows).map { row - $0 }.map { $0 >= 0 ? displayed[$0] : CaptionRow(columns: Self.columns) }
        displayed = Self.blank
        for (index, line) in window.enumerated() where target - index >= 0 { displayed[target - index] = line }
        row = target
    }

    /// The colours by the number that codes have for them; white is what no code asks for too.
    private static let colors: [TextColor?] = [
        nil, TextColor(0, 255, 0), TextColor(0, 0, 255), TextColor(0, 255, 255), TextColor(255, 0, 0),
        TextColor(255, 255, 0), TextColor(255, 0, 255),
    ]

    /// Handles a mid-row code, which itself takes the room of a space. Italics keep the colour.
    private mutating func setMidRow(_ code: UInt8) {
        style = code & 0x01 == 0 ? [] : .underline
        if code & 0x0E == 0x0E {
            style.insert(.italic)
        } else {
            color = Self.colors[Int(code >> 1 & 0x07)]
        }
        write(" ")
    }

    private mutating func backspace() {
        guard column > 0 else { return }
        // In a full row the cursor stands on the last character.
        let isFull = column == Self.columns - 1 && target[row][column] != nil
        if !isFull { column -= 1 }
        edit { [column] in $0[column] = nil }
    }

    private var target: [CaptionRow] { mode == .popOn ? hidden : displayed }

    private mutating func edit(_ change: (inout CaptionRow) -> Void) {
        switch mode {
        case .none: break
        case .popOn: change(&hidden[row])
        case .paintOn, .rollUp: change(&displayed[row])
        }
    }

    // MARK: What is seen

    /// The blocks that are shown: rows that follow each other are one block.
    var blocks: [CaptionBlock] {
        var groups: [[Int]] = []
        for index in displayed.indices where displayed[index].extent != nil {
            if let last = groups.indices.last, groups[last].last == index - 1 {
                groups[last].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups.map { rows in
            CaptionBlock(lines: rows.map { displayed[$0].line }, placement: placement(rows))
        }
    }

    /// The placement of rows: the grid covers the title-safe middle of the picture, 80 % of either
    /// side.
    private func placement(_ rows: [Int]) -> TextPlacement {
        var placement = TextPlacement()
        let top = rows.first ?? 0
        let bottom = (rows.last ?? 0) + 1
        let isLow = top + bottom > Self.rows
        placement.line =
            isLow
            ? .fraction(0.1 + 0.8 * Double(bottom) / Double(Self.rows), .end)
            : .fraction(0.1 + 0.8 * Double(top) / Double(Self.rows), .start)
        let extents = rows.compactMap { displayed[$0].extent }
        // Lines that were centred with indents and tabs are centred here too, as letters differ in
        // width.
        let isCentred = extents.allSatisfy { abs($0.lowerBound + $0.upperBound - (Self.columns - 1)) <= 4 }
        if !isCentred {
            let left = extents.map(\.lowerBound).min() ?? 0
            placement.position = 0.1 + 0.8 * Double(left) / Double(Self.columns)
            placement.positionAnchor = .left
            placement.alignment = .left
        }
        return placement
    }
}
