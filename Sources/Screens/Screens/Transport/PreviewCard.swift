import Layout

/// The picture of the place that is looked for, over the thumb of the bar, with a ring around it; beneath it the time and
/// what begins there.
enum PreviewCard {
    static let size = Size(width: 448, height: 252)
    static let radius = 20.0
    private static let (ring, words) = (4.0, 84.0)

    static func parts(for state: TransportState) -> [ScreenPart] {
        guard let preview = state.preview, let progress = state.progress else { return [] }
        let track = TransportPanel.track
        let x = min(
            max(track.x + progress * track.width - size.width / 2, Theme.safe.x + ring),
            Theme.safe.maxX - ring - size.width)
        let frame = Rectangle(x: x, y: track.y - words - size.height - ring, width: size.width, height: size.height)
        return [
            ScreenPart(name: .preview, nodes: [picture(preview, state)], frame: frame),
            .focus(
                outline,
                Rectangle(
                    x: x - ring, y: frame.y - ring, width: size.width + 2 * ring, height: size.height + 2 * ring)),
            ScreenPart(
                name: .label, nodes: [label(state)],
                frame: Rectangle(x: x, y: frame.maxY + ring, width: size.width, height: words)),
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
                    ground: Theme.ground(of: state.channel), cornerRadius: radius))
        ).sized(width: .fill, height: .fill)
    }

    private static var outline: Node {
        Node(.empty).sized(width: .fill, height: .fill)
            .boxed(nil, cornerRadius: radius + ring, border: .init(color: Theme.focused, width: ring))
    }

    private static func label(_ state: TransportState) -> Node {
        var lines = [centred(Theme.time(state.targetText ?? "", size: 30, color: Theme.primary))]
        if let title = state.targetTitle { lines.append(centred(Theme.note(title, size: 25))) }
        return .column(lines, spacing: 2)
    }

    private static func centred(_ node: Node) -> Node {
        .row([.spacer.sized(height: .fixed(1)), node, .spacer.sized(height: .fixed(1))], alignment: .center)
            .sized(width: .fill)
    }
}
