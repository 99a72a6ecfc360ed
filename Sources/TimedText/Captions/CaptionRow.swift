/// One row of a caption screen: cells that are empty or hold a character.
struct CaptionRow: Sendable, Hashable {
    struct Cell: Sendable, Hashable {
        var character: Character
        var style: TextStyle
        var ink = TextInk()
    }

    /// The cells; nil: nothing was written there.
    private(set) var cells: [Cell?]

    init(columns: Int) {
        cells = Array(repeating: nil, count: columns)
    }

    subscript(column: Int) -> Cell? {
        get { cells.indices.contains(column) ? cells[column] : nil }
        set { if cells.indices.contains(column) { cells[column] = newValue } }
    }

    mutating func erase(from column: Int) {
        for index in cells.indices where index >= column { cells[index] = nil }
    }

    private var isInked: (Cell?) -> Bool { { $0.map { !$0.character.isWhitespace } ?? false } }

    /// The columns with visible characters; nil without any.
    var extent: ClosedRange<Int>? {
        guard let first = cells.firstIndex(where: isInked), let last = cells.lastIndex(where: isInked) else {
            return nil
        }
        return first...last
    }

    /// The visible text, without the blanks at the ends.
    var line: TextLine {
        guard let extent else { return TextLine([]) }
        var runs: [TextRun] = []
        for cell in cells[extent] {
            let character = cell?.character ?? " "
            let (style, ink) = (cell?.style ?? [], cell?.ink ?? TextInk())
            if let last = runs.indices.last, (runs[last].style == style && runs[last].ink == ink) || cell == nil {
                runs[last].text.append(character)
            } else {
                runs.append(TextRun(String(character), style, ink: ink))
            }
        }
        return TextLine(runs)
    }
}
