import Layout

/// The bar at the bottom: what plays, how far it is, and whether that is live.
enum TransportPanel {
    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.maxY - 216, width: Theme.safe.width, height: 216)

    static func node(for state: TransportState) -> Node {
        var lines = [heading(state)]
        if let progress = state.progress {
            lines.append(
                Node(
                    .progress(
                        progress, fill: state.timeline?.target == nil ? Theme.primary : Theme.accent, track: Theme.line)
                )
                .sized(width: .fill, height: .fixed(12)))
        }
        if state.leading != nil || state.trailing != nil {
            lines.append(
                .row(
                    [
                        Theme.note(state.leading ?? "", size: 30).sized(width: .fill),
                        Node.text(Text(state.trailing ?? "", size: 30, weight: .bold, alignment: .end))
                            .sized(width: .fixed(260)).aligned(.trailing),
                    ], spacing: 16))
        }
        return Theme.panel(
            .row(
                [
                    Theme.icon(state.isPaused ? .pause : .play, 72).sized(width: .fixed(96)),
                    .column(lines, spacing: 18, alignment: .leading).sized(width: .fill),
                ], spacing: 32, alignment: .center
            ).padded(Theme.panelPadding))
    }

    private static func heading(_ state: TransportState) -> Node {
        var parts = [Theme.heading(state.channel, size: 44).sized(width: .fill)]
        if let facts = [state.tracks, state.quality].compactMap(\.self).nonEmpty {
            parts.append(Theme.note(facts.joined(separator: " · "), size: 26))
        }
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
