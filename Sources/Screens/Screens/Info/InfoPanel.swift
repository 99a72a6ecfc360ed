import Layout

/// The info panel on a shade from the top: a row of tabs, and the one that is chosen.
enum InfoPanel {
    private static let headHeight = 72.0
    private static let gap = 34.0
    private static let bodyHeight = 410.0

    private static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.y, width: Theme.safe.width, height: headHeight + gap + bodyHeight)
    /// The shade beneath: notices that it would lie over are not drawn.
    static var ground: ScreenPart { Scrim.part(.top, depth: frame.maxY) }
    /// Where the picture goes on below it, where that is wanted.
    static let inset = Rectangle(x: 576, y: 594, width: 768, height: 432)
    private static let head = Rectangle(x: frame.x, y: frame.y, width: frame.width, height: headHeight)
    private static let body = Rectangle(
        x: frame.x, y: frame.y + headHeight + gap, width: frame.width, height: bodyHeight)

    /// The most rows of a column that are seen at once.
    private static let visibleRows = 5
    private static let rowHeight = 66.0

    /// The parts, apart from each other so that a step of the focus paints no more than it changes.
    static func parts(of screen: InfoScreen, clock: String?) -> [ScreenPart] {
        let shown = screen.tab.map { content($0, screen) } ?? Theme.heading(screen.state.channel)
        let front = ScreenPart(name: .front, nodes: [shown.sized(width: .fill, height: .fill)], frame: body)
        // Without tabs and clock there would be nothing in the row of tabs.
        if screen.state.tabs.isEmpty, clock == nil { return [ground, front] }
        return [ground, .panel(tabs(of: screen, clock), head), front]
    }

    private static func tabs(of screen: InfoScreen, _ clock: String?) -> Node {
        var nodes = screen.state.tabs.map { tab in
            let isChosen = tab.id == screen.tabID
            let pill = Theme.pill(tab.title, isFocused: isChosen && screen.place == nil)
            return isChosen ? pill : pill.boxed(nil)
        }
        nodes.append(.spacer)
        if let clock { nodes.append(Theme.time(clock, size: 32, color: Theme.primary)) }
        return Node.row(nodes, spacing: 12, alignment: .center).sized(width: .fill, height: .fill)
    }

    private static func content(_ tab: InfoTab, _ screen: InfoScreen) -> Node {
        if let programme = tab.programme { return now(programme, tab, screen) }
        if !tab.facts.isEmpty, tab.id.owner == nil { return facts(tab.facts) }
        // A single column is no wider than is easy to read along.
        let words = tab.facts.isEmpty ? [] : [words(tab.facts)]
        let lists = words + tab.columns.enumerated().map { index, column in list(column, index, screen) }
        return lists.count == 1
            ? .row([lists[0].sized(width: .fixed(1040))], alignment: .topLeading)
            : .row(lists.map { $0.sized(width: .fill) }, spacing: 40, alignment: .topLeading)
    }

    // MARK: Now

    private static func now(_ programme: InfoProgramme, _ tab: InfoTab, _ screen: InfoScreen) -> Node {
        let channel = screen.state.channel
        var lines = [Theme.title(programme.label?.title ?? channel.displayName)]
        var marks: [Node] = []
        if let rating = programme.rating { marks.append(Theme.chip(rating)) }
        if let times = programme.label?.times { marks.append(Theme.time(times)) }
        if let quality = programme.quality { marks.append(Theme.chip(quality)) }
        if let genre = programme.genre { marks.append(Theme.note(genre)) }
        // Whose length nobody knows comes last, and takes what the others leave.
        if let episode = programme.episode { marks.append(Theme.note(episode).sized(width: .fill)) }
        if !marks.isEmpty { lines.append(.row(marks, spacing: 20, alignment: .center)) }
        if let description = programme.description { lines.append(Theme.body(description, lines: 2)) }
        if let people = programme.people { lines.append(Theme.note(people)) }
        if let next = programme.next {
            var parts = [Node.text(Text(Strings.next, size: 28, weight: .bold, color: Theme.primary))]
            if let times = next.times { parts.append(Theme.time(times)) }
            lines.append(.row(parts + [Theme.note(next.title)], spacing: 16))
        }
        let buttons = tab.columns.enumerated().flatMap { column, content in
            content.rows.indices.map { row in
                Theme.pill(
                    content.rows[row].title, isFocused: screen.place == InfoScreen.Place(column: column, row: row))
            }
        }
        if !buttons.isEmpty { lines.append(Node.row(buttons, spacing: 16).padded(Insets(top: 10))) }
        return .row(
            [
                picture(programme, channel),
                .column(lines, spacing: 10, alignment: .leading).sized(width: .fill, height: .fill),
            ], spacing: 48, alignment: .topLeading)
    }

    /// The programme's picture, or the channel's logo, and how far the programme is.
    private static func picture(_ programme: InfoProgramme, _ channel: ChannelLabel) -> Node {
        var parts: [Node] = []
        let artwork = programme.label?.picture
        if let artwork {
            let initials = Text(channel.initials, size: 84, weight: .bold, alignment: .center, minimumScale: 0.4)
            parts.append(
                Node(
                    .artwork(
                        Artwork(
                            key: artwork, initials: initials, ground: Theme.ground(of: channel),
                            cornerRadius: Theme.cardRadius, shape: .poster))
                ).sized(width: .fixed(480), height: .fixed(270)))
        } else {
            parts.append(Theme.logo(channel, side: 240))
        }
        if let progress = programme.label?.progress { parts.append(Theme.progress(progress)) }
        return Node.column(parts, spacing: 20).sized(width: .fixed(artwork == nil ? 240 : 480))
    }

    // MARK: Lists and facts

    private static func list(_ column: InfoColumn, _ index: Int, _ screen: InfoScreen) -> Node {
        var nodes: [Node] = []
        if let title = column.title {
            nodes.append(
                Node.row([.text(Text(title, size: 28, weight: .semibold, color: Theme.secondary))])
                    .padded(Insets(horizontal: 20, vertical: 0)))
        }
        let focused = screen.place.flatMap { $0.column == index ? $0.row : nil }
        let middle = focused ?? column.rows.firstIndex(where: \.isChosen) ?? 0
        let first = max(0, min(middle - visibleRows / 2, column.rows.count - visibleRows))
        for row in column.rows.indices.dropFirst(first).prefix(visibleRows) {
            nodes.append(line(column.rows[row], isFocused: row == focused))
        }
        return .column(nodes, spacing: 4)
    }

    private static func line(_ row: InfoRow, isFocused: Bool) -> Node {
        let (primary, secondary) =
            isFocused ? (Theme.onLight, Theme.onLightSecondary) : (Theme.primary, Theme.secondary)
        // A dot marks what is in force.
        let dot = Node(.empty).sized(14)
            .boxed(row.isChosen ? isFocused ? Theme.onLight : Theme.primary : nil, cornerRadius: 7)
        var parts = [
            dot,
            Node.text(Text(row.title, size: 30, weight: row.isChosen ? .bold : .semibold, color: primary))
                .sized(width: .fill),
        ]
        if let note = row.note {
            let text = row.isAdjustable && isFocused ? "‹  \(note)  ›" : note
            parts.append(Theme.time(text, size: 26, color: secondary))
        }
        return Node.row(parts, spacing: 18, alignment: .center)
            .padded(Insets(horizontal: 20, vertical: 0)).sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : nil, cornerRadius: Theme.cardRadius)
    }

    /// What an owner says beside his rows.
    private static func words(_ facts: [InfoFact]) -> Node {
        .column(
            facts.prefix(2).flatMap { fact -> [Node] in
                let text = Theme.body(fact.value, size: 30, lines: facts.count > 1 ? 3 : 7)
                guard !fact.name.isEmpty else { return [text] }
                return [.text(Text(fact.name, size: 28, weight: .semibold, color: Theme.secondary)), text]
            }, spacing: 12, alignment: .leading)
    }

    private static func facts(_ facts: [InfoFact]) -> Node {
        let half = (facts.count + 1) / 2
        return .row(
            [facts.prefix(half), facts.dropFirst(half)].map { part in
                Node.column(
                    part.map { fact in
                        .row(
                            [
                                Theme.note(fact.name, size: 26).sized(width: .fixed(220)),
                                Theme.time(fact.value, size: 28, color: Theme.primary).sized(width: .fill),
                            ], spacing: 16)
                    }, spacing: 18
                ).sized(width: .fill)
            }, spacing: 40, alignment: .topLeading)
    }
}
