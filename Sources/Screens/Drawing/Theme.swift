import Layout
import MediaCore

/// The look of the interface: type, colour, spacing, elevation and movement, in points of a 1080-line screen, for eyes
/// three metres away. docs/interface.md says why they are what they are.
enum Theme {
    static let screen = Size(width: 1920, height: 1080)
    /// The safe area, with five per cent left free on each side: some TVs still cut the edges.
    static let safe = Rectangle(screen).inset(by: Insets(horizontal: 96, vertical: 54))

    // MARK: Colour

    /// Amber: numbers, progress and *now*, nothing else.
    static let accent = Color(0xffb357)
    static let live = Color(0xe5484d)
    /// The red of words: that of the badge is too dark for thin strokes.
    static let liveWords = Color(0xff8a80)
    static let ground = Color(0x0e1116)
    static let raisedGround = Color(0x222833)
    static let chip = Color(0x2e3643)
    /// What darkens the picture under words.
    static let shade = Color(0x080a0e)

    static var panel: Color { isHighContrast ? ground : ground.withAlpha(0.92) }
    static var raised: Color { isHighContrast ? raisedGround : Color(0xffffff, alpha: 0.1) }
    static var line: Color { Color(0xffffff, alpha: isHighContrast ? 0.6 : 0.14) }
    static var track: Color { Color(0xffffff, alpha: isHighContrast ? 0.4 : 0.22) }
    static let primary = Color(0xf2f2f0)
    static var secondary: Color { isHighContrast ? primary : Color(0xb9bec6) }
    static let onLight = Color(0x0e1116)
    static let onLightSecondary = Color(0x0e1116, alpha: 0.76)
    static let focused = Color(0xf6f7f9)
    /// A picture that cameras read: dark on light, as they want it.
    static let codeGround = Color(0xffffff)
    static let onCode = Color(0x000000)

    private static var isHighContrast: Bool { Look.current.contrast == .high }

    // MARK: Spacing, elevation

    static let panelRadius = 28.0
    static let cardRadius = 16.0
    static let panelPadding = Insets(horizontal: 32, vertical: 30)

    /// The shadow of what lies above the rest.
    static let lifted = Shadow(color: Color(0x000000, alpha: 0.5), reach: 36, drop: 12)
    /// The warm light around artwork that has the focus.
    static let glow = Shadow(color: Color(0xffb357, alpha: 0.2), reach: 44)

    // MARK: Movement

    /// How long the light of the focus takes to its next place; a key that is held repeats faster than that, and takes
    /// it along at once.
    static let focusDuration = Duration.milliseconds(160)
    static let focusScale = 1.06
    /// How long the picture takes to its place in a screen, and back.
    static let insetDuration = Duration.milliseconds(300)

    // MARK: Type

    static func number(_ string: String, size: Double = 76, color: Color = accent) -> Node {
        var text = Text(string, size: size, weight: .bold, color: color, minimumScale: 0.4)
        text.hasTabularDigits = true
        return .text(text)
    }

    static func title(_ string: String, size: Double = 50, color: Color = primary) -> Node {
        .text(Text(string, size: size, weight: .semibold, color: color, minimumScale: 0.72))
    }

    static func body(_ string: String, size: Double = 32, color: Color = primary, lines: Int = 1) -> Node {
        .text(Text(string, size: size, weight: .medium, color: color, maximumLines: lines))
    }

    static func note(_ string: String, size: Double = 28, color: Color = secondary, lines: Int = 1) -> Node {
        .text(Text(string, size: size, weight: .medium, color: color, maximumLines: lines))
    }

    /// Times and counts, whose digits are all as wide.
    static func time(_ string: String, size: Double = 28, color: Color = secondary) -> Node {
        var text = Text(string, size: size, weight: .medium, color: color)
        text.hasTabularDigits = true
        return .text(text)
    }

    static func icon(_ icon: Icon, _ side: Double, _ color: Color = primary) -> Node {
        Node(.icon(icon, color)).sized(side)
    }

    /// What must be painted once before text can be painted quickly: Latin letters and digits in every size.
    static var specimen: [Node] {
        let ascii = String(String.UnicodeScalarView((0x20...0x7e).compactMap(Unicode.Scalar.init)))
        let latin = ascii + "…–·’ÄÖÜäöüßéèêàçñøå"
        return [title(latin), body(latin), note(latin), note(latin, size: 26)]
            + [28, 32, 84].map { .text(Text("0123456789–", size: $0, weight: .bold)) }
    }

    /// What must be painted once before text with these letters, of another writing system, can be painted quickly.
    static func specimen(of letters: String) -> [Node] { [title(letters), body(letters), note(letters)] }

    // MARK: Grounds

    /// A box with the dark ground of every panel.
    static func panel(_ content: Node) -> Node {
        content.sized(width: .fill, height: .fill)
            .boxed(panel, cornerRadius: panelRadius, border: .init(color: line, width: 1.5))
    }

    /// A small box for a fact: a group, a rating.
    static func chip(_ string: String, color: Color = primary, ground: Color = chip) -> Node {
        Node.row([.text(Text(string, size: 25, weight: .medium, color: color))], alignment: .center)
            .padded(Insets(horizontal: 14, vertical: 4)).boxed(ground, cornerRadius: 10)
    }

    /// The "live" badge, lit at the live edge.
    static func liveBadge(isLit: Bool) -> Node {
        Node.row(
            [.text(Text(Strings.live, size: 25, weight: .bold, color: isLit ? Color(0xffffff) : secondary))],
            alignment: .center
        ).padded(Insets(horizontal: 14, vertical: 4))
            .boxed(isLit ? Color(0xc9353b) : raised, cornerRadius: 10)
    }

    /// A choice in the shape of a pill, filled with light where it has the focus.
    static func pill(_ string: String, isFocused: Bool, icon sign: Icon? = nil) -> Node {
        let color = isFocused ? onLight : primary
        var parts = sign.map { [icon($0, 32, color)] } ?? []
        parts.append(
            .text(Text(string, size: 28, weight: isFocused ? .bold : .semibold, color: color, minimumScale: 0.7)))
        return Node.row(parts, spacing: 14, alignment: .center)
            .padded(Insets(horizontal: 32, vertical: 0)).sized(height: .fixed(72))
            .boxed(isFocused ? focused : raised, cornerRadius: 36)
    }

    // MARK: Keys

    /// A key of the remote and its present meaning.
    static func key(_ name: String, _ meaning: String) -> Node {
        keyCap(.text(Text(name, size: 24, weight: .bold, color: primary)), meaning)
    }

    static func key(_ sign: Icon, _ meaning: String) -> Node {
        keyCap(icon(sign, 26), meaning)
    }

    private static func keyCap(_ sign: Node, _ meaning: String) -> Node {
        .row([cap(sign), note(meaning, size: 26)], spacing: 12)
    }

    /// The picture of a key.
    static func cap(_ sign: Node) -> Node {
        Node.row([sign], alignment: .center)
            .padded(Insets(horizontal: 12, vertical: 0)).sized(height: .fixed(44))
            .boxed(raised, cornerRadius: 10, border: .init(color: line, width: 1.5))
    }

    // MARK: Channels

    static func logo(_ channel: ChannelLabel, side: Double) -> Node {
        Node(
            .artwork(
                Artwork(
                    key: channel.logo,
                    initials: Text(
                        channel.initials, size: max(24, side * 0.36), weight: .bold, alignment: .center,
                        minimumScale: 0.4),
                    ground: ground(of: channel), cornerRadius: min(cardRadius, side * 0.14)))
        ).sized(side)
    }

    /// Grounds of letters that stand for a logo; white stands out 4.5 to 1 from each.
    static let grounds = [
        Color(0x2a56a4), Color(0xa82a36), Color(0x7d3b2e), Color(0x11706f), Color(0x493292), Color(0x94561a),
        Color(0x226f3b), Color(0x8a2f6b), Color(0x46566e),
    ]

    /// The ground of a channel’s letters: the same for the same name, on every box and after every restart, since people
    /// find a channel by its colour.
    static func ground(of channel: ChannelLabel) -> Color {
        grounds[Int(StableHash.of(channel.name.utf8) % UInt64(grounds.count))]
    }

    /// The number and name of a channel on one line; the name gives way, the number only shrinks.
    static func heading(_ channel: ChannelLabel, size: Double = 50) -> Node {
        var parts: [Node] = []
        if !channel.number.isEmpty {
            parts.append(
                .text(
                    Text(channel.number, size: size, weight: .bold, color: accent, minimumScale: 0.5)))
        }
        parts.append(title(channel.displayName, size: size))
        return .row(parts, spacing: size * 0.4)
    }

    /// How far something is, as a thin line.
    static func progress(_ part: Double, thickness: Double = 8) -> Node {
        Node(.progress(part, fill: accent, track: track)).sized(width: .fill, height: .fixed(thickness))
    }
}

extension Color {
    func withAlpha(_ alpha: Double) -> Color {
        var color = self
        color.alpha = alpha
        return color
    }
}
