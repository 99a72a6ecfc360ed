import Layout
import MediaCore

/// The look of the interface: sizes in points of a 1080-line screen, for eyes three metres away.
enum Theme {
    static let screen = Size(width: 1920, height: 1080)
    /// The safe area, with five per cent left free on each side: some TVs still cut the edges.
    static let safe = Rectangle(screen).inset(by: Insets(horizontal: 96, vertical: 54))

    static let accent = Color(0xffb357)
    static let panel = Color(0x0f1218, alpha: 0.9)
    static let raised = Color(0xffffff, alpha: 0.1)
    static let line = Color(0xffffff, alpha: 0.14)
    static let primary = Color(0xffffff)
    static let secondary = Color(0xffffff, alpha: 0.74)
    static let onLight = Color(0x12151c)
    static let onLightSecondary = Color(0x12151c, alpha: 0.76)
    static let focused = Color(0xf6f7f9)

    static let panelRadius = 28.0
    static let panelPadding = Insets(horizontal: 32, vertical: 30)

    static func title(_ string: String, size: Double = 50, color: Color = primary) -> Node {
        .text(Text(string, size: size, weight: .bold, color: color, minimumScale: 0.72))
    }

    static func body(_ string: String, size: Double = 32, color: Color = primary, lines: Int = 1) -> Node {
        .text(Text(string, size: size, color: color, maximumLines: lines))
    }

    static func note(_ string: String, size: Double = 28, color: Color = secondary, lines: Int = 1) -> Node {
        .text(Text(string, size: size, color: color, maximumLines: lines))
    }

    static func icon(_ icon: Icon, _ side: Double, _ color: Color = primary) -> Node {
        Node(.icon(icon, color)).sized(side)
    }

    /// A node with all that must be loaded before text can be painted quickly.
    static let specimen: [Node] = {
        let ascii = String(String.UnicodeScalarView((0x20...0x7e).compactMap(Unicode.Scalar.init)))
        let latin = ascii + "…–·’ÄÖÜäöüßéèêàçñøå"
        let scripts = "العربية עברית Ελληνικά Кириллица 日本語 한국어 ไทย हिन्दी"
        let lines = [
            title(latin), title(scripts), body(latin), body(scripts), note(latin), note(scripts), note(latin, size: 26),
        ]
        return lines + [28, 32, 84].map { .text(Text("0123456789–", size: $0, weight: .bold)) }
    }()

    /// A box with the dark ground of every panel.
    static func panel(_ content: Node) -> Node {
        content.sized(width: .fill, height: .fill)
            .boxed(panel, cornerRadius: panelRadius, border: .init(color: line, width: 1.5))
    }

    /// A key of the remote and its present meaning.
    static func key(_ name: String, _ meaning: String) -> Node {
        keyCap(.text(Text(name, size: 24, weight: .bold)), meaning)
    }

    static func key(_ sign: Icon, _ meaning: String) -> Node {
        keyCap(icon(sign, 26), meaning)
    }

    private static func keyCap(_ sign: Node, _ meaning: String) -> Node {
        .row(
            [
                Node.row([sign], alignment: .center)
                    .padded(Insets(horizontal: 14, vertical: 0)).sized(height: .fixed(44))
                    .boxed(raised, cornerRadius: 10, border: .init(color: line, width: 1.5)),
                note(meaning, size: 26),
            ], spacing: 12)
    }

    static func logo(_ channel: ChannelLabel, side: Double) -> Node {
        Node(
            .artwork(
                Artwork(
                    key: channel.logo,
                    initials: Text(
                        channel.initials, size: max(24, side * 0.36), weight: .bold, alignment: .center,
                        minimumScale: 0.4),
                    ground: ground(of: channel), cornerRadius: side * 0.14))
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
}
