import Layout

/// The words at the foot of the screen while channels are flipped: where the flip leads, what is on there and how far
/// it is, and where the next press leads.
struct InterstitialPanel {
    static let frame = Rectangle(
        x: Theme.safe.x, y: Theme.safe.maxY - 212, width: Theme.safe.width, height: 212)
    /// How much room the ring around the logo needs on each side of it.
    private static let ringGap = 14.0
    private static let logoSide = 168.0
    /// The frame of the ring, around the logo.
    static let wheelFrame = Rectangle(
        x: frame.x, y: frame.y + (frame.height - logoSide) / 2 - ringGap, width: logoSide + 2 * ringGap,
        height: logoSide + 2 * ringGap)
    private static let progressWidth = 460.0

    let state: InterstitialState
    /// Whether the flip is under way; otherwise the channel plays, and the name only lingers.
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
        Node.row(
            [Node.row([lead]).padded(Insets(horizontal: Self.ringGap, vertical: 0)), words.sized(width: .fill)]
                + (isUnderWay ? [neighbours] : []), spacing: 26
        ).sized(width: .fill, height: .fill)
    }

    /// The logo, or the digits being typed.
    private var lead: Node {
        switch state.phase {
        case .typing(let digits): number(digits + "–", color: Theme.accent)
        case .unknownNumber(let digits): number(digits, color: Theme.secondary)
        case .searching, .failed, .previewing:
            if let channel = state.to {
                Theme.logo(channel, side: Self.logoSide)
            } else {
                Theme.icon(.antenna, 110, Theme.secondary).sized(Self.logoSide)
            }
        }
    }

    private func number(_ digits: String, color: Color) -> Node {
        var text = Text(digits, size: 108, weight: .bold, color: color, alignment: .center, minimumScale: 0.24)
        text.hasTabularDigits = true
        return Node.text(text).sized(width: .fixed(236), height: .fixed(Self.logoSide)).aligned(.center)
    }

    private var words: Node {
        var lines: [Node] = []
        if case .unknownNumber(let digits) = state.phase {
            lines.append(Theme.title(Strings.noChannel(digits)))
        } else if let channel = state.to {
            lines.append(heading(channel))
        }
        if state.phase.showsProgramme, let programme = state.programme {
            lines.append(Theme.body(programme.title, size: 38))
            if let status, state.phase != .searching || isSlow {
                lines.append(status)
            } else {
                lines.append(course(of: programme))
            }
        } else if let status {
            lines.append(status)
        }
        return .column(lines, spacing: 8, alignment: .leading).sized(height: .fill)
    }

    /// Number, name and group; the name gives way.
    private func heading(_ channel: ChannelLabel) -> Node {
        var parts: [Node] = []
        if !channel.number.isEmpty { parts.append(Theme.number(channel.number, size: 64)) }
        parts.append(Theme.title(channel.displayName))
        return .row(parts, spacing: 24)
    }

    /// When the programme began, how far it is, when it ends, and what follows.
    private func course(of programme: ProgrammeLabel) -> Node {
        var parts: [Node] = []
        if let times = programme.times { parts.append(Theme.time(times, size: 25)) }
        if let progress = programme.progress {
            parts.append(Theme.progress(progress).sized(width: .fixed(Self.progressWidth)))
        }
        if let next = state.next {
            parts.append(Theme.note(Strings.then([next.times, next.title].compactMap(\.self)), size: 25))
        } else if parts.isEmpty, let group = state.to?.group {
            parts.append(Theme.note(group))
        }
        return .row(parts, spacing: 22)
    }

    private var status: Node? {
        switch state.phase {
        case .searching:
            if isSlow { return Theme.note(Strings.waiting) }
            if let next = state.next { return Theme.note(Strings.then([next.times, next.title].compactMap(\.self))) }
            if isUnderWay, let from = state.from, from.id != state.to?.id {
                return Theme.note(Strings.from(from))
            }
            return state.to?.group.map { Theme.note($0) }
        case .previewing:
            return Theme.key(Strings.ok, Strings.watch)
        case .typing:
            return Theme.note(state.to == nil ? Strings.keepTyping : Strings.pressOK)
        case .unknownNumber:
            return state.from.map { Theme.note($0.heading) }
        case .failed(let reason, _):
            return .column(
                [
                    Theme.body(Strings.reason(reason)),
                    Theme.note(secondsLeft.map(Strings.tryingAgain) ?? Strings.tryingNow),
                ], spacing: 6)
        }
    }

    /// The channels to which the next press would lead.
    private var neighbours: Node {
        let rows = [(Icon.up, state.above), (Icon.down, state.below)].compactMap { icon, channel in
            channel.map { Self.neighbour(icon, $0) }
        }
        return .column(rows, spacing: 18, alignment: .trailing)
            .sized(width: .fixed(rows.isEmpty ? 0 : 420), height: .fill)
    }

    private static func neighbour(_ icon: Icon, _ channel: ChannelLabel) -> Node {
        var parts: [Node] = []
        if !channel.number.isEmpty { parts.append(Theme.note(channel.number)) }
        parts.append(Theme.body(channel.displayName, size: 28))
        let name = Node.row(parts, spacing: 14, alignment: .trailing).sized(width: .fill)
        return .row([name, Theme.cap(Theme.icon(icon, 26))], spacing: 16)
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
