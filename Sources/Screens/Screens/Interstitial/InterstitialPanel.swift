import Layout

/// The panel in the lower third while channels are flipped: where the flip leads, what is on there,
/// and how far it is.
struct InterstitialPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 228, width: Theme.safe.width, height: 228)
    /// The frame of the wheel at the right end; the panel keeps it free.
    static let wheelFrame = Rectangle(
        x: frame.maxX - Theme.panelPadding.right - Wheel.side, y: frame.y + (frame.height - Wheel.side) / 2,
        width: Wheel.side, height: Wheel.side)

    let state: InterstitialState
    /// Whether the flip is under way; otherwise the channel plays, and the panel only lingers.
    let isUnderWay: Bool
    let isSlow: Bool
    let secondsLeft: Int?

    var hasWheel: Bool {
        guard isUnderWay else { return false }
        switch state.phase {
        case .searching: return true
        case .failed: return secondsLeft == nil
        case .typing, .unknownNumber, .previewing: return false
        }
    }

    var node: Node {
        Theme.panel(
            .row([lead, words.sized(width: .fill)] + (isUnderWay ? [neighbours, end] : []), spacing: 32)
                .padded(Theme.panelPadding))
    }

    /// The logo, or the digits being typed.
    private var lead: Node {
        switch state.phase {
        case .typing(let digits): number(digits + "–", color: Theme.accent)
        case .unknownNumber(let digits): number(digits, color: Theme.secondary)
        case .searching, .failed, .previewing:
            if let channel = state.to {
                Theme.logo(channel, side: 168)
            } else {
                Theme.icon(.antenna, 110, Theme.secondary).sized(168)
            }
        }
    }

    private func number(_ digits: String, color: Color) -> Node {
        Node.text(
            Text(digits, size: 84, weight: .bold, color: color, alignment: .center, minimumScale: 0.3)
        )
        .sized(width: .fixed(236), height: .fixed(168)).aligned(.center)
        .padded(Insets(horizontal: 16, vertical: 0)).boxed(Theme.raised, cornerRadius: 22)
    }

    private var words: Node {
        var lines: [Node] = []
        if case .unknownNumber(let digits) = state.phase {
            lines.append(Theme.title(Strings.noChannel(digits)))
        } else if let channel = state.to {
            lines.append(Theme.heading(channel))
        }
        if let programme = state.programme, state.phase.showsProgramme {
            lines.append(programmeLine(programme))
        }
        if let status { lines.append(status) }
        return .column(lines, spacing: 8, alignment: .leading).sized(height: .fill)
    }

    private func programmeLine(_ programme: ProgrammeLabel) -> Node {
        var parts = [Theme.body(programme.title)]
        if let times = programme.times { parts.insert(Theme.note(times), at: 0) }
        return .row(parts, spacing: 18)
    }

    private func nextLine(_ programme: ProgrammeLabel) -> Node {
        let words = [Strings.next, programme.times, programme.title].compactMap(\.self)
        return .row(words.map { Theme.note($0) }, spacing: 18)
    }

    private var status: Node? {
        switch state.phase {
        case .searching:
            if isSlow { return Theme.note(Strings.waiting) }
            if let next = state.next { return nextLine(next) }
            if isUnderWay, let from = state.from, from.id != state.to?.id {
                return Theme.note(Strings.from(from))
            }
            return state.to?.group.map { Theme.note($0) }
        case .previewing:
            return Theme.note(Strings.pressOK)
        case .typing:
            return Theme.note(state.to == nil ? Strings.keepTyping : Strings.pressOK)
        case .unknownNumber:
            return state.from.map { Theme.note($0.heading) }
        case .failed(let reason, _):
            return .column(
                [
                    Theme.note(Strings.reason(reason), color: Theme.accent),
                    Theme.note(secondsLeft.map(Strings.tryingAgain) ?? Strings.tryingNow),
                ], spacing: 6)
        }
    }

    /// The channels to which the next press would lead.
    private var neighbours: Node {
        let rows = [(Icon.up, state.above), (Icon.down, state.below)].compactMap { icon, channel in
            channel.map { Self.neighbour(icon, $0) }
        }
        return .column(rows, spacing: 22, alignment: .leading)
            .sized(width: .fixed(rows.isEmpty ? 0 : 390), height: .fill)
    }

    private static func neighbour(_ icon: Icon, _ channel: ChannelLabel) -> Node {
        var parts = [Theme.icon(icon, 30, Theme.accent)]
        if !channel.number.isEmpty {
            parts.append(
                .text(Text(channel.number, size: 28, weight: .bold, color: Theme.primary, minimumScale: 0.6)))
        }
        parts.append(Theme.note(channel.displayName))
        return .row(parts, spacing: 14)
    }

    /// The right end of the panel, with room for the wheel.
    private var end: Node {
        guard case .failed = state.phase, !hasWheel else { return Node(.empty).sized(Wheel.side) }
        return Theme.icon(.warning, Wheel.side, Theme.accent)
    }
}

extension InterstitialState.Phase {
    fileprivate var showsProgramme: Bool {
        switch self {
        case .searching, .typing, .previewing: true
        case .failed, .unknownNumber: false
        }
    }
}
