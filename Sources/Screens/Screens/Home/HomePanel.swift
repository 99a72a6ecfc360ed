import Languages
import Layout

/// The home as it is drawn: the picture large at the top, what plays beside it, and a row of cards along the bottom.
enum HomePanel {
    private static let safe = OverlayPanel.content
    private static let top = Rectangle(x: safe.x, y: safe.y, width: safe.width, height: 56)
    /// Where what plays goes on.
    static let inset = Rectangle(x: safe.x, y: top.maxY + 16, width: 768, height: 432)
    private static let beside = Rectangle(
        x: inset.maxX + 56, y: inset.y, width: safe.maxX - inset.maxX - 56, height: inset.height)
    private static let pillHeight = 72.0
    private static let pillGap = 16.0
    private static let pillsInLine = 3
    private static let pillWidth = (beside.width + pillGap) / Double(pillsInLine) - pillGap
    private static let heading = 64.0
    private static let rows = Rectangle(
        x: safe.x, y: safe.maxY - heading - OverlayPanel.cardHeight - OverlayPanel.words, width: safe.width,
        height: heading + OverlayPanel.cardHeight + OverlayPanel.words)

    /// The place of a deed: a few in a line.
    private static func place(ofDeed index: Int, of count: Int) -> Rectangle {
        let lines = Double((count + pillsInLine - 1) / pillsInLine)
        return Rectangle(
            x: beside.x + Double(index % pillsInLine) * (pillWidth + pillGap),
            y: beside.maxY - lines * (pillHeight + pillGap) + pillGap + Double(index / pillsInLine)
                * (pillHeight + pillGap),
            width: pillWidth, height: pillHeight)
    }

    /// The place of what has the focus: a deed, the picture of a card, or a button.
    static func focusPlace(in screen: HomeScreen) -> Rectangle? {
        switch screen.place {
        case .deed(let index):
            guard screen.state.deeds.indices.contains(index) else { return nil }
            return place(ofDeed: index, of: screen.state.deeds.count)
        case .row(let number):
            guard let (row, index) = screen.focused else { return nil }
            let column = Double(index - screen.firsts[number])
            if case .buttons = row.content {
                return Rectangle(
                    x: rows.x + column * (OverlayPanel.buttonWidth + OverlayPanel.buttonGap), y: rows.y + heading,
                    width: OverlayPanel.buttonWidth, height: OverlayPanel.buttonHeight)
            }
            return Rectangle(
                x: rows.x + column * (OverlayPanel.cardWidth + OverlayPanel.cardGap), y: rows.y + heading,
                width: OverlayPanel.cardWidth, height: OverlayPanel.cardHeight)
        }
    }

    static func parts(of screen: HomeScreen, _ light: FocusLight, clock: String?) -> [ScreenPart] {
        var parts = [Scrim.whole(0.9)]
        if screen.inset(Look.current.inset) != nil { parts.append(InsetPicture.ground(inset, screen.state.playing)) }
        parts += [
            ScreenPart(name: .front, nodes: [head(clock)], frame: top),
            ScreenPart(name: .aside, nodes: [words(of: screen)], frame: beside),
        ]
        if screen.state.rows.indices.contains(screen.shownRow) { parts.append(.panel(row(of: screen), rows)) }
        guard let place = focusPlace(in: screen) else { return parts }
        switch screen.place {
        case .deed(let index):
            let pill = pill(screen.state.deeds[index], isFocused: true)
            parts.append(.focus(pill.sized(width: .fill, height: .fill), place, light.glide(to: place)))
        case .row:
            guard let (row, index) = screen.focused else { break }
            switch row.content {
            case .cards(let cards):
                parts.append(.focus(OverlayPanel.lit(cards[index]), OverlayPanel.grown(place), light.growth))
            case .buttons(let buttons):
                parts.append(.focus(OverlayPanel.button(buttons[index], isFocused: true), place, light.growth))
            case .text, .picture: break
            }
        }
        return parts
    }

    private static func head(_ clock: String?) -> Node {
        Node.row(
            [
                Theme.body("hearth", size: 36).sized(width: .fill),
                Theme.time(clock ?? "", size: 36, color: Theme.primary),
            ], alignment: .center
        ).sized(width: .fill, height: .fill)
    }

    private static func words(of screen: HomeScreen) -> Node {
        let state = screen.state
        var lines: [Node] = []
        if let channel = state.playing {
            lines.append(
                .row(
                    [Theme.logo(channel, side: 48), Theme.heading(channel, size: 32).sized(width: .fill)], spacing: 16))
        }
        if let programme = state.programme {
            lines.append(
                .text(
                    Text(
                        programme.title, size: 44, weight: .semibold, color: Theme.primary,
                        maximumLines: Look.current.textScale > 1.1 ? 1 : 2,
                        minimumScale: 0.72)))
            let note = [programme.subtitle, programme.times].compactMap(\.self).joined(separator: " · ")
            if !note.isEmpty { lines.append(Theme.note(note)) }
            if let progress = programme.progress { lines.append(Theme.progress(progress, thickness: 6)) }
        }
        let pills = stride(from: 0, to: state.deeds.count, by: pillsInLine).map { first -> Node in
            return Node.row(
                state.deeds[first..<min(first + pillsInLine, state.deeds.count)].map {
                    pill($0, isFocused: false).sized(width: .fixed(pillWidth))
                }, spacing: pillGap, alignment: .leading
            ).sized(width: .fill, height: .fixed(pillHeight))
        }
        return Node.column(
            [
                Node.column(lines, spacing: 14, alignment: .topLeading).sized(width: .fill, height: .fill),
                Node.column(pills, spacing: pillGap, alignment: .leading).sized(width: .fill),
            ], spacing: 12, alignment: .topLeading
        ).sized(width: .fill, height: .fill)
    }

    private static func pill(_ deed: HomeState.Deed, isFocused: Bool) -> Node {
        Theme.pill(Strings.name(of: deed), isFocused: isFocused)
    }

    /// The row that is seen, with which one it is of how many.
    private static func row(of screen: HomeScreen) -> Node {
        let row = screen.state.rows[screen.shownRow]
        var title = [Theme.body(row.title ?? "", size: 32, color: Theme.primary).sized(width: .fill)]
        if screen.state.rows.count > 1 {
            title.append(Theme.time("\(screen.shownRow + 1) / \(screen.state.rows.count)", size: 26))
        }
        return Node.column(
            [
                Node.row(title, alignment: .topLeading).sized(width: .fill, height: .fixed(heading)),
                OverlayPanel.content(row, from: screen.firsts[screen.shownRow]),
            ], spacing: 0
        ).sized(width: .fill, height: .fill)
    }
}

extension Strings {
    package static var home: String { say(.home) }
    package static var continueWatching: String { say(.continueWatching) }
    package static var onNowHere: String { say(.onNowHere) }

    static func name(of deed: HomeState.Deed) -> String {
        switch deed {
        case .watch: watch
        case .startOver: startOver
        case .guide: guide
        case .search: search
        case .menu: menu
        }
    }
}
