import Layout

/// An owner's page along the bottom, on a shade: the names of the pages, then as many of its rows as there is room for.
enum OverlayPanel {
    static let (cardWidth, cardHeight, cardGap, words) = (400.0, 225.0, 32.0, 112.0)
    static let (buttonWidth, buttonHeight, buttonGap) = (324.0, 72.0, 19.0)
    private static let (head, heading, gap) = (72.0, 48.0, 26.0)
    private static let ring = 4.0
    /// How far the light of the focus reaches, in points.
    private static let reach = 48.0
    /// What rows may take of the screen's height.
    private static let room = 520.0
    /// What has the focus grows by so much at each side: beside that rows keep to the safe area.
    private static let side = 16.0
    static let content = Theme.safe.inset(by: Insets(horizontal: side, vertical: 0))

    // MARK: Where things are

    static func height(of row: OverlayState.Row) -> Double {
        let title = row.title == nil ? 0 : heading
        return title
            + {
                switch row.content {
                case .cards: cardHeight + words
                case .buttons: buttonHeight
                case .text: 90
                case .picture: 270
                }
            }()
    }

    /// The rows that can be seen, from one on.
    static func visible(in rows: [OverlayState.Row], from first: Int) -> Range<Int> {
        var (end, used) = (first, 0.0)
        while end < rows.count {
            used += height(of: rows[end]) + gap
            if used - gap > room, end > first { break }
            end += 1
        }
        return first..<max(first, end)
    }

    /// How many things of a row can be seen at once.
    static func visibleItems(_ row: OverlayState.Row) -> Int {
        if case .buttons = row.content { 5 } else { 4 }
    }

    static func frame(of screen: OverlayScreen) -> Rectangle {
        let rows = screen.page?.rows ?? []
        let height = screen.visibleRows.reduce(head) { $0 + Self.height(of: rows[$1]) + gap }
        return Rectangle(x: content.x, y: content.maxY - height, width: content.width, height: height)
    }

    /// The place of a row's things, beneath its title.
    private static func place(of row: Int, in screen: OverlayScreen) -> Rectangle? {
        guard let rows = screen.page?.rows, screen.visibleRows.contains(row) else { return nil }
        var y = frame(of: screen).y + head
        for number in screen.visibleRows.lowerBound..<row { y += height(of: rows[number]) + gap }
        let title = rows[row].title == nil ? 0 : heading
        return Rectangle(
            x: content.x, y: y + gap + title, width: content.width, height: height(of: rows[row]) - title)
    }

    /// The place of what has the focus: the picture of a card, or a button; nil: it is not among the rows.
    static func focusPlace(in screen: OverlayScreen) -> Rectangle? {
        guard case .row(let number) = screen.place, let (row, index) = screen.focused,
            let place = place(of: number, in: screen)
        else { return nil }
        let column = Double(index - screen.firsts[number])
        if case .buttons = row.content {
            return Rectangle(
                x: place.x + column * (buttonWidth + buttonGap), y: place.y, width: buttonWidth, height: buttonHeight)
        }
        return Rectangle(
            x: place.x + column * (cardWidth + cardGap), y: place.y, width: cardWidth, height: cardHeight)
    }

    // MARK: What is drawn

    static func parts(of screen: OverlayScreen, _ light: FocusLight) -> [ScreenPart] {
        let frame = frame(of: screen)
        let top = Rectangle(x: frame.x, y: frame.y, width: frame.width, height: head)
        let body = Rectangle(x: frame.x, y: frame.y + head, width: frame.width, height: frame.height - head)
        var parts = [
            Scrim.part(.bottom, depth: Theme.screen.height - frame.y),
            ScreenPart(name: .front, nodes: [header(screen)], frame: top), .panel(rows(of: screen), body),
        ]
        guard let place = focusPlace(in: screen), let (row, index) = screen.focused else { return parts }
        switch row.content {
        case .buttons(let buttons): parts.append(.focus(button(buttons[index], isFocused: true), place, light.growth))
        case .cards(let cards):
            parts.append(.focus(lit(cards[index]), grown(place), light.growth))
        case .text, .picture: break
        }
        return parts
    }

    /// The place of a card's picture that has the focus, with the light around it.
    static func grown(_ place: Rectangle) -> Rectangle {
        place.inset(
            by: Insets(
                horizontal: -place.width * (Theme.focusScale - 1) / 2 - reach,
                vertical: -place.height * (Theme.focusScale - 1) / 2 - reach))
    }

    private static func header(_ screen: OverlayScreen) -> Node {
        var nodes: [Node] = []
        if screen.hasPages {
            for (index, page) in screen.state.pages.enumerated() {
                let isShown = index == screen.pageIndex
                let pill = Theme.pill(page.title, isFocused: isShown && screen.place == .pages)
                nodes.append(isShown ? pill : pill.boxed(nil))
            }
        } else if let page = screen.page {
            nodes.append(Theme.title(page.title, size: 40))
        }
        return Node.row(nodes + [.spacer], spacing: 12, alignment: .center).sized(width: .fill, height: .fill)
    }

    private static func rows(of screen: OverlayScreen) -> Node {
        let rows = screen.page?.rows ?? []
        let nodes = screen.visibleRows.map { number -> Node in
            let row = rows[number]
            var lines: [Node] = []
            if let title = row.title {
                lines.append(
                    Node.row([Theme.body(title, size: 30, color: Theme.secondary)], alignment: .topLeading)
                        .sized(width: .fill, height: .fixed(heading)))
            }
            lines.append(content(row, from: screen.firsts[number]))
            return Node.column(lines, spacing: 0).sized(width: .fill, height: .fixed(height(of: row)))
        }
        return Node.column(nodes, spacing: gap).padded(Insets(top: gap)).sized(width: .fill, height: .fill)
    }

    static func content(_ row: OverlayState.Row, from first: Int) -> Node {
        switch row.content {
        case .cards(let cards):
            .row(
                cards.dropFirst(first).prefix(visibleItems(row)).map(card), spacing: cardGap, alignment: .topLeading)
        case .buttons(let buttons):
            .row(
                buttons.dropFirst(first).prefix(visibleItems(row)).map { button($0, isFocused: false) },
                spacing: buttonGap, alignment: .topLeading)
        case .text(let text): Theme.body(text, lines: 2).sized(width: .fill, height: .fill)
        case .picture(let key):
            Node(
                .artwork(
                    Artwork(
                        key: key, initials: Text("", size: 24), ground: Theme.raisedGround,
                        cornerRadius: Theme.cardRadius, shape: .poster))
            ).sized(width: .fixed(480), height: .fixed(270))
        }
    }

    static func button(_ button: OverlayState.Button, isFocused: Bool) -> Node {
        Node.row(
            [
                .spacer.sized(height: .fixed(1)),
                .text(
                    Text(
                        button.label, size: 28, weight: .semibold, color: isFocused ? Theme.onLight : Theme.primary,
                        minimumScale: 0.86)),
                .spacer.sized(height: .fixed(1)),
            ], alignment: .center
        ).padded(Insets(horizontal: 28, vertical: 0)).sized(width: .fixed(buttonWidth), height: .fixed(buttonHeight))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: buttonHeight / 2)
    }

    // MARK: Cards

    private static func card(_ card: OverlayCard) -> Node {
        Node.column(
            [
                picture(card).sized(width: .fixed(cardWidth), height: .fixed(cardHeight)),
                bar(card).sized(width: .fill, height: .fixed(28)),
                Node.text(Text(title(card), size: 28, weight: .semibold, color: Theme.primary)).sized(width: .fill),
                second(card).sized(width: .fill),
            ], spacing: 0, alignment: .leading
        ).sized(width: .fixed(cardWidth), height: .fixed(cardHeight + words))
    }

    /// How far what is on has come, beneath its picture and the light around that.
    private static func bar(_ card: OverlayCard) -> Node {
        guard card.kind == .channel, let progress = card.programme?.progress, !card.isLocked else {
            return Node(.empty)
        }
        return Node.column([Theme.progress(progress, thickness: 6)], spacing: 0).padded(Insets(top: 14, bottom: 8))
    }

    /// The picture of the card that has the focus: larger, in a ring of light.
    static func lit(_ card: OverlayCard) -> Node {
        var node = picture(card)
            .sized(width: .fill, height: .fill)
            .padded(Insets(ring))
            .boxed(nil, cornerRadius: Theme.cardRadius + ring, border: .init(color: Theme.focused, width: ring))
        node.shadow = Theme.glow
        return Node.stack([node.sized(width: .fill, height: .fill)]).padded(Insets(reach - ring))
            .sized(width: .fill, height: .fill)
    }

    private static func title(_ card: OverlayCard) -> String {
        switch card.kind {
        case .addFavourite: Strings.addFavourite
        case .removeFavourite: Strings.removeFavourite
        case .channel, .programme: card.programme?.title ?? card.channel.displayName
        }
    }

    /// The channel, or when it comes.
    private static func second(_ card: OverlayCard) -> Node {
        var parts: [Node] = []
        if case .programme = card.kind {
            let time = Theme.time(card.programme?.times ?? "", size: 26)
            // What follows on the channel that plays needs no name.
            if card.isPlaying { return time }
            return .row([time, Theme.note(card.channel.displayName, size: 26).sized(width: .fill)], spacing: 12)
        }
        if !card.channel.number.isEmpty {
            parts.append(
                .text(
                    Text(card.channel.number, size: 26, weight: .bold, color: Theme.accent, minimumScale: 0.93)))
        }
        // Where no programme is known, the name stands above already.
        let name = card.programme != nil || card.kind != .channel ? card.channel.displayName : ""
        parts.append(Theme.note(name, size: 26).sized(width: .fill))
        if card.isPlaying { parts.append(Theme.note(Strings.playing, size: 25)) }
        if card.isLocked { parts.append(Theme.note(Strings.locked, size: 25)) }
        return .row(parts, spacing: 12)
    }

    private static func picture(_ card: OverlayCard) -> Node {
        let channel = card.channel
        let ground = Theme.ground(of: channel)
        let layers: [Node]
        switch card.kind {
        case .addFavourite, .removeFavourite:
            layers = [
                Node.row(
                    [Theme.icon(card.kind == .addFavourite ? .star : .backspace, 72, Theme.primary)], alignment: .center
                ).sized(width: .fill, height: .fill).boxed(Theme.raisedGround, cornerRadius: Theme.cardRadius)
            ]
        case .channel, .programme:
            if let key = card.programme?.picture, !card.isLocked {
                layers = [
                    Node(
                        .artwork(
                            Artwork(
                                key: key,
                                initials: Text(
                                    channel.initials, size: 84, weight: .bold, alignment: .center, minimumScale: 0.4),
                                ground: ground, cornerRadius: Theme.cardRadius, shape: .poster))
                    ).sized(width: .fill, height: .fill)
                ]
            } else {
                layers = [
                    Node.row([Theme.logo(channel, side: 132)], alignment: .center)
                        .sized(width: .fill, height: .fill).boxed(Theme.raisedGround, cornerRadius: Theme.cardRadius)
                ]
            }
        }
        return .stack(layers)
    }
}
