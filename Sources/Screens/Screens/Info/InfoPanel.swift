import Layout

/// The banner of the info key: this channel, now and next, the clock.
enum InfoPanel {
    /// The panel's frame; higher by a line where sound or subtitles are shown.
    static func frame(for state: InfoState) -> Rectangle {
        let height = state.tracks == nil ? 260.0 : 310
        return Rectangle(x: Theme.safe.x, y: Theme.safe.maxY - height, width: Theme.safe.width, height: height)
    }

    static func node(for state: InfoState, clock: String?) -> Node {
        var lines = [Theme.heading(state.channel)]
        if let now = state.now {
            lines.append(programme(Strings.now, now, emphasised: true))
            if let progress = now.progress {
                lines.append(
                    Node(.progress(progress, fill: Theme.accent, track: Theme.line))
                        .sized(width: .fill, height: .fixed(8)))
            }
        }
        if let next = state.next { lines.append(programme(Strings.next, next, emphasised: false)) }
        if state.now == nil, state.next == nil, let group = state.channel.group {
            lines.append(Theme.note(group))
        }

        if let tracks = state.tracks { lines.append(Theme.note(tracks)) }

        var facts: [Node] = []
        if let clock { facts.append(.text(Text(clock, size: 50, weight: .bold, minimumScale: 0.6))) }
        if let quality = state.quality {
            facts.append(
                Node.row([Theme.note(quality, size: 26)], alignment: .center)
                    .padded(Insets(horizontal: 14, vertical: 6))
                    .boxed(Theme.raised, cornerRadius: 10))
        }
        return Theme.panel(
            .row(
                [
                    Theme.logo(state.channel, side: 176),
                    .column(lines, spacing: 12, alignment: .leading).sized(width: .fill, height: .fill),
                    .column(facts, spacing: 16, alignment: .trailing)
                        .sized(width: .fixed(facts.isEmpty ? 0 : 250), height: .fill),
                ], spacing: 36
            ).padded(Theme.panelPadding))
    }

    private static func programme(_ when: String, _ label: ProgrammeLabel, emphasised: Bool) -> Node {
        var parts = [
            Node.text(Text(when, size: 28, weight: .bold, color: Theme.accent)).sized(width: .fixed(90))
        ]
        if let times = label.times { parts.append(Theme.note(times)) }
        parts.append(
            Theme.body(label.title, size: emphasised ? 32 : 28, color: emphasised ? Theme.primary : Theme.secondary))
        return .row(parts, spacing: 16)
    }
}
