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
    /// The most lines; text that does not fit ends in an ellipsis.
    package var maximumLines: Int
    package var alignment: Alignment.Edge
    /// How far the font may shrink (1: not at all) before a single line is cut.
    package var minimumScale: Double

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

    /// The longest text in Unicode scalars, longer than any panel can show.
    private static let maximumScalars = 400

    /// The text with controls and line ends replaced by spaces, and without overrides of the
    /// writing direction, which could turn the words around them.
    private static func cleaned(_ string: String) -> String {
        var result = String.UnicodeScalarView()
        var isSpace = true
        for scalar in string.unicodeScalars.prefix(maximumScalars) {
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
        if isSpace, !result.isEmpty { result.removeLast() }
        return String(result)
    }
}
