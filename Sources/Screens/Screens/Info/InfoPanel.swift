import Layout

/// The info panel along the top of the picture: a row of tabs, and the one that is chosen.
enum InfoPanel {
    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: Theme.safe.width, height: 560)

    /// The most rows of a column that are seen at once.
    static let visibleRows = 5
    private static let rowHeight = 60.0

    static func node(for screen: InfoScreen, clock: String?) -> Node {
        var head = screen.state.tabs.map { tab in
            pill(
                tab.title, isFocused: tab.id == screen.tabID && screen.place == nil, isChosen: tab.id == screen.tabID)
        }
        head.append(.spacer)
        if let clock { head.append(.text(Text(clock, size: 32, weight: .bold))) }
        let body: Node =
            if let tab = screen.tab {
                content(tab, screen)
            } else {
                Theme.heading(screen.state.channel)
            }
        return Theme.panel(
            .column(
                [
                    Node.row(head, spacing: 12, alignment: .center).sized(width: .fill, height: .fixed(64)),
                    body.sized(width: .fill, height: .fill),
                ], spacing: 26
            ).padded(Theme.panelPadding))
    }

    private static func content(_ tab: InfoTab, _ screen: InfoScreen) -> Node {
        if let programme = tab.programme { return now(programme, tab, screen) }
        if !tab.facts.isEmpty { return facts(tab.facts) }
        return .row(
            tab.columns.enumerated().map { index, column in list(column, index, screen).sized(width: .fill) },
            spacing: 40)
    }

    // MARK: Now

    private static func now(_ programme: InfoProgramme, _ tab: InfoTab, _ screen: InfoScreen) -> Node {
        let channel = screen.state.channel
        var lines = [Theme.title(programme.label?.title ?? channel.displayName)]
        var marks: [Node] = []
        if let episode = programme.episode { marks.append(Theme.note(episode)) }
        if let rating = programme.rating { marks.append(chip(rating)) }
        if let times = programme.label?.times { marks.append(Theme.note(times)) }
        if let genre = programme.genre { marks.append(Theme.note(genre)) }
        if let quality = programme.quality { marks.append(chip(quality)) }
        if !marks.isEmpty { lines.append(.row(marks, spacing: 18, alignment: .center)) }
        if let progress = programme.label?.progress {
            lines.append(
                Node(.progress(progress, fill: Theme.accent, track: Theme.line))
                    .sized(width: .fill, height: .fixed(8)))
        }
        if let description = programme.description { lines.append(Theme.body(description, size: 30, lines: 2)) }
        if let people = programme.people { lines.append(Theme.note(people)) }
        if let next = programme.next {
            lines.append(
                .row(
                    [
                        .text(Text(Strings.next, size: 28, weight: .bold, color: Theme.accent)),
                        Theme.note([next.times, next.title].compactMap(\.self).joined(separator: "  ")),
                    ], spacing: 16))
        }
        let buttons = tab.columns.enumerated().flatMap { column, content in
            content.rows.indices.map { row in
                let isFocused = screen.place == InfoScreen.Place(column: column, row: row)
                return pill(content.rows[row].title, isFocused: isFocused, isChosen: true)
            }
        }
        if !buttons.isEmpty { lines.append(.row(buttons, spacing: 16)) }
        return .row(
            [
                picture(programme, channel),
                .column(lines, spacing: 12, alignment: .leading).sized(width: .fill, height: .fill),
            ], spacing: 36)
    }

    private static func picture(_ programme: InfoProgramme, _ channel: ChannelLabel) -> Node {
        guard let artwork = programme.artwork else { return Theme.logo(channel, side: 176) }
        return Node(
            .artwork(
                Artwork(
                    key: artwork,
                    initials: Text(
                        channel.initials, size: 64, weight: .bold, alignment: .center, minimumScale: 0.4),
                    ground: Theme.ground(of: channel), cornerRadius: 16))
        ).sized(width: .fixed(352), height: .fixed(198))
    }

    // MARK: Lists and facts

    private static func list(_ column: InfoColumn, _ index: Int, _ screen: InfoScreen) -> Node {
        var nodes: [Node] = []
        if let title = column.title {
            nodes.append(.text(Text(title, size: 28, weight: .bold, color: Theme.accent)))
        }
        let focused = screen.place.flatMap { $0.column == index ? $0.row : nil } ?? 0
        let first = max(0, min(focused - visibleRows / 2, column.rows.count - visibleRows))
        for row in column.rows.indices.dropFirst(first).prefix(visibleRows) {
            let isFocused = screen.place == InfoScreen.Place(column: index, row: row)
            nodes.append(line(column.rows[row], isFocused: isFocused))
        }
        return .column(nodes, spacing: 6)
    }

    private static func line(_ row: InfoRow, isFocused: Bool) -> Node {
        let (primary, secondary) =
            isFocused ? (Theme.onLight, Theme.onLightSecondary) : (Theme.primary, Theme.secondary)
        var parts = [
            // A dot marks what is in force.
            Node(.empty).sized(14).boxed(
                row.isChosen ? isFocused ? Theme.onLight : Theme.accent : nil, cornerRadius: 7),
            Theme.body(row.title, size: 30, color: primary).sized(width: .fill),
        ]
        if let note = row.note {
            let text = row.isAdjustable && isFocused ? "‹  \(note)  ›" : note
            parts.append(Theme.note(text, size: 26, color: secondary))
        }
        return Node.row(parts, spacing: 16, alignment: .center)
            .padded(Insets(horizontal: 18, vertical: 0)).sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : nil, cornerRadius: 12)
    }

    private static func facts(_ facts: [InfoFact]) -> Node {
        let half = (facts.count + 1) / 2
        return .row(
            [facts.prefix(half), facts.dropFirst(half)].map { part in
                Node.column(
                    part.map { fact in
                        .row(
                            [
                                Theme.note(fact.name, size: 26).sized(width: .fixed(210)),
                                Theme.body(fact.value, size: 28).sized(width: .fill),
                            ], spacing: 16)
                    }, spacing: 10
                ).sized(width: .fill)
            }, spacing: 40)
    }

    // MARK: Pieces

    private static func pill(_ title: String, isFocused: Bool, isChosen: Bool) -> Node {
        let color = isFocused ? Theme.onLight : isChosen ? Theme.primary : Theme.secondary
        return Node.row(
            [.text(Text(title, size: 30, weight: .bold, color: color, minimumScale: 0.7))], alignment: .center
        ).padded(Insets(horizontal: 28, vertical: 0)).sized(height: .fixed(60))
            .boxed(isFocused ? Theme.focused : isChosen ? Theme.raised : nil, cornerRadius: 30)
    }

    private static func chip(_ text: String) -> Node {
        Node.row([Theme.note(text, size: 26)], alignment: .center).padded(Insets(horizontal: 14, vertical: 6))
            .boxed(Theme.raised, cornerRadius: 10)
    }
}
