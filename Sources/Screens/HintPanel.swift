import Layout

/// Which keys do what, once, at start. Transparent around the pill.
enum HintPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 84, width: Theme.safe.width, height: 84)

    static let node = Node.stack(
        [
            Node.row(
                [
                    Theme.key(.up, Strings.favourites), Theme.key(Strings.channelKeys, Strings.channels),
                    Theme.key(.down, Strings.information),
                ], spacing: 44
            )
            .padded(Insets(horizontal: 36, vertical: 16))
            .boxed(Theme.panel, cornerRadius: 42, border: .init(color: Theme.line, width: 1.5))
        ], alignment: .center
    ).sized(width: .fill, height: .fill)
}
