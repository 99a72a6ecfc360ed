import Languages
import Layout

/// A list beside the running picture, on a shade from the left: the channels, their groups, the menu.
enum ListPanel {
    private static let width = 920.0
    private static let rowHeight = 80.0
    private static let logoSide = 56.0
    private static let gap = 4.0
    private static let header = 76.0
    private static let headerGap = 12.0

    static let frame = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: width, height: Theme.safe.height)
    /// Where the picture goes on beside it, where that is wanted: all of it is seen.
    static let inset = Rectangle(x: 1088, y: 333, width: 736, height: 414)
    static var ground: ScreenPart { Scrim.part(.left, depth: frame.maxX + 24) }

    /// Where a row stands on the screen.
    /// - Parameter slot: counted from the first that is seen
    static func place(slot: Int) -> Rectangle {
        Rectangle(
            x: frame.x, y: frame.y + header + headerGap + Double(slot) * (rowHeight + gap), width: width,
            height: rowHeight)
    }

    /// The heading, and the rows without the focus: each a layer of its own, so that scrolling paints the row that comes.
    static func parts(of screen: ListScreen) -> [ScreenPart] {
        let heading = ScreenPart.panel(
            head(screen), Rectangle(x: frame.x, y: frame.y, width: width, height: header))
        guard !screen.visible.isEmpty else {
            return [heading, ScreenPart(name: .row(0), nodes: [empty], frame: place(slot: 0))]
        }
        return [heading]
            + screen.visible.map { index in
                ScreenPart(
                    name: .row(index % ListScreen.mostVisible),
                    nodes: [row(screen.state.rows[index], isFocused: false, in: screen)],
                    frame: place(slot: index - screen.firstVisible))
            }
    }

    /// A line of captions as they look now, beside the list; nil: that is not chosen there.
    static func sample(in screen: ListScreen) -> ScreenPart? {
        screen.state.sample.map { style in
            let area = Rectangle(x: frame.maxX + 72, y: 540, width: Theme.safe.maxX - frame.maxX - 72, height: 486)
            let node = SubtitleLayout.sample(Strings.say(.captionSample), style)
            return ScreenPart(
                name: .words, nodes: [node.sized(width: .fill, height: .fill).aligned(.center)], frame: area)
        }
    }

    /// The row with the focus, over the one without.
    static func focused(in screen: ListScreen) -> Node? {
        screen.focused.map { row($0, isFocused: true, in: screen).sized(width: .fill, height: .fill) }
    }

    private static func head(_ screen: ListScreen) -> Node {
        var parts = [Theme.title(screen.heading, size: 44).sized(width: .fill)]
        // The count changes with every step, and the rest does not: it is a part of its own.
        if screen.state.rows.count > ListScreen.mostVisible {
            parts.append(Node(.empty).sized(width: .fixed(countFrame.width)))
        }
        var keys: [Node] = []
        if let row = screen.focused, row.isEnabled, !row.isFact {
            keys.append(Theme.key(Strings.ok, screen.state.kind == .channels ? Strings.watch : Strings.choose))
        }
        keys.append(Theme.key(Strings.back, screen.state.above.last.map { ListScreen.heading($0) } ?? Strings.close))
        var side = Node.row(keys, spacing: 24, alignment: .trailing)
        if screen.state.rows.count > ListScreen.mostVisible {
            // Beside the count, however large the words are.
            side = side.sized(width: .fixed(frame.maxX - countFrame.maxX - 24), height: .fixed(header))
        }
        parts.append(side)
        return Node.row(parts, spacing: 24).padded(Insets(left: 20)).sized(width: .fill, height: .fixed(header))
    }

    /// Which row has the focus, of how many; nil where all can be seen.
    static func count(in screen: ListScreen) -> ScreenPart? {
        guard screen.state.rows.count > ListScreen.mostVisible else { return nil }
        var text = Text(
            "\(screen.focusedIndex + 1) / \(screen.state.rows.count)", size: 26, weight: .medium,
            color: Theme.secondary,
            alignment: .end, minimumScale: 0.5)
        text.hasTabularDigits = true
        let node = Node.text(text).sized(width: .fill, height: .fill).aligned(.trailing)
        return ScreenPart(name: .front, nodes: [node], frame: countFrame)
    }

    private static let countFrame = Rectangle(x: frame.maxX - 596, y: frame.y, width: 180, height: header)

    private static var empty: Node {
        Node.row([Theme.note(Strings.noChannels, size: 28)]).padded(Insets(horizontal: 20, vertical: 0))
            .sized(width: .fill, height: .fixed(rowHeight))
    }

    /// How far what is on has come, and what follows; nil: neither is known.
    private static func ahead(_ row: ListState.Row, isFocused: Bool) -> Node? {
        let color = isFocused ? Theme.onLightSecondary : Theme.secondary
        var lines: [Node] = []
        if let progress = row.progress {
            let track = isFocused ? Theme.onLightSecondary.withAlpha(0.3) : Theme.track
            lines.append(
                Node(.progress(progress, fill: Theme.accent, track: track)).sized(
                    width: .fixed(aheadWidth), height: .fixed(6)))
        }
        if let next = row.next {
            lines.append(
                .text(Text(next, size: 24, weight: .medium, color: color)).sized(width: .fixed(aheadWidth)))
        }
        guard !lines.isEmpty else { return nil }
        return Node.column(lines, spacing: 10, alignment: .leading).sized(width: .fixed(aheadWidth))
    }

    private static let aheadWidth = 268.0

    private static func row(_ row: ListState.Row, isFocused: Bool, in screen: ListScreen) -> Node {
        let secondary = isFocused ? Theme.onLightSecondary : Theme.secondary
        let primary = isFocused ? Theme.onLight : Theme.primary
        var parts: [Node] = []
        if let lead = row.lead {
            var number = Text(
                lead, size: 28, weight: .semibold, color: secondary, alignment: .end, minimumScale: 0.5)
            number.hasTabularDigits = true
            parts.append(Node.text(number).sized(width: .fixed(80)).aligned(.trailing))
        }
        if screen.state.kind == .channels { parts.append(Theme.logo(ListScreen.channel(row), side: logoSide)) }
        let standing = screen.state.kind == .channels && row.id == screen.state.current ? screen.state.standing : nil
        let title = Node.text(
            Text(row.title, size: 30, weight: .semibold, color: row.isEnabled && !row.isFact ? primary : secondary))
        let note = standing.map(Strings.standing) ?? row.note
        // What is on stands under the name; the state of a row of the menu at its end.
        if screen.state.kind == .channels, let note {
            let color = standing == .playing && !isFocused ? Theme.accent : secondary
            let words = Node.text(Text(note, size: 24, weight: .medium, color: color))
            parts.append(Node.column([title, words], spacing: 0, alignment: .leading).sized(width: .fill))
        } else {
            if let detail = row.detail {
                let words = Node.text(Text(detail, size: 24, weight: .medium, color: secondary))
                parts.append(Node.column([title, words], spacing: 0, alignment: .leading).sized(width: .fill))
            } else {
                parts.append(title.sized(width: .fill))
            }
            if let note {
                let isSet = screen.state.kind == .settings
                let text = isFocused && isSet && row.isAdjustable && row.isEnabled ? "‹  \(note)  ›" : note
                parts.append(
                    .text(
                        Text(
                            text, size: 26, weight: .medium, color: isSet && row.isFact ? primary : secondary,
                            alignment: .end)
                    )
                    .sized(width: .fixed(isSet ? 420 : 340)).aligned(.trailing))
            }
        }
        if screen.state.kind == .channels, let ahead = ahead(row, isFocused: isFocused) { parts.append(ahead) }
        return Node.row(parts, spacing: 20)
            .padded(Insets(horizontal: 20, vertical: 4))
            .sized(width: .fill, height: .fixed(rowHeight))
            .boxed(isFocused ? Theme.focused : nil, cornerRadius: Theme.cardRadius)
    }
}
