/// One line of a cue: runs of equal style, in reading order.
package struct TextLine: Sendable, Hashable, ExpressibleByStringLiteral {
    package var runs: [TextRun]

    package init(_ runs: [TextRun]) {
        self.runs = runs
    }

    package init(_ text: String) {
        runs = [TextRun(text)]
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    package var text: String { runs.map(\.text).joined() }

    /// Without the blanks on both sides, as of a row that has always the same number of characters.
    package var trimmed: TextLine {
        var runs = runs[...]
        while let first = runs.first, first.text.first?.isWhitespace ?? true {
            let rest = String(first.text.drop { $0.isWhitespace })
            runs.removeFirst()
            if !rest.isEmpty { runs.insert(TextRun(rest, first.style, ink: first.ink), at: runs.startIndex) }
        }
        while let last = runs.last, last.text.last?.isWhitespace ?? true {
            var rest = last.text
            while rest.last?.isWhitespace == true { rest.removeLast() }
            runs.removeLast()
            if !rest.isEmpty { runs.append(TextRun(rest, last.style, ink: last.ink)) }
        }
        return TextLine(Array(runs))
    }
}

/// Text of one style, without markup.
package struct TextRun: Sendable, Hashable {
    package var text: String
    package var style: TextStyle
    package var ink: TextInk

    package init(_ text: String, _ style: TextStyle = [], ink: TextInk = TextInk()) {
        self.text = text
        self.style = style
        self.ink = ink
    }
}

/// The emphasis of text, in all formats alike.
package struct TextStyle: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bold = TextStyle(rawValue: 1)
    package static let italic = TextStyle(rawValue: 2)
    package static let underline = TextStyle(rawValue: 4)
}
