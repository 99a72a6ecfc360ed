import Layout

/// The panel in the middle of the screen for plain words: a channel that fails, or no channels at
/// all.
enum NoticePanel {
    static let frame = Rectangle(Theme.screen).aligning(Size(width: 1200, height: 484), .center)
    /// The frame of a notice without keys.
    static let lineupFrame = Rectangle(Theme.screen).aligning(Size(width: 1200, height: 370), .center)
    /// The frame of the wheel, in place of the icon while something is tried.
    static let wheelFrame = Rectangle(
        x: frame.x + (frame.width - Wheel.side) / 2, y: frame.y + 52 + (80 - Wheel.side) / 2,
        width: Wheel.side, height: Wheel.side)

    /// The panel of a failure.
    /// - Parameter secondsLeft: nil while it is tried.
    static func node(for state: FailureState, secondsLeft: Int?) -> Node {
        var keys = [Theme.key(Strings.ok, Strings.tryNow)]
        if state.canGoBack { keys.append(Theme.key(Strings.back, Strings.previousChannel)) }
        keys.append(Theme.key(Strings.channelKeys, Strings.channels))
        return node(
            sign: secondsLeft == nil ? nil : .warning, title: Theme.heading(state.channel, size: 46),
            text: Strings.reason(state.reason),
            status: secondsLeft.map(Strings.tryingAgain) ?? Strings.tryingNow, keys: keys)
    }

    static func node(for notice: LineupNotice) -> Node {
        switch notice {
        case .loading:
            node(sign: .antenna, title: Theme.title(Strings.loadingChannels, size: 46), text: "", status: nil, keys: [])
        case .empty:
            node(
                sign: .antenna, title: Theme.title(Strings.noChannels, size: 46), text: Strings.howToAddChannels,
                status: nil, keys: [])
        case .unreadable(let reason):
            node(
                sign: .warning, title: Theme.title(Strings.channelsUnreadable, size: 46), text: reason, status: nil,
                keys: [])
        }
    }

    private static func node(sign: Icon?, title: Node, text: String, status: String?, keys: [Node]) -> Node {
        var lines = [
            (sign.map { Theme.icon($0, 80, Theme.accent) } ?? Node(.empty).sized(80)),
            title,
        ]
        if !text.isEmpty {
            lines.append(
                .text(Text(text, size: 32, color: Theme.secondary, maximumLines: 2, alignment: .center)))
        }
        if let status { lines.append(Theme.body(status, size: 30, color: Theme.accent)) }
        if !keys.isEmpty {
            lines.append(.row(keys, spacing: 44).padded(Insets(top: 10)))
        }
        return Theme.panel(
            .column(lines, spacing: 16, alignment: Alignment(.center, .start))
                .padded(Insets(top: 52, left: 56, bottom: 40, right: 56)))
    }
}
