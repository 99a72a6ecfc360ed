/// Reads the text of an ASS or SSA event, as containers have it: words, emphasis, colour and place. Effects, drawings and
/// faces are left out.
enum SubStationText {
    /// What stands before the text: ReadOrder, Layer, Style, Name, three margins, Effect.
    private static let fieldsBefore = 8

    /// - Parameter event: without its times, as Matroska has it; nil: it shows no words
    static func read(_ event: String, _ styles: SubStationStyles) -> (lines: [TextLine], placement: TextPlacement)? {
        let fields = event.split(
            separator: ",", maxSplits: fieldsBefore, omittingEmptySubsequences: false)
        guard fields.count == fieldsBefore + 1 else { return nil }
        var reader = Reader(styles.named[fields[2].trimmingBlanks.drop { $0 == "*" }] ?? .init(), styles)
        var rest = fields[fieldsBefore][...]
        let last = rest.lastIndex(of: "}") ?? rest.startIndex
        while let first = rest.first {
            // None is looked for where there is none: that would be done again at each brace.
            if first == "{", rest.startIndex < last, let end = rest.firstIndex(of: "}") {
                for tag in overrides(rest[..<end]) { reader.apply(tag) }
                rest = rest[rest.index(after: end)...]
            } else if first == "\\", let next = rest.dropFirst().first, "Nnh".contains(next) {
                if next == "N" || next == "n" && reader.breaksAtSmall { reader.endLine() } else { reader.add(" ") }
                rest = rest.dropFirst(2)
            } else {
                if first.isNewline { reader.endLine() } else { reader.add(first) }
                rest = rest.dropFirst()
            }
        }
        return reader.finish()
    }

    /// The tags in `{\i1\an8}`, without their backslashes.
    static func overrides(_ block: Substring) -> [Substring] {
        var tags: [Substring] = []
        var depth = 0
        var start: Substring.Index?
        for index in block.indices {
            switch block[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "\\" where depth <= 0:
                if let start { tags.append(block[start..<index]) }
                start = block.index(after: index)
            default: break
            }
        }
        if let start { tags.append(block[start...]) }
        return tags.map(\.trimmingBlanks)
    }

    private struct Reader {
        private let style: SubStationStyles.Style
        private let styles: SubStationStyles
        private var emphasis: TextStyle
        private var color: TextColor?
        private var place: Int
        /// In the picture's own measure.
        private var position: (x: Double, y: Double)?
        /// Whether what follows are the lines of a drawing.
        private var draws = false
        private var lines: [TextLine] = []
        private var runs: [TextRun] = []
        private(set) var breaksAtSmall = false

        init(_ style: SubStationStyles.Style, _ styles: SubStationStyles) {
            self.style = style
            self.styles = styles
            (emphasis, color) = (style.emphasis, style.color)
            place = style.place
        }

        mutating func add(_ character: Character) {
            guard !draws else { return }
            if let last = runs.last, last.style == emphasis, last.ink.color == color {
                runs[runs.count - 1].text.append(character)
            } else {
                runs.append(TextRun(String(character), emphasis, ink: TextInk(color: color)))
            }
        }

        mutating func endLine() {
            lines.append(TextLine(runs))
            runs = []
        }

        mutating func apply(_ tag: Substring) {
            if let number = Self.number(of: "an", in: tag) {
                place = number
            } else if let number = Self.number(of: "a", in: tag) {
                place = SubStationStyles.place(old: number)
            } else if let number = Self.number(of: "p", in: tag) {
                draws = number > 0
            } else if let number = Self.number(of: "q", in: tag) {
                // Only without wrapping does a small n break a line.
                breaksAtSmall = number == 2
            } else if let number = Self.number(of: "b", in: tag) {
                set(.bold, number != 0)
            } else if let number = Self.number(of: "i", in: tag) {
                set(.italic, number != 0)
            } else if let number = Self.number(of: "u", in: tag) {
                set(.underline, number != 0)
            } else if tag == "c" || tag == "1c" {
                color = style.color
            } else if tag.hasPrefix("c&") || tag.hasPrefix("1c&") {
                color = SubStationStyles.color(tag.drop { $0 != "&" })
            } else if tag.first == "r" {
                let other = styles.named[tag.dropFirst()] ?? style
                (emphasis, color) = (other.emphasis, other.color)
            } else if tag.hasPrefix("pos("), tag.last == ")" {
                let parts = tag.dropFirst(4).dropLast().split(separator: ",").map { Double(String($0.trimmingBlanks)) }
                if parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite { position = (x, y) }
            }
        }

        private mutating func set(_ style: TextStyle, _ isSet: Bool) {
            if isSet { emphasis.insert(style) } else { emphasis.remove(style) }
        }

        /// The number behind a tag's name; nil: it is another tag.
        private static func number(of name: String, in tag: Substring) -> Int? {
            tag.hasPrefix(name) ? Int(tag.dropFirst(name.count)) : nil
        }

        mutating func finish() -> (lines: [TextLine], placement: TextPlacement)? {
            endLine()
            while let last = lines.last, last.text.allSatisfy(\.isWhitespace) { lines.removeLast() }
            while let first = lines.first, first.text.allSatisfy(\.isWhitespace) { lines.removeFirst() }
            guard !lines.isEmpty else { return nil }
            var placement = TextPlacement(numberPad: place) ?? TextPlacement()
            if let position {
                let y = min(max(position.y / styles.height, 0), 1)
                placement.line = .fraction(y, place > 6 ? .start : place > 3 ? .center : .end)
                placement.position = min(max(position.x / styles.width, 0), 1)
                placement.positionAnchor = place % 3 == 1 ? .left : place % 3 == 0 ? .right : .center
            }
            return (lines, placement)
        }
    }
}
