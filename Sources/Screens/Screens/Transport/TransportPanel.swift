import Layout

/// The bar at the bottom: what plays, how far it is, and whether that is live; the menus above its line.
enum TransportPanel {
    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.maxY - 280, width: Theme.safe.width, height: 280)

    static func node(for state: TransportState, _ place: BarFocus = .timeline) -> Node {
        var lines = [heading(state)]
        if let subtitle = state.subtitle { lines.append(Theme.note(subtitle, size: 26)) }
        if let progress = state.progress {
            lines.append(
                Node(
                    .progress(
                        progress, fill: state.timeline?.target == nil ? Theme.primary : Theme.accent, track: Theme.line)
                )
                .sized(width: .fill, height: .fixed(12)))
        }
        if state.leading != nil || state.trailing != nil || !state.menus.isEmpty {
            lines.append(
                .row(
                    [Theme.note(state.leading ?? "", size: 30).sized(width: .fixed(160))]
                        + state.menus.enumerated().map { item($1, isFocused: place == .menus($0)) }
                        + [
                            Node.spacer.sized(height: .fixed(1)),
                            Node.text(Text(state.trailing ?? "", size: 30, weight: .bold, alignment: .end))
                                .sized(width: .fixed(220)).aligned(.trailing),
                        ], spacing: 16))
        }
        return Theme.panel(
            .row(
                [
                    Theme.icon(state.isPaused ? .pause : .play, 72).sized(width: .fixed(96)),
                    .column(lines, spacing: 16, alignment: .leading).sized(width: .fill),
                ], spacing: 32, alignment: .center
            ).padded(Theme.panelPadding))
    }

    private static func item(_ menu: BarMenu, isFocused: Bool) -> Node {
        let words = menu.value.map { "\(menu.title): \($0)" } ?? menu.title
        return Node.row(
            [.text(Text(words, size: 26, color: isFocused ? Theme.onLight : Theme.secondary))], alignment: .center
        ).padded(Insets(horizontal: 16, vertical: 6)).boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 10)
    }

    private static func heading(_ state: TransportState) -> Node {
        var parts = [
            (state.title.map { Theme.title($0, size: 44) } ?? Theme.heading(state.channel, size: 44)).sized(
                width: .fill)
        ]
        if let facts = [state.tracks, state.quality].compactMap(\.self).nonEmpty {
            parts.append(Theme.note(facts.joined(separator: " · "), size: 26))
        }
        if state.speedPercent != 100 { parts.append(Theme.note(Strings.speed(percent: state.speedPercent), size: 26)) }
        if state.isLive { parts.append(badge(isLit: state.isAtLive)) }
        return .row(parts, spacing: 20, alignment: .center)
    }

    /// The "live" badge, lit at the live edge.
    private static func badge(isLit: Bool) -> Node {
        Node.row(
            [.text(Text(Strings.live, size: 26, weight: .bold, color: isLit ? Theme.onLight : Theme.secondary))],
            alignment: .center
        ).padded(Insets(horizontal: 16, vertical: 6)).boxed(isLit ? Theme.accent : Theme.raised, cornerRadius: 10)
    }
}

extension Array {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
