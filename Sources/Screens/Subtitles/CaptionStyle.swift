import Layout
import TimedText

/// How a viewer wants captions drawn, of whatever kind; nil: as they are sent.
package struct CaptionStyle: Hashable, Sendable {
    package enum Face: Hashable, Sendable, CaseIterable { case sans, serif, monospaced }

    package enum Edge: Hashable, Sendable, CaseIterable { case none, outline, shadow, raised, depressed }

    package enum Place: Hashable, Sendable, CaseIterable { case bottom, top }

    /// How large they are beside their usual size, within `sizes`.
    package var size = 1.0
    package var face: Face?
    package var color: Color?
    package var edge: Edge?
    /// The colour of the box behind; its opacity is `backgroundOpacity`.
    package var background: Color?
    /// How much the box hides, 0…1.
    package var backgroundOpacity: Double?
    package var place: Place?

    /// The sizes that may be chosen, as 47 CFR 79.103(c)(4) has them.
    package static let sizes = 0.5...2.0

    package init() {}

    // MARK: What is drawn

    private static let usualSize = 52.0
    private static let usualGround = Color(0x000000, alpha: 0.72)
    /// The height of a row of text, beside the height of its letters.
    private static let leading = 66.0 / 52

    /// The height of the font's em, in points.
    var fontSize: Double { Self.usualSize * min(max(size, Self.sizes.lowerBound), Self.sizes.upperBound) }

    /// The height of a row in points, by which rows are counted.
    var rowHeight: Double { fontSize * Self.leading }

    var textFace: Text.Face {
        switch face {
        case nil, .sans: .sans
        case .serif: .serif
        case .monospaced: .monospaced
        }
    }

    /// The edge of letters; dark around light ones, and light around dark ones.
    func textEdge(on color: Color) -> TextEdge? {
        let isDark = color.red * 0.3 + color.green * 0.59 + color.blue * 0.11 < 0.4
        let around = Color(isDark ? 0xffffff : 0x000000)
        return switch edge {
        case nil, .some(.none): nil
        case .outline: TextEdge(.outline, color: around)
        case .shadow: TextEdge(.shadow, color: around)
        case .raised: TextEdge(.raised, color: around)
        case .depressed: TextEdge(.depressed, color: around)
        }
    }

    /// The colour of text that was sent with a colour, or with none.
    func textColor(_ sent: TextColor?) -> Color {
        // What is sent invisible is read all the same: it would be a caption that nobody can see.
        color ?? sent.flatMap { $0.alpha < 64 ? nil : Color(sent: $0) } ?? .white
    }

    /// The box behind a line that was sent with a colour of it, or with none; nil: there is none.
    func ground(_ sent: TextColor?) -> Color? {
        var ground = background ?? sent.map(Color.init(sent:)) ?? Self.usualGround
        if let backgroundOpacity {
            ground.alpha = min(1, max(0, backgroundOpacity))
        } else if background != nil {
            ground.alpha = Self.usualGround.alpha
        }
        return ground.alpha > 0.01 ? ground : nil
    }
}

extension Color {
    fileprivate init(sent color: TextColor) {
        self.init(
            UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue), alpha: Double(color.alpha) / 255)
    }
}
