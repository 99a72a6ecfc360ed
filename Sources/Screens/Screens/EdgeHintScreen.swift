import Commands
import Layout
import MediaCore

/// Where a click at one edge of a touch surface leads: over the picture alone, or over a channel that has failed.
struct EdgeHintScreen: Screen {
    static let row = ScreenRow(
        id: .edgeHint, kind: .sign, style: .fade(in: .milliseconds(120)), bears: [.failure])

    let hint: EdgeHint

    /// No thumb rests for longer without meaning something else.
    var stay: Duration? { .seconds(10) }
    var frame: Rectangle { EdgeHintPanel.frame(for: hint) }
    func parts(at moment: Moment) -> [ScreenPart] { [.panel(EdgeHintPanel.node(for: hint), frame)] }
}

/// The hint that says what a click at one edge of a touch surface would do over the picture.
package struct EdgeHint: Hashable, Sendable {
    package enum Meaning: Hashable, Sendable {
        case channel(ChannelLabel)
        case key(KeyHint.Meaning)
    }

    package enum Edge: Hashable, Sendable, CaseIterable { case left, right }

    package var edge: Edge
    package var meaning: Meaning

    package init(_ edge: Edge, _ meaning: Meaning) {
        self.edge = edge
        self.meaning = meaning
    }
}

/// The hint's pill at that edge of the screen, half way down. Transparent around it.
enum EdgeHintPanel {
    private static let size = (width: 560.0, height: 116.0)

    static func frame(for hint: EdgeHint) -> Rectangle {
        Rectangle(
            x: hint.edge == .left ? Theme.safe.x : Theme.safe.maxX - size.width,
            y: Theme.safe.y + (Theme.safe.height - size.height) / 2, width: size.width, height: size.height)
    }

    static func node(for hint: EdgeHint) -> Node {
        let arrow = Node.text(Text(hint.edge == .left ? "‹" : "›", size: 56, weight: .bold, color: Theme.accent))
        let parts = hint.edge == .left ? [arrow] + words(hint.meaning) : words(hint.meaning) + [arrow]
        let pill = Node.row(parts, spacing: 24)
            .padded(Insets(horizontal: 30, vertical: 14))
            .boxed(Theme.panel, cornerRadius: 42, border: .init(color: Theme.line, width: 1.5))
        return Node.stack([pill], alignment: hint.edge == .left ? .leading : .trailing).sized(
            width: .fill, height: .fill)
    }

    private static func words(_ meaning: EdgeHint.Meaning) -> [Node] {
        switch meaning {
        case .channel(let channel): [Theme.logo(channel, side: 72), Theme.heading(channel, size: 34)]
        case .key(let meaning): [Theme.body(HintPanel.words(meaning))]
        }
    }
}
