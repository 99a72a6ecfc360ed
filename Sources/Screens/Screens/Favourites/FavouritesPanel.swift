import Layout

/// The custom overlay: favourites in a row over the running picture.
enum FavouritesPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 372, width: Theme.safe.width, height: 372)

    private static let gap = 16.0
    private static let padding = Insets(top: 26, left: 28, bottom: 24, right: 28)
    private static let cardWidth =
        (frame.width - padding.left - padding.right - gap * Double(FavouritesScreen.visibleSlots - 1))
        / Double(FavouritesScreen.visibleSlots)

    static func node(for screen: FavouritesScreen) -> Node {
        Theme.panel(
            .column([header(screen), screen.slots.isEmpty ? empty : cards(screen)], spacing: 18).padded(padding))
    }

    private static func header(_ screen: FavouritesScreen) -> Node {
        var parts = [Theme.icon(.star, 34, Theme.accent), Theme.title(Strings.favourites, size: 36)]
        if screen.slots.count > FavouritesScreen.visibleSlots {
            parts.append(Theme.note("\(screen.focusedIndex + 1) / \(screen.slots.count)"))
        }
        parts.append(.spacer.sized(height: .fixed(1)))
        if let focused = screen.focused {
            parts.append(Theme.key(Strings.ok, focused.card == nil ? Strings.choose : Strings.watch))
        }
        parts.append(Theme.key(Strings.back, Strings.close))
        return Node.row(parts, spacing: 18).sized(width: .fill)
    }

    private static var empty: Node { words(Strings.howToAddFavourite) }

    private static func words(_ text: String?) -> Node {
        let lines = [Theme.title(Strings.noFavourites, size: 40)] + (text.map { [Theme.note($0, size: 32)] } ?? [])
        return Node.column(lines, spacing: 12, alignment: .center).sized(width: .fill, height: .fill)
    }

    private static func cards(_ screen: FavouritesScreen) -> Node {
        let slots = screen.visible.map { index in
            let isFocused = index == screen.focusedIndex
            return switch screen.slots[index] {
            case .card(let card):
                face(
                    card.channel, note: card.channel.id == screen.current?.id ? Strings.playing : card.programme,
                    isPlaying: card.channel.id == screen.current?.id, isFocused: isFocused)
            case .add(let channel): choice(Strings.addFavourite, channel, .star, isFocused: isFocused)
            case .remove(let channel): choice(Strings.removeFavourite, channel, .backspace, isFocused: isFocused)
            }
        }
        return Node.row(slots + (screen.hasCards ? [] : [words(nil)]), spacing: gap)
            .sized(width: .fill, height: .fill)
    }

    private static func face(_ channel: ChannelLabel, note: String?, isPlaying: Bool, isFocused: Bool) -> Node {
        let secondary = isFocused ? Theme.onLightSecondary : Theme.secondary
        var top = [Theme.logo(channel, side: isFocused ? 116 : 100), Node.spacer.sized(height: .fixed(1))]
        if !channel.number.isEmpty {
            top.append(.text(Text(channel.number, size: 32, weight: .bold, color: secondary, minimumScale: 0.5)))
        }
        var lines = [
            Node.row(top, spacing: 10, alignment: .topLeading).sized(width: .fill),
            .spacer.sized(width: .fixed(1)),
            .text(
                Text(
                    channel.displayName, size: 28, weight: .bold,
                    color: isFocused ? Theme.onLight : Theme.primary)),
        ]
        if let note {
            lines.append(.text(Text(note, size: 24, color: isPlaying && !isFocused ? Theme.accent : secondary)))
        }
        return slot(.column(lines, spacing: 4), isFocused: isFocused)
    }

    private static func choice(_ text: String, _ channel: ChannelLabel, _ icon: Icon, isFocused: Bool) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        return slot(
            .column(
                [
                    Theme.icon(icon, 64, isFocused ? Theme.onLight : Theme.accent),
                    .spacer.sized(width: .fixed(1)),
                    .text(Text(text, size: 28, weight: .bold, color: color, maximumLines: 2)),
                    .text(
                        Text(
                            channel.heading, size: 24, color: isFocused ? Theme.onLightSecondary : Theme.secondary)),
                ], spacing: 4), isFocused: isFocused)
    }

    /// A slot of the row. All are the same size; only the one with the focus fills its own.
    private static func slot(_ content: Node, isFocused: Bool) -> Node {
        let card = content.padded(Insets(isFocused ? 20 : 16))
            .sized(width: .fill, height: .fill)
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 22)
        return Node.stack([card])
            .padded(Insets(isFocused ? 0 : 8))
            .sized(width: .fixed(cardWidth), height: .fill)
    }
}
