import Layout

/// The custom overlay: favourites in a row over the running picture.
enum FavouritesPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 372, width: Theme.safe.width, height: 372)

    private static let gap = 16.0
    private static let padding = Insets(top: 26, left: 28, bottom: 24, right: 28)
    private static let cardWidth =
        (frame.width - padding.left - padding.right - gap * Double(FavouritesOverlay.visibleCards - 1))
        / Double(FavouritesOverlay.visibleCards)

    static func node(for overlay: FavouritesOverlay) -> Node {
        Theme.panel(
            .column([header(overlay), overlay.cards.isEmpty ? empty : cards(overlay)], spacing: 18).padded(padding))
    }

    private static func header(_ overlay: FavouritesOverlay) -> Node {
        var parts = [Theme.icon(.star, 34, Theme.accent), Theme.title(Strings.favourites, size: 36)]
        if overlay.cards.count > FavouritesOverlay.visibleCards {
            parts.append(Theme.note("\(overlay.focus + 1) / \(overlay.cards.count)"))
        }
        parts.append(.spacer.sized(height: .fixed(1)))
        if !overlay.cards.isEmpty { parts.append(Theme.key(Strings.ok, Strings.watch)) }
        parts.append(Theme.key(Strings.back, Strings.close))
        return Node.row(parts, spacing: 18).sized(width: .fill)
    }

    private static var empty: Node {
        .column(
            [Theme.title(Strings.noFavourites, size: 40), Theme.body(Strings.howToAddFavourite, color: Theme.secondary)],
            spacing: 12, alignment: .center
        ).sized(width: .fill, height: .fill)
    }

    private static func cards(_ overlay: FavouritesOverlay) -> Node {
        .row(
            overlay.visible.map { index in
                card(
                    overlay.cards[index], isFocused: index == overlay.focus,
                    isPlaying: overlay.cards[index].channel.id == overlay.current)
            }, spacing: gap
        ).sized(width: .fill, height: .fill)
    }

    /// All slots are the same; only the card with the focus fills its own.
    private static func card(_ card: FavouriteCard, isFocused: Bool, isPlaying: Bool) -> Node {
        let primary = isFocused ? Theme.onLight : Theme.primary
        let secondary = isFocused ? Theme.onLightSecondary : Theme.secondary
        let side = isFocused ? 116.0 : 100.0
        var top = [Theme.logo(card.channel, side: side), Node.spacer.sized(height: .fixed(1))]
        if !card.channel.number.isEmpty {
            top.append(
                .text(Text(card.channel.number, size: 32, weight: .bold, color: secondary, minimumScale: 0.5)))
        }
        var lines = [
            Node.row(top, spacing: 10, alignment: .topLeading).sized(width: .fill),
            .spacer.sized(width: .fixed(1)),
            .text(Text(card.channel.displayName, size: 28, weight: .bold, color: primary)),
        ]
        let note = isPlaying ? Strings.playing : card.programme
        if let note {
            lines.append(
                .text(Text(note, size: 24, color: isPlaying && !isFocused ? Theme.accent : secondary)))
        }
        let face = Node.column(lines, spacing: 4)
            .padded(Insets(isFocused ? 20 : 16))
            .sized(width: .fill, height: .fill)
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 22)
        return Node.stack([face])
            .padded(Insets(isFocused ? 0 : 8))
            .sized(width: .fixed(cardWidth), height: .fill)
    }
}
