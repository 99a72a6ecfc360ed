import Layout

/// The search as it is drawn: the field and the keys at the left, what was found at the right.
enum SearchPanel {
    private static let keySize = Size(width: 84, height: 76)
    private static let gap = 8.0
    private static let keyboardWidth = Double(SearchKeyboard.columns) * (keySize.width + gap) - gap
    private static let field = Rectangle(x: Theme.safe.x, y: Theme.safe.y, width: keyboardWidth, height: 88)
    private static let words = Rectangle(x: Theme.safe.x, y: field.maxY + 20, width: keyboardWidth, height: 60)
    private static let wordGap = 10.0
    private static let wordCount = 3
    private static let keyboard = Rectangle(
        x: Theme.safe.x, y: words.maxY + 20, width: keyboardWidth,
        height: Double(SearchKeyboard.rows.count) * (keySize.height + gap) - gap)
    private static let legend = Rectangle(
        x: Theme.safe.x, y: keyboard.maxY + 24, width: keyboardWidth, height: Theme.safe.maxY - keyboard.maxY - 24)
    private static let keyboardAndLegend = Rectangle(
        x: keyboard.x, y: keyboard.y, width: keyboard.width, height: legend.maxY - keyboard.y)
    /// Where what plays goes on.
    static let inset = GuidePanel.inset
    private static let list = Rectangle(
        x: field.maxX + 72, y: inset.maxY + 28, width: Theme.safe.maxX - field.maxX - 72,
        height: Theme.safe.maxY - inset.maxY - 28)
    private static let head = Rectangle(
        x: list.x, y: Theme.safe.y, width: inset.x - 40 - list.x, height: inset.height)
    private static let rowGap = 4.0
    private static var rowHeight: Double {
        (list.height + rowGap) / Double(SearchScreen.mostVisible) - rowGap
    }

    static func place(of place: SearchScreen.Place, in screen: SearchScreen) -> Rectangle {
        switch place {
        case .key(let key):
            let line = SearchKeyboard.rows[key.row]
            let width = (keyboard.width + gap) / Double(line.count) - gap
            return Rectangle(
                x: keyboard.x + Double(key.column) * (width + gap),
                y: keyboard.y + Double(key.row) * (keySize.height + gap), width: width, height: keySize.height)
        case .word(let index):
            let width = (words.width + wordGap) / Double(wordCount) - wordGap
            // The last one that is seen, where there are more.
            return Rectangle(
                x: words.x + Double(slot(of: index)) * (width + wordGap), y: words.y, width: width, height: words.height
            )
        case .result(let index):
            return Rectangle(
                x: list.x, y: list.y + Double(index - screen.firstVisible) * (rowHeight + rowGap), width: list.width,
                height: rowHeight)
        }
    }

    private static func slot(of word: Int) -> Int { word % wordCount }

    /// The words that are seen: a page of them.
    private static func page(_ screen: SearchScreen) -> Range<Int> {
        var first = 0
        if case .word(let index) = screen.place { first = index - slot(of: index) }
        return first..<max(first, min(screen.state.words.count, first + wordCount))
    }

    static func parts(of screen: SearchScreen, _ light: FocusLight) -> [ScreenPart] {
        let state = screen.state
        var parts = [Scrim.whole(0.92)]
        if screen.inset(Look.current.inset) != nil { parts.append(InsetPicture.ground(inset, state.playing)) }
        parts += [
            ScreenPart(name: .front, nodes: [field(screen)], frame: field),
            ScreenPart(name: .keys, nodes: [keys], frame: keyboardAndLegend),
            ScreenPart(name: .aside, nodes: [head(screen)], frame: head),
        ]
        if !state.words.isEmpty { parts.append(ScreenPart(name: .words, nodes: [words(screen)], frame: words)) }
        if !state.results.isEmpty { parts.append(.panel(list(screen), list)) }
        let place = place(of: screen.place, in: screen)
        let node: Node? =
            switch screen.place {
            case .key(let key): self.key(SearchKeyboard.key(at: key), isFocused: true)
            case .word(let index):
                state.words.indices.contains(index) ? word(state.words[index], isFocused: true) : nil
            case .result: screen.focused.map { row($0, isFocused: true) }
            }
        if let node { parts.append(.focus(node.sized(width: .fill, height: .fill), place, light.glide(to: place))) }
        return parts
    }

    private static func field(_ screen: SearchScreen) -> Node {
        let text = screen.field.text
        let words =
            text.isEmpty
            ? Theme.note(Strings.searchPrompt, size: 32)
            : Node.text(
                Text(text, size: 36, weight: .semibold, color: Theme.primary, alignment: .start, minimumScale: 0.6))
        return Node.row(
            [
                Theme.icon(.search, 40, Theme.secondary), words.sized(width: .fill),
            ], spacing: 20, alignment: .center
        ).padded(Insets(horizontal: 24, vertical: 0)).sized(width: .fill, height: .fill)
            .boxed(Theme.raised, cornerRadius: 44, border: .init(color: Theme.line, width: 1.5))
    }

    private static func words(_ screen: SearchScreen) -> Node {
        let width = (words.width + wordGap) / Double(wordCount) - wordGap
        return Node.row(
            page(screen).map { index in
                word(screen.state.words[index], isFocused: false).sized(width: .fixed(width))
            }, spacing: wordGap, alignment: .leading
        ).sized(width: .fill, height: .fill)
    }

    private static func word(_ word: String, isFocused: Bool) -> Node {
        let text = Text(
            word, size: 26, weight: .medium, color: isFocused ? Theme.onLight : Theme.accent, alignment: .center,
            minimumScale: 0.6)
        return Node.row([.text(text)], alignment: .center).padded(Insets(horizontal: 12, vertical: 0))
            .sized(width: .fill, height: .fill)
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 30)
    }

    private static var keys: Node {
        let lines = SearchKeyboard.rows.map { line -> Node in
            let width = (keyboard.width + gap) / Double(line.count) - gap
            return Node.row(
                line.map { key($0, isFocused: false).sized(width: .fixed(width)) }, spacing: gap, alignment: .leading
            ).sized(width: .fill, height: .fixed(keySize.height))
        }
        let keys = Node.column(
            [Theme.key(Strings.digits, Strings.asOnTelephone), Theme.key(Strings.back, Strings.close)], spacing: 12,
            alignment: .leading)
        return Node.column(
            lines + [
                Node(.empty).sized(height: .fixed(legend.y - keyboard.maxY - 2 * gap)),
                keys.sized(width: .fill, height: .fill),
            ], spacing: gap, alignment: .topLeading
        ).sized(width: .fill, height: .fill)
    }

    private static func key(_ key: SearchKeyboard.Key, isFocused: Bool) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        let sign: Node =
            switch key {
            case .letter(let letter): .text(Text(String(letter), size: 36, weight: .semibold, color: color))
            case .space: .text(Text(Strings.space, size: 26, weight: .medium, color: color, minimumScale: 0.5))
            case .erase: Theme.icon(.backspace, 38, color)
            case .clear: .text(Text(Strings.clearText, size: 26, weight: .medium, color: color, minimumScale: 0.5))
            }
        return Node.row([sign], alignment: .center).padded(Insets(horizontal: 6, vertical: 0))
            .sized(width: .fill, height: .fixed(keySize.height))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: Theme.cardRadius)
    }

    /// What the list is, and how many there are.
    private static func head(_ screen: SearchScreen) -> Node {
        let state = screen.state
        var lines = [Theme.title(Strings.search)]
        if state.text.isEmpty {
            lines.append(Theme.body(Strings.searchHelp, size: 28, color: Theme.secondary, lines: 3))
        } else if state.results.isEmpty {
            lines.append(Theme.note(state.isComplete ? Strings.nothingFound : Strings.searching, lines: 2))
        } else if case .result(let index) = screen.place {
            lines.append(Theme.time("\(index + 1) / \(state.results.count)"))
        } else {
            lines.append(Theme.time("\(state.results.count)"))
        }
        return Node.column(lines, spacing: 14, alignment: .topLeading).sized(width: .fill, height: .fill)
    }

    private static func list(_ screen: SearchScreen) -> Node {
        Node.column(
            screen.visible.map { row(screen.state.results[$0], isFocused: false).sized(height: .fixed(rowHeight)) },
            spacing: rowGap, alignment: .topLeading
        ).sized(width: .fill, height: .fill)
    }

    private static func row(_ result: SearchState.Result, isFocused: Bool) -> Node {
        let (primary, secondary) =
            isFocused ? (Theme.onLight, Theme.onLightSecondary) : (Theme.primary, Theme.secondary)
        var lines = [Node.text(Text(result.title, size: 28, weight: .semibold, color: primary))]
        if let note = result.note {
            lines.append(.text(Text(note, size: 24, weight: .medium, color: secondary)))
        }
        var parts: [Node] = [
            Theme.logo(result.channel, side: 48),
            Node.column(lines, spacing: 0, alignment: .leading).sized(width: .fill),
        ]
        if result.start != nil, result.isOn {
            parts.append(.text(Text(Strings.onNow, size: 24, weight: .semibold, color: secondary)))
        } else if result.start == nil, !result.channel.number.isEmpty {
            var number = Text(result.channel.number, size: 28, weight: .semibold, color: secondary, alignment: .end)
            number.hasTabularDigits = true
            parts.append(.text(number))
        }
        return Node.row(parts, spacing: 20, alignment: .center).padded(Insets(horizontal: 20, vertical: 2))
            .sized(width: .fill, height: .fill).boxed(isFocused ? Theme.focused : nil, cornerRadius: 12)
    }
}
