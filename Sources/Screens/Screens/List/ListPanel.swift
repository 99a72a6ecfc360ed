import Layout

/// A list beside the running picture: the channels, their groups, the menu.
enum ListPanel {
    private static let width = 860.0
    private static let rowHeight = 76.0
    private static let logoSide = 60.0
    private static let gap = 6.0
    private static let header = 52.0
    private static let padding = Insets(top: 24, left: 24, bottom: 22, right: 24)

    /// The panel's frame: as high as its rows, from the top of the safe area.
    static func frame(for screen: ListScreen) -> Rectangle {
        let rows = Double(max(1, min(screen.state.rows.count, ListScreen.mostVisible)))
        let height = padding.top + header + gap * 2 + rows * (rowHeight + gap) + padding.bottom
        return Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: width, height: min(height, Theme.safe.height))
    }

    static func node(for screen: ListScreen) -> Node {
        let rows = screen.visible.map { index in
            row(screen.state.rows[index], isFocused: index == screen.focusedIndex, in: screen)
        }
        return Theme.panel(
            .column(
                [head(screen), Node(.empty).sized(height: .fixed(gap))] + (rows.isEmpty ? [empty] : rows), spacing: gap
            ).padded(padding))
    }

    private static func head(_ screen: ListScreen) -> Node {
        let title =
            switch screen.state.kind {
            case .channels: screen.state.group ?? Strings.channels
            case .groups: Strings.groups
            case .menu: Strings.menu
            }
        // A provider's name for a group may be longer than there is room.
        let isNamed = screen.state.group != nil
        var parts = [isNamed ? Theme.title(title, size: 36).sized(width: .fill) : Theme.title(title, size: 36)]
        if screen.state.rows.count > ListScreen.mostVisible {
            parts.append(Theme.note("\(screen.focusedIndex + 1) / \(screen.state.rows.count)"))
        }
        if !isNamed { parts.append(.spacer.sized(height: .fixed(1))) }
        if screen.focused != nil {
            parts.append(Theme.key(Strings.ok, screen.state.kind == .channels ? Strings.watch : Strings.choose))
        }
        parts.append(Theme.key(Strings.back, Strings.close))
        return Node.row(parts, spacing: 18).sized(width: .fill, height: .fixed(header))
    }

    private static var empty: Node {
        Node.row([Theme.note(Strings.noChannels, size: 28)]).sized(width: .fill, height: .fixed(rowHeight))
    }

    private static func row(_ row: ListState.Row, isFocused: Bool, in screen: ListScreen) -> Node {
        let secondary = isFocused ? Theme.onLightSecondary : Theme.secondary
        let primary = isFocused ? Theme.onLight : Theme.primary
        var parts: [Node] = []
        if let lead = row.lead {
            parts.append(
                .text(Text(lead, size: 28, weight: .bold, color: secondary, minimumScale: 0.5)).sized(width: .fixed(84))
            )
        }
        if screen.state.kind == .channels { parts.append(Theme.logo(ListScreen.channel(row), side: logoSide)) }
        parts.append(
            .text(Text(row.title, size: 30, weight: .bold, color: row.isEnabled ? primary : secondary)).sized(
                width: .fill))
        let standing = screen.state.kind == .channels && row.id == screen.state.current ? screen.state.standing : nil
        if let note = standing.map(Strings.standing) ?? row.note {
            let color = standing == .playing && !isFocused ? Theme.accent : secondary
            parts.append(
                .text(Text(note, size: 26, color: color, alignment: .end)).sized(width: .fixed(300)).aligned(.trailing))
        }
        return Node.row(parts, spacing: 16)
            .padded(Insets(horizontal: 20, vertical: 4))
            .sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 16)
    }
}
