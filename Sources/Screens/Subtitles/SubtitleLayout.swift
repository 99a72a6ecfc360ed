import Layout
import MediaCore
import TimedText

/// Lays out cues on the screen, and makes the nodes to paint: white text on dark boxes, within the
/// safe area, none over another. A value; measuring is the painter's.
package struct SubtitleLayout {
    /// One cue, ready to be painted.
    package struct Placed: Hashable, Sendable {
        package var node: Node
        /// The place in points of the 1080-line screen.
        package var frame: Rectangle
    }

    /// Whether a part of the interface stands at the bottom: then text goes to the top.
    package var isBottomCovered = false
    /// Measures the size that a node wants within some room, in points.
    private let measure: (Node, Size) -> Size

    private static let fontSize = 52.0
    /// The gap between two cues.
    private static let gap = 8.0
    /// The height of a row of WebVTT's `line`, which counts lines of text.
    private static let rowHeight = 66.0
    /// The most cues at once: more are not subtitles.
    private static let most = 8
    private static let mostLines = 12
    private static let ground = Color(0x000000, alpha: 0.72)

    package init(isBottomCovered: Bool = false, measure: @escaping (Node, Size) -> Size) {
        self.isBottomCovered = isBottomCovered
        self.measure = measure
    }

    /// Places the cues in their order; the first keeps its place, the others give way.
    package func place(_ cues: [TextCue]) -> [Placed] {
        var placed: [Placed] = []
        for cue in cues.prefix(Self.most) {
            let edge = Self.edge(of: cue)
            let node = Self.node(for: cue, edge)
            let room = Size(
                width: min(Theme.safe.width, max(cue.placement.size, 0.2) * Theme.screen.width),
                height: Theme.safe.height)
            let size = measure(node, room)
            guard size.width > 0, size.height > 0 else { continue }
            var frame = Rectangle(
                x: left(of: cue, edge, width: size.width), y: top(of: cue, height: size.height), width: size.width,
                height: size.height)
            let goesUp = frame.y + frame.height / 2 > Theme.screen.height / 2
            frame = free(frame, goesUp: goesUp, beside: placed.map(\.frame))
            placed.append(Placed(node: node, frame: frame))
        }
        return placed
    }

    // MARK: Place

    private func top(of cue: TextCue, height: Double) -> Double {
        let top: Double
        switch cue.placement.line {
        case .automatic: top = Theme.safe.maxY - height
        case .row(let row):
            top =
                row >= 0
                ? Theme.safe.y + Double(row) * Self.rowHeight
                : Theme.safe.maxY - Double(-row - 1) * Self.rowHeight - height
        case .fraction(let fraction, let anchor):
            let line = fraction * Theme.screen.height
            switch anchor {
            case .start: top = line
            case .center: top = line - height / 2
            case .end: top = line - height
            }
        }
        if isBottomCovered, top + height > Theme.screen.height * 0.6 { return Theme.safe.y }
        return min(max(top, Theme.safe.y), Theme.safe.maxY - height)
    }

    private func left(of cue: TextCue, _ edge: Alignment.Edge, width: Double) -> Double {
        let placement = cue.placement
        let position = placement.position ?? [.start: 0.05, .center: 0.5, .end: 0.95][edge] ?? 0.5
        let x = position * Theme.screen.width
        let left: Double
        switch (placement.positionAnchor, edge) {
        case (.left, _), (.automatic, .start): left = x
        case (.center, _), (.automatic, .center): left = x - width / 2
        case (.right, _), (.automatic, .end): left = x - width
        }
        return min(max(left, Theme.safe.x), Theme.safe.maxX - width)
    }

    /// The frame moved past those that are there; if there is no room, it stays where it is.
    private func free(_ frame: Rectangle, goesUp: Bool, beside others: [Rectangle]) -> Rectangle {
        var free = frame
        for _ in others {
            guard let other = others.first(where: { Self.overlap($0, free) }) else { return free }
            free.y = goesUp ? other.y - Self.gap - free.height : other.maxY + Self.gap
        }
        return free.y >= Theme.safe.y && free.maxY <= Theme.safe.maxY ? free : frame
    }

    private static func overlap(_ a: Rectangle, _ b: Rectangle) -> Bool {
        a.x < b.maxX && b.x < a.maxX && a.y < b.maxY && b.y < a.maxY
    }

    // MARK: Looks

    private static func node(for cue: TextCue, _ edge: Alignment.Edge) -> Node {
        let lines = cue.lines.prefix(mostLines).map { line -> Node in
            guard !line.text.allSatisfy(\.isWhitespace) else { return Node(.empty).sized(height: .fixed(fontSize / 2)) }
            // Only emphasis of a whole line is drawn; words within one are not told apart.
            let style = line.runs.map(\.style).reduce([.bold, .italic] as TextStyle) { $0.intersection($1) }
            return Node.text(
                Text(
                    line.text, size: fontSize, weight: style.contains(.bold) ? .bold : .regular,
                    isItalic: style.contains(.italic), maximumLines: 3, alignment: edge)
            ).padded(Insets(horizontal: 16, vertical: 2)).boxed(ground, cornerRadius: 6)
        }
        return .column(lines, alignment: Alignment(edge, .start))
    }

    /// The side on which lines begin together: `start` follows the writing's direction.
    private static func edge(of cue: TextCue) -> Alignment.Edge {
        let isRightToLeft = cue.lines.contains { $0.isRightToLeft }
        switch cue.placement.alignment {
        case .center: return .center
        case .left: return .start
        case .right: return .end
        case .start: return isRightToLeft ? .end : .start
        case .end: return isRightToLeft ? .start : .end
        }
    }
}

extension TextLine {
    /// Whether the text is written from right to left, by its first letter that has a direction.
    fileprivate var isRightToLeft: Bool {
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
            default: return false
            }
        }
        return false
    }
}
