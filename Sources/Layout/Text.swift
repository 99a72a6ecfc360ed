/// One piece of text in one style.
package struct Text: Hashable, Sendable {
    package enum Weight: Hashable, Sendable { case regular, medium, semibold, bold }

    /// The text on one line, of bounded length: names come from other people's playlists.
    package let string: String
    /// The height of the font's em, in points.
    package var size: Double
    package var weight: Weight
    package var isItalic: Bool
    /// Whether all digits are as wide, so that times and counts do not move as they change.
    package var hasTabularDigits = false
    /// The language it is in (BCP 47), which chooses between the forms of Han characters; nil: the interface's.
    package var language: String?
    package var color: Color
    package var face = Face.sans
    /// What makes letters stand out from what is behind them; nil: nothing.
    package var edge: TextEdge?
    /// The parts that look otherwise, in order; they need not cover all of it.
    package private(set) var spans: [Span] = []
    /// The most lines; text that does not fit ends in an ellipsis.
    package var maximumLines: Int
    package var alignment: Alignment.Edge
    /// How far the font may shrink (1: not at all) before a single line is cut.
    package var minimumScale: Double

    package enum Face: Hashable, Sendable, CaseIterable { case sans, serif, monospaced }

    /// A part of a text that looks otherwise than the rest.
    package struct Span: Hashable, Sendable {
        /// The bytes of the text (UTF-8) that it covers.
        package fileprivate(set) var bytes: Range<Int> = 0..<0
        package var color: Color?
        package var isBold = false
        package var isItalic = false
        package var isUnderlined = false

        package init(color: Color? = nil, isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false) {
            self.color = color
            self.isBold = isBold
            self.isItalic = isItalic
            self.isUnderlined = isUnderlined
        }

        /// Whether it looks as the rest does.
        fileprivate var isPlain: Bool { color == nil && !isBold && !isItalic && !isUnderlined }
    }

    /// Makes one line of parts that look different.
    package init(
        parts: [(string: String, span: Span)], size: Double, weight: Weight = .regular, color: Color = .white,
        maximumLines: Int = 1, alignment: Alignment.Edge = .start
    ) {
        var (cleaned, spans) = (Cleaner(), [Span]())
        for part in parts {
            let start = cleaned.count
            cleaned.add(part.string)
            var span = part.span
            span.bytes = start..<cleaned.count
            if !span.isPlain, !span.bytes.isEmpty { spans.append(span) }
        }
        self.init(
            cleaned.finished(), size: size, weight: weight, color: color, maximumLines: maximumLines,
            alignment: alignment)
        let end = string.utf8.count
        self.spans = spans.compactMap { span in
            var span = span
            span.bytes = min(span.bytes.lowerBound, end)..<min(span.bytes.upperBound, end)
            return span.bytes.isEmpty ? nil : span
        }
    }

    package init(
        _ string: String, size: Double, weight: Weight = .regular, isItalic: Bool = false, color: Color = .white,
        maximumLines: Int = 1,
        alignment: Alignment.Edge = .start, minimumScale: Double = 1
    ) {
        self.string = Self.cleaned(string)
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.color = color
        self.maximumLines = max(1, maximumLines)
        self.alignment = alignment
        self.minimumScale = minimumScale
    }

    private static func cleaned(_ string: String) -> String {
        var cleaner = Cleaner()
        cleaner.add(string)
        return cleaner.finished()
    }

    /// Puts a text together with controls and line ends replaced by spaces, and without overrides of the writing
    /// direction, which could turn the words around them.
    private struct Cleaner {
        /// The longest text in Unicode scalars, longer than any panel can show.
        private static let maximumScalars = 400

        private var result = String.UnicodeScalarView()
        private var isSpace = true
        private var left = Self.maximumScalars

        /// The bytes so far (UTF-8).
        var count: Int { String(result).utf8.count }

        mutating func add(_ string: String) {
            for scalar in string.unicodeScalars {
                guard left > 0 else { return }
                left -= 1
                switch scalar.value {
                case 0x202a...0x202e, 0x2066...0x2069, 0xfeff:
                    continue
                case 0...0x20, 0x7f...0x9f, 0x2028, 0x2029:
                    if !isSpace { result.append(" ") }
                    isSpace = true
                default:
                    result.append(scalar)
                    isSpace = false
                }
            }
        }

        mutating func finished() -> String {
            if isSpace, !result.isEmpty { result.removeLast() }
            return String(result)
        }
    }
}

/// What makes letters stand out from a picture behind them.
package struct TextEdge: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// A line around each letter.
        case outline
        /// A soft shadow to the lower right.
        case shadow
        /// Lit from the upper left, as if letters stood out.
        case raised
        /// Lit from the lower right, as if letters were cut in.
        case depressed
    }

    package var kind: Kind
    package var color: Color

    package init(_ kind: Kind, color: Color = Color(0x000000)) {
        self.kind = kind
        self.color = color
    }
}
