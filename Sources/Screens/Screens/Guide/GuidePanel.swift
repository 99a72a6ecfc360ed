import Layout

/// The guide as it is drawn: what has the focus in full at the top, the ruler of half hours, the rows, and the line of the
/// present.
enum GuidePanel {
    private static let head = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: Theme.safe.width, height: 250)
    private static let rulerHeight = 56.0
    private static let names = 416.0
    private static let (rowHeight, gap) = (80.0, 8.0)
    private static let body = Rectangle(
        x: Theme.safe.x, y: head.maxY + 18, width: Theme.safe.width,
        height: rulerHeight + Double(GuideCursor.rows) * (rowHeight + gap))
    private static let width = body.width - names
    private static let picture = Size(width: 416, height: 234)
    private static let filterArea = Rectangle(
        x: head.x, y: head.y, width: head.width - picture.width - 40, height: head.height)
    /// Where what plays goes on.
    static let inset = Rectangle(x: head.maxX - picture.width, y: head.y, width: picture.width, height: picture.height)
    /// Under so much room, in points, there are no words.
    private static let leastForWords = 96.0

    /// Where a time stands in the grid, in points from its beginning.
    private static func x(_ time: Int64, _ cursor: GuideCursor) -> Double {
        let part = (Double(time) - Double(cursor.left)) / Double(GuideCursor.span)
        return min(max(part, 0), 1) * width
    }

    /// The place of what has the focus.
    static func focusPlace(in screen: GuideScreen) -> Rectangle? {
        if let filters = screen.filters { return filters.place(in: filterArea) }
        guard let cell = screen.focused else { return nil }
        let (from, to) = (x(cell.start, screen.cursor), x(cell.stop, screen.cursor))
        return Rectangle(
            x: body.x + names + from,
            y: y(screen.cursor.row, screen), width: max(8, to - from - 4), height: rowHeight)
    }

    /// Where a row of the list stands on the screen.
    private static func y(_ row: Int, _ screen: GuideScreen) -> Double {
        body.y + rulerHeight + Double(row - screen.cursor.firstRow) * (rowHeight + gap)
    }

    static func parts(of screen: GuideScreen, _ light: FocusLight, clock: String?) -> [ScreenPart] {
        var parts = [Scrim.whole(0.9)]
        if screen.inset(Look.current.inset) != nil { parts.append(InsetPicture.ground(inset, screen.state.playing)) }
        parts += [
            ScreenPart(name: .front, nodes: [details(of: screen)], frame: head),
            .panel(
                ruler(screen, clock), Rectangle(x: body.x, y: body.y, width: body.width, height: rulerHeight)),
        ]
        // Nothing in a row depends on what has the focus, nor on where the row stands: a step of the focus paints a cell
        // and the words above, and scrolling the row that comes.
        parts += screen.visible.map { index in
            ScreenPart(
                name: .row(index % GuideCursor.rows), nodes: [row(screen.state.channels[index], screen)],
                frame: Rectangle(x: body.x, y: y(index, screen), width: body.width, height: rowHeight))
        }
        if let line = line(screen) { parts.append(line) }
        if let filters = screen.filters, screen.state.filters.indices.contains(filters.index) {
            let filter = screen.state.filters[filters.index]
            let place = filters.place(in: filterArea)
            parts.append(
                .focus(
                    GuideFilters.pill(filter, isChosen: filter == screen.state.filter, isFocused: true).sized(
                        width: .fill, height: .fill), place, light.glide(to: place)))
        } else if let place = focusPlace(in: screen), let cell = screen.focused {
            parts.append(
                .focus(
                    self.cell(cell, of: screen.channel?.id ?? "", screen, isFocused: true, width: place.width), place,
                    light.glide(to: place)))
        }
        return parts
    }

    // MARK: What has the focus

    private static func details(of screen: GuideScreen) -> Node {
        if let filters = screen.filters {
            return filters.node(screen.state.filters, chosen: screen.state.filter, in: filterArea)
        }
        guard let channel = screen.channel else { return Theme.title(Strings.noChannels) }
        let cell = screen.focused
        let details = screen.state.details.flatMap {
            $0.channel == channel.id && $0.start == cell?.start ? $0.programme : nil
        }
        let title = cell.flatMap { $0.title.isEmpty ? nil : $0.title } ?? channel.displayName
        var marks: [Node] = []
        if screen.state.filter != .all { marks.append(Theme.chip(Strings.name(of: screen.state.filter))) }
        if let day = screen.state.day { marks.append(Theme.chip(day)) }
        if let times = details?.label?.times { marks.append(Theme.time(times)) }
        if let rating = details?.rating { marks.append(Theme.chip(rating)) }
        if screen.state.locked.contains(channel.id) { marks.append(Theme.chip(Strings.locked)) }
        if let genre = details?.genre { marks.append(Theme.note(genre)) }
        if let episode = details?.episode { marks.append(Theme.note(episode).sized(width: .fill)) }
        var lines = [Theme.title(title)]
        if !marks.isEmpty { lines.append(.row(marks, spacing: 20, alignment: .center)) }
        if let text = details?.description {
            lines.append(Theme.body(text, size: 30, lines: 2))
        } else if cell?.title.isEmpty ?? true {
            lines.append(Theme.note(Strings.noInformation))
        }
        var parts = [Node.column(lines, spacing: 12, alignment: .topLeading).sized(width: .fill, height: .fill)]
        if let key = details?.label?.picture, !screen.state.locked.contains(channel.id) {
            parts.append(Theme.poster(key, of: channel, picture))
        }
        if screen.inset(Look.current.inset) != nil { parts.append(Node(.empty).sized(width: .fixed(picture.width))) }
        return .row(parts, spacing: 40, alignment: .topLeading)
    }

    // MARK: The grid

    private static func ruler(_ screen: GuideScreen, _ clock: String?) -> Node {
        let slots = Int(GuideCursor.span / GuideCursor.slot)
        let hours = (0..<slots).map { slot -> Node in
            let text = screen.state.hours[screen.cursor.left + Int64(slot) * GuideCursor.slot] ?? ""
            return Theme.time(text, size: 26).sized(width: .fixed(width / Double(slots)))
        }
        let time = Theme.time(clock ?? "", size: 32, color: Theme.primary)
        return Node.row([time.sized(width: .fixed(names))] + hours, alignment: .leading)
            .sized(width: .fill, height: .fixed(rulerHeight))
    }

    /// The present, down all rows; nil: it is not seen.
    private static func line(_ screen: GuideScreen) -> ScreenPart? {
        guard screen.cursor.window.contains(screen.state.now) else { return nil }
        let node = Node(.empty).sized(width: .fill, height: .fill).boxed(Theme.accent)
        return ScreenPart(
            name: .present, nodes: [node],
            frame: Rectangle(
                x: body.x + names + x(screen.state.now, screen.cursor) - 1.5, y: body.y + rulerHeight - 10, width: 3,
                height: body.height - rulerHeight + 10 - gap))
    }

    private static func row(_ channel: ChannelLabel, _ screen: GuideScreen) -> Node {
        var number = Text(
            channel.number, size: 28, weight: .semibold, color: Theme.secondary,
            alignment: .end, minimumScale: 0.5)
        number.hasTabularDigits = true
        let isCurrent = channel.id == screen.state.current
        let name = Text(
            channel.displayName, size: 28, weight: isCurrent ? .bold : .semibold, color: Theme.primary,
            minimumScale: 0.86)
        let lead = Node.row(
            [
                Node.text(number).sized(width: .fixed(72)).aligned(.trailing), Theme.logo(channel, side: 60),
                Node.text(name).sized(width: .fill),
            ], spacing: 16, alignment: .center
        ).padded(Insets(right: 16)).sized(width: .fixed(names), height: .fill)
        var cells: [Node] = []
        for cell in screen.cells(of: channel.id, in: screen.cursor.window) {
            let (from, to) = (x(cell.start, screen.cursor), x(cell.stop, screen.cursor))
            guard to - from >= 1 else { continue }
            let room = max(0, to - from - 4)
            cells.append(self.cell(cell, of: channel.id, screen, isFocused: false, width: room))
            cells.append(Node(.empty).sized(width: .fixed(to - from - room), height: .fixed(1)))
        }
        return Node.row([lead] + cells, alignment: .leading).sized(width: .fill, height: .fixed(rowHeight))
    }

    private static func cell(
        _ cell: GuideState.Cell, of channel: String, _ screen: GuideScreen, isFocused: Bool, width: Double
    ) -> Node {
        let isOver = cell.stop <= screen.state.now
        let isOther = screen.state.matching.map { $0[channel]?.contains(cell.start) != true } ?? false
        let color =
            isFocused ? Theme.onLight : isOver || isOther || cell.title.isEmpty ? Theme.secondary : Theme.primary
        let words = (cell.start < screen.cursor.left ? "‹ " : "") + (cell.title.isEmpty ? "–" : cell.title)
        let hasWords = width >= leastForWords
        let text = Node.text(Text(words, size: 28, weight: isFocused ? .bold : .medium, color: color))
            .sized(width: .fill)
        var parts = hasWords ? [text] : []
        if hasWords, screen.state.reminders[channel]?.contains(cell.start) == true {
            parts.append(Theme.icon(.bell, 30, isFocused ? Theme.onLight : Theme.accent))
        }
        return Node.row(parts, spacing: 12, alignment: .leading)
            .padded(Insets(horizontal: hasWords ? 20 : 0, vertical: 0))
            .sized(width: .fixed(width), height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : isOther || cell.title.isEmpty ? nil : Theme.raised, cornerRadius: 12)
    }
}
