import XML

/// Removes the markup from a cue's text. Voices, classes but those of colours, languages and the times of karaoke are
/// dropped, their words stay; the reading of ruby follows its word in brackets.
enum WebVTTText {
    /// - Parameter hasFonts: whether `<font color>` counts, as in SubRip, which else has the same tags
    static func lines(of text: String, hasFonts: Bool = false) -> [TextLine] {
        var reader = Reader(hasFonts: hasFonts)
        var rest = text[...]
        while let first = rest.first {
            switch first {
            case "<":
                if let (tag, after) = tag(rest) {
                    reader.apply(tag)
                    rest = after
                } else {
                    reader.add(first)
                    rest.removeFirst()
                }
            case "&":
                let (character, after) = CharacterReference.read(rest)
                reader.add(character)
                rest = after
            case "\n":
                reader.endLine()
                rest.removeFirst()
            default:
                reader.add(first)
                rest.removeFirst()
            }
        }
        return reader.finish()
    }

    /// The text between `<` and `>`; the rest of the text when nothing closes it. Nil where `<`
    /// begins no tag, as in `2 < 3`: that is shown.
    private static func tag(_ text: Substring) -> (Substring, after: Substring)? {
        let body = text.dropFirst()
        guard let first = body.first, first.isLetter || first.isNumber || first == "/" || first == "." || first == ">"
        else { return nil }
        guard let end = body.firstIndex(of: ">") else { return (body, body[body.endIndex...]) }
        return (body[..<end], body[body.index(after: end)...])
    }

    private struct Reader {
        private let hasFonts: Bool
        private var lines: [TextLine] = []
        private var runs: [TextRun] = []
        private var text = ""
        private var style: TextStyle { open.reduce(into: []) { $0.formUnion($1.style) } }
        /// The colours of the innermost tags that have any.
        private var ink: TextInk {
            open.reduce(into: TextInk()) { ink, tag in
                ink.color = tag.ink.color ?? ink.color
                ink.background = tag.ink.background ?? ink.background
            }
        }
        /// The open tags, outermost first.
        private var open: [(name: Substring, style: TextStyle, ink: TextInk)] = []
        private static let deepest = 64

        init(hasFonts: Bool) { self.hasFonts = hasFonts }

        mutating func add(_ character: Character) { text.append(character) }
        mutating func add(_ string: String) { text += string }

        mutating func apply(_ tag: Substring) {
            if tag.first == "/" {
                let name = tag.dropFirst().trimmingBlanks
                guard let index = open.lastIndex(where: { $0.name == name || name.isEmpty }) else { return }
                flush()
                // Tags that were opened inside end with it.
                if open[index...].contains(where: { $0.name == "rt" }) { text += ")" }
                open.removeSubrange(index...)
                return
            }
            let name = tag.prefix { $0 != "." && $0 != " " && $0 != "\t" && $0 != "\n" }
            let style: TextStyle
            switch name {
            case "b": style = .bold
            case "i": style = .italic
            case "u": style = .underline
            case "c", "v", "lang", "ruby", "rt": style = []
            case "font" where hasFonts: style = []
            default: return
            }
            guard open.count < Self.deepest else { return }
            flush()
            let rest = tag.dropFirst(name.count)
            open.append((name, style, name == "font" ? Self.ink(ofFont: rest) : Self.ink(ofClasses: rest)))
            if name == "rt" { text += "(" }
        }

        /// The colours that classes stand for without a style sheet, `.yellow.bg_blue` (WebVTT §5).
        private static func ink(ofClasses text: Substring) -> TextInk {
            var ink = TextInk()
            let classes = text.prefix { $0 != " " && $0 != "\t" && $0 != "\n" }.split(separator: ".")
            for name in classes {
                if name.hasPrefix("bg_") {
                    ink.background = TextColor.named[name.dropFirst(3)] ?? ink.background
                } else {
                    ink.color = TextColor.named[name] ?? ink.color
                }
            }
            return ink
        }

        /// The colour in `color="#ffff00"`, by its digits or its name, quoted or not.
        private static func ink(ofFont attributes: Substring) -> TextInk {
            let attributes = attributes.lowercased()
            guard let found = attributes.firstRange(of: "color=") else { return TextInk() }
            let value = attributes[found.upperBound...].drop { "\"' ".contains($0) }.prefix { !"\"' >".contains($0) }
            return TextInk(color: TextColor(ttml: String(value)))
        }

        mutating func endLine() {
            flush()
            lines.append(TextLine(runs))
            runs = []
        }

        mutating func finish() -> [TextLine] {
            endLine()
            // Blank lines at the ends would move the words.
            while let last = lines.last, last.text.allSatisfy(\.isWhitespace) { lines.removeLast() }
            return lines
        }

        private mutating func flush() {
            guard !text.isEmpty else { return }
            let (style, ink) = (style, ink)
            if let last = runs.indices.last, runs[last].style == style, runs[last].ink == ink {
                runs[last].text += text
            } else {
                runs.append(TextRun(text, style, ink: ink))
            }
            text = ""
        }
    }
}
