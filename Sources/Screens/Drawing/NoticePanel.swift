import Layout

/// Plain words at the foot of a dim screen: a channel that fails, or no channels at all.
enum NoticePanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 308, width: Theme.safe.width, height: 308)
    private static let logoSide = 112.0
    /// The frame of the ring around the logo, while something is tried.
    static let wheelFrame = Rectangle(
        x: frame.x, y: frame.y, width: logoSide + 2 * ringGap, height: logoSide + 2 * ringGap)
    private static let ringGap = 12.0
    static var ground: ScreenPart { Scrim.part(.bottom, depth: Theme.screen.height - frame.y + 24) }

    /// The words of a failure: what happened, the one thing that helps, and what happens by itself.
    /// - Parameter secondsLeft: nil while it is tried.
    static func node(for state: FailureState, secondsLeft: Int?) -> Node {
        let words = Strings.failure(state.reason, of: state.channel)
        var choices = [choice(Strings.ok, Strings.tryNow, isFocused: true)]
        if state.canGoBack {
            choices.append(choice(Strings.back, state.back.map(Strings.backTo) ?? Strings.previousChannel))
        }
        choices.append(choice(Strings.channelKeys, Strings.otherChannel))
        let status = secondsLeft.map(Strings.tryingAgain) ?? Strings.tryingNow
        choices.append(Theme.time(status, size: 28).padded(Insets(left: 14)))
        return node(
            sign: Theme.logo(state.channel, side: logoSide), title: words.title, text: words.help, choices: choices)
    }

    static func node(for notice: LineupNotice) -> Node {
        switch notice {
        case .loading: node(sign: icon(.antenna), title: Strings.loadingChannels, text: "", choices: [])
        case .empty:
            node(sign: icon(.antenna), title: Strings.noChannels, text: Strings.howToAddChannels, choices: [])
        case .unreadable(let reason):
            node(sign: icon(.warning), title: Strings.channelsUnreadable, text: reason, choices: [])
        }
    }

    private static func icon(_ icon: Icon) -> Node { Theme.icon(icon, logoSide, Theme.accent) }

    private static func node(sign: Node, title: String, text: String, choices: [Node]) -> Node {
        var lines = [Theme.title(title)]
        if !text.isEmpty { lines.append(Theme.body(text, color: Theme.secondary, lines: 2)) }
        let head = Node.row(
            [
                sign.padded(Insets(ringGap)),
                Node.column(lines, spacing: 8, alignment: .leading).sized(width: .fill),
            ], spacing: 24)
        return Node.column(
            [head.sized(width: .fill, height: .fixed(188)), Node.row(choices, spacing: 20).sized(height: .fixed(72))],
            spacing: 28, alignment: .topLeading
        ).sized(width: .fill, height: .fill)
    }

    /// A key and its meaning, as something that can be chosen.
    private static func choice(_ key: String, _ meaning: String, isFocused: Bool = false) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        let sign = Node.row([.text(Text(key, size: 24, weight: .bold, color: color))], alignment: .center)
            .padded(Insets(horizontal: 12, vertical: 0)).sized(height: .fixed(40))
            .boxed(
                nil, cornerRadius: 10, border: .init(color: isFocused ? Theme.onLightSecondary : Theme.line, width: 2))
        let words = Node.text(
            Text(meaning, size: 28, weight: isFocused ? .bold : .semibold, color: color, minimumScale: 0.8))
        return Node.row([sign, words], spacing: 16, alignment: .center)
            .padded(Insets(horizontal: 28, vertical: 0)).sized(height: .fixed(72))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 36)
    }
}
