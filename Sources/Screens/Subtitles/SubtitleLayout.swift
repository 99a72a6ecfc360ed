import Layout
import MediaCore
import TimedText

/// Lays out cues on the screen, and makes the nodes to paint, in the viewer's style: within the safe area, none over
/// another, none under a part of the interface. A value; measuring is the painter's.
package struct SubtitleLayout {
    /// One cue, ready to be painted.
    package struct Placed: Hashable, Sendable {
        package var node: Node
        /// The place in points of the 1080-line screen.
        package var frame: Rectangle
    }

    private let style: CaptionStyle
    private let room: CaptionRoom
    /// Measures the size that a node wants within some room, in points.
    private let measure: (Node, Size) -> Size

    /// The most cues at once: more are not subtitles.
    private static let most = 8
    private static let mostLines = 12

    package init(
        style: CaptionStyle = CaptionStyle(), room: CaptionRoom = CaptionRoom(),
        measure: @escaping (Node, Size) -> Size
    ) {
        self.style = style
        self.room = room
        self.measure = measure
    }

    /// Places the cues in their order; the first keeps its place, the others give way. One for which there is no room
    /// beside the interface is left out.
    package func place(_ cues: [TextCue]) -> [Placed] {
        var placed: [Placed] = []
        for cue in cues.prefix(Self.most) {
            let edge = Self.edge(of: cue)
            let node = node(for: cue, edge)
            let room = Size(
                width: min(Theme.safe.width, max(cue.placement.size, 0.2) * Theme.screen.width * max(1, style.size)),
                height: Theme.safe.height)
            let size = measure(node, room)
            guard size.width > 0, size.height > 0 else { continue }
            let frame = Rectangle(
                x: left(of: cue, edge, width: size.width), y: top(of: cue, height: size.height), width: size.width,
                height: size.height)
            let goesUp = frame.y + frame.height / 2 > Theme.screen.height / 2
            let free = self.room.place(of: frame, goesUp: goesUp, beside: placed.map(\.frame))
            // Only words stand in the way: better over each other than not there.
            guard let frame = free ?? self.room.place(of: frame, goesUp: goesUp) else { continue }
            placed.append(Placed(node: node, frame: frame))
        }
        return placed
    }

    // MARK: Place

    private func top(of cue: TextCue, height: Double) -> Double {
        switch style.place {
        case .bottom: return Theme.safe.maxY - height
        case .top: return Theme.safe.y
        case nil: break
        }
        let top: Double
        switch cue.placement.line {
        case .automatic: top = Theme.safe.maxY - height
        case .row(let row):
            top =
                row >= 0
                ? Theme.safe.y + Double(row) * style.rowHeight
                : Theme.safe.maxY - Double(-row - 1) * style.rowHeight - height
        case .fraction(let fraction, let anchor):
            let line = fraction * Theme.screen.height
            switch anchor {
            case .start: top = line
            case .center: top = line - height / 2
            case .end: top = line - height
            }
        }
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

    // MARK: Looks

    private func node(for cue: TextCue, _ edge: Alignment.Edge) -> Node { Self.node(cue.lines, edge, style) }

    /// A line as captions look in a style, to be shown where that is chosen.
    static func sample(_ text: String, _ style: CaptionStyle) -> Node { node([TextLine(text)], .center, style) }

    private static func node(_ lines: [TextLine], _ edge: Alignment.Edge, _ style: CaptionStyle) -> Node {
        let size = style.fontSize
        let lines = lines.prefix(mostLines).map { line -> Node in
            guard !line.text.allSatisfy(\.isWhitespace) else { return Node(.empty).sized(height: .fixed(size / 2)) }
            let color = style.textColor(line.runs.first { !$0.text.allSatisfy(\.isWhitespace) }?.ink.color)
            var text = Text(
                parts: line.runs.map { run in
                    let own = style.textColor(run.ink.color)
                    return (
                        run.text,
                        Text.Span(
                            color: own == color ? nil : own, isBold: run.style.contains(.bold),
                            isItalic: run.style.contains(.italic), isUnderlined: run.style.contains(.underline))
                    )
                }, size: size, weight: .medium, color: color, maximumLines: 3, alignment: edge)
            text.face = style.textFace
            text.edge = style.textEdge(on: color)
            return Node.text(text).padded(Insets(horizontal: size * 0.3, vertical: size * 0.04))
                .boxed(style.ground(line.runs.lazy.compactMap(\.ink.background).first), cornerRadius: 6)
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
