import Layout

/// The picture of the place that is looked for, over the thumb of the bar, with the time and what begins there.
enum PreviewCard {
    static let size = Size(width: 448, height: 252)
    static let radius = 20.0
    private static let label = 84.0
    private static let gap = 16.0

    static func parts(for state: TransportState) -> [ScreenPart]? {
        guard let preview = state.preview, let progress = state.progress else { return nil }
        let bar = TransportPanel.frame
        let x = min(max(bar.x + progress * bar.width - size.width / 2, Theme.safe.x), Theme.safe.maxX - size.width)
        let frame = Rectangle(x: x, y: bar.y - gap - label - size.height, width: size.width, height: size.height)
        let text = Rectangle(x: x, y: bar.y - gap - label + 8, width: size.width, height: label - 8)
        return [
            ScreenPart(name: .preview, nodes: [picture(preview, state)], frame: frame),
            ScreenPart(name: .label, nodes: [words(state)], frame: text),
        ]
    }

    private static func picture(_ preview: TransportState.Preview, _ state: TransportState) -> Node {
        let key: String? = if case .picture(let number) = preview { "preview/\(number)" } else { state.channel.logo }
        return Node(
            .artwork(
                Artwork(
                    key: key,
                    initials: Text(
                        state.channel.initials, size: 72, weight: .bold, alignment: .center, minimumScale: 0.4),
                    ground: Theme.ground(of: state.channel), cornerRadius: 20))
        ).sized(width: .fill, height: .fill)
    }

    private static func words(_ state: TransportState) -> Node {
        var lines = [
            Node.text(Text(state.targetText ?? "", size: 30, weight: .bold, alignment: .center)).sized(width: .fill)
        ]
        if let title = state.targetTitle {
            lines.append(.text(Text(title, size: 24, alignment: .center)).sized(width: .fill))
        }
        return Theme.panel(.column(lines, spacing: 2, alignment: .center).padded(Insets(horizontal: 12, vertical: 4)))
    }
}
