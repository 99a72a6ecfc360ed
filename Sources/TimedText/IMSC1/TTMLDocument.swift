import MediaCore
import XML

/// A TTML document of the IMSC1 text profile: paragraphs with their times, emphasis and region. Fonts,
/// colours, animation and images are not kept.
package struct TTMLDocument: Sendable {
    /// The cues on the document's own clock, by start; `endless` where it states no end.
    package private(set) var cues: [TextCue] = []

    private typealias Interval = Range<MediaTime>

    /// Text of one style and the time in which it is shown.
    private struct Piece {
        var text: String
        var style: TextStyle
        var ink: TextInk
        var preservesSpace: Bool
        var interval: Interval
    }

    /// The properties that elements inherit.
    private struct Context {
        var interval: Interval
        var style: TTMLStyles.Style
        var region: String?
    }

    private let clock: TTMLClock
    private let styles: TTMLStyles

    /// Parses a document; nil where there is no TTML document in the bytes.
    package init?(_ bytes: some Sequence<UInt8>) {
        guard let root = XMLElement(parsing: bytes), root.name == "tt" else { return nil }
        clock = TTMLClock(root)
        styles = TTMLStyles(root)
        let all = Context(interval: .zero..<MediaTime.endless, style: TTMLStyles.Style())
        for body in root.elements where body.name == "body" { read(body, styled(root, all)) }
        cues.sort { $0.start < $1.start }
    }

    /// The context for an element's children, without times.
    private func styled(_ element: XMLElement, _ parent: Context) -> Context {
        var context = parent
        if let region = element.attributes["region"] {
            context.region = region
            let inherited = styles.style(ofRegion: region)
            if context.style.alignment == nil { context.style.alignment = inherited.alignment }
            context.style.text.formUnion(inherited.text)
        }
        context.style = styles.style(of: element, inheriting: context.style)
        return context
    }

    private mutating func read(_ element: XMLElement, _ parent: Context) {
        var context = styled(element, parent)
        context.interval = interval(of: element, in: parent.interval, from: parent.interval.lowerBound)
        guard element.name != "p" else {
            readParagraph(element, context)
            return
        }
        var start = context.interval.lowerBound
        for child in element.elements where child.name == "div" || child.name == "p" {
            var inner = context
            if element.attributes["timeContainer"] == "seq" {
                // The children follow one after the other.
                let own = interval(of: child, in: context.interval, from: start)
                inner.interval = min(start, context.interval.upperBound)..<context.interval.upperBound
                start = own.upperBound
            }
            read(child, inner)
        }
    }

    /// The interval of an element: `begin` counts from `start`; without `end` or `dur` it is the
    /// parent's end (TTML2 §12.2).
    private func interval(of element: XMLElement, in parent: Interval, from start: MediaTime) -> Interval {
        let begin = min(start + (clock.time(element.attributes["begin"]) ?? .zero), parent.upperBound)
        var end = parent.upperBound
        if let duration = clock.time(element.attributes["dur"]) { end = min(end, begin + duration) }
        if let offset = clock.time(element.attributes["end"]) { end = min(end, start + offset) }
        return begin..<max(begin, end)
    }

    // MARK: Paragraphs

    private mutating func readParagraph(_ paragraph: XMLElement, _ context: Context) {
        var pieces: [Piece] = []
        collect(paragraph, context, &pieces)
        let placement = styles.placement(region: context.region, alignment: context.style.alignment)
        // Words with times of their own come and go within the paragraph.
        let moments = Set(pieces.flatMap { [$0.interval.lowerBound, $0.interval.upperBound] }).sorted()
        guard moments.count < 512 else { return }
        for (start, end) in zip(moments, moments.dropFirst()) {
            let lines = Self.lines(pieces.filter { $0.interval.contains(start) })
            guard lines.contains(where: { !$0.text.isEmpty }) else { continue }
            if let last = cues.indices.last, cues[last].end == start, cues[last].lines == lines,
                cues[last].placement == placement
            {
                cues[last].end = end
            } else {
                cues.append(
                    TextCue(start: start, end: end, id: paragraph.attributes["id"], lines: lines, placement: placement))
            }
        }
    }

    private func collect(_ element: XMLElement, _ context: Context, _ pieces: inout [Piece]) {
        func add(_ text: String, preservesSpace: Bool) {
            guard !context.interval.isEmpty else { return }
            pieces.append(
                Piece(
                    text: text, style: context.style.text, ink: context.style.ink, preservesSpace: preservesSpace,
                    interval: context.interval))
        }
        for child in element.children {
            switch child {
            case .text(let text): add(text, preservesSpace: context.style.preservesSpace)
            case .element(let element) where element.name == "br": add("\n", preservesSpace: true)
            case .element(let element) where element.name == "span":
                var inner = styled(element, context)
                inner.interval = interval(of: element, in: context.interval, from: context.interval.lowerBound)
                collect(element, inner, &pieces)
            case .element: break
            }
        }
    }

    private static func lines(_ pieces: [Piece]) -> [TextLine] {
        var lines: [[TextRun]] = [[]]
        // A space at the start of a line would not be seen.
        var isAtSpace = true
        for piece in pieces {
            var text = ""
            func flush() {
                if !text.isEmpty { lines[lines.count - 1].append(TextRun(text, piece.style, ink: piece.ink)) }
                text = ""
            }
            for character in piece.text {
                if piece.preservesSpace, character.isNewline {
                    flush()
                    lines.append([])
                    isAtSpace = true
                } else if character.isWhitespace, character != "\u{A0}" {
                    if piece.preservesSpace || !isAtSpace { text.append(" ") }
                    isAtSpace = true
                } else {
                    text.append(character)
                    isAtSpace = false
                }
            }
            flush()
        }
        var result = lines.map { TextLine(joined($0)) }
        while let last = result.last, last.text.isEmpty { result.removeLast() }
        return result
    }

    /// The runs with those of equal style joined, without a space at the end.
    private static func joined(_ runs: [TextRun]) -> [TextRun] {
        var result: [TextRun] = []
        for run in runs {
            if let last = result.indices.last, result[last].style == run.style, result[last].ink == run.ink {
                result[last].text += run.text
            } else {
                result.append(run)
            }
        }
        while let last = result.indices.last {
            while result[last].text.hasSuffix(" ") { result[last].text.removeLast() }
            guard result[last].text.isEmpty else { break }
            result.removeLast()
        }
        return result
    }
}
