import Layout

/// A list beside the running picture: the channels, the menu.
enum ListPanel {
    private static let width = 860.0
    private static let rowHeight = 76.0
    private static let gap = 6.0
    private static let header = 52.0
    private static let padding = Insets(top: 24, left: 24, bottom: 22, right: 24)

    /// The panel's frame: as high as its rows, from the top of the safe area.
    static func frame(for overlay: ListOverlay) -> Rectangle {
        let rows = Double(max(1, min(overlay.state.rows.count, ListOverlay.mostVisible)))
        let height = padding.top + header + gap * 2 + rows * (rowHeight + gap) + padding.bottom
        return Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: width, height: min(height, Theme.safe.height))
    }

    static func node(for overlay: ListOverlay) -> Node {
        let rows = overlay.visible.map { index in
            row(overlay.state.rows[index], isFocused: index == overlay.focus, in: overlay)
        }
        return Theme.panel(
            .column(
                [head(overlay), Node(.empty).sized(height: .fixed(gap))] + (rows.isEmpty ? [empty] : rows), spacing: gap
            ).padded(padding))
    }

    private static func head(_ overlay: ListOverlay) -> Node {
        let title = overlay.state.kind == .menu ? Strings.menu : Strings.channels
        var parts = [Theme.title(title, size: 36)]
        if overlay.state.rows.count > ListOverlay.mostVisible {
            parts.append(Theme.note("\(overlay.focus + 1) / \(overlay.state.rows.count)"))
        }
        parts.append(.spacer.sized(height: .fixed(1)))
        if overlay.focused != nil {
            parts.append(Theme.key(Strings.ok, overlay.state.kind == .menu ? Strings.choose : Strings.watch))
        }
        parts.append(Theme.key(Strings.back, Strings.close))
        return Node.row(parts, spacing: 18).sized(width: .fill, height: .fixed(header))
    }

    private static var empty: Node {
        Node.row([Theme.note(Strings.noChannels, size: 28)]).sized(width: .fill, height: .fixed(rowHeight))
    }

    private static func row(_ row: ListState.Row, isFocused: Bool, in overlay: ListOverlay) -> Node {
        let secondary = isFocused ? Theme.onLightSecondary : Theme.secondary
        let primary = isFocused ? Theme.onLight : Theme.primary
        var parts: [Node] = []
        if let lead = row.lead {
            parts.append(
                .text(Text(lead, size: 28, weight: .bold, color: secondary, minimumScale: 0.5)).sized(width: .fixed(96))
            )
        }
        parts.append(
            .text(Text(row.title, size: 30, weight: .bold, color: row.isEnabled ? primary : secondary)).sized(
                width: .fill))
        let standing = overlay.state.kind == .channels && row.id == overlay.state.current ? overlay.state.standing : nil
        if let note = standing.map(Strings.standing) ?? row.note {
            let color = standing == .playing && !isFocused ? Theme.accent : secondary
            parts.append(
                .text(Text(note, size: 26, color: color, alignment: .end)).sized(width: .fixed(320)).aligned(.trailing))
        }
        return Node.row(parts, spacing: 16)
            .padded(Insets(horizontal: 20, vertical: 4))
            .sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 16)
    }
}
