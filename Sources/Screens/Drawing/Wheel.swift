import Layout

/// The turning ring, as sprites: it turns without anything being painted.
enum Wheel {
    static let side = 56.0
    static let framePeriod = Duration.milliseconds(50)
    private static let turns = 20

    static let frames = ring(width: 6)
    /// The ring around a logo, which it tells to be on its way.
    static let around = ring(width: 5)
    /// The ring on a dark ground, for the middle of a bright picture.
    static let tiles = frames.map { frame in
        Node.stack([frame.sized(72)], alignment: .center)
            .sized(width: .fill, height: .fill)
            .boxed(Theme.ground.withAlpha(0.88), cornerRadius: Theme.panelRadius)
    }
    static let stallFrame = Rectangle(Theme.screen).aligning(Size(width: 136, height: 136), .center)

    private static func ring(width: Double) -> [Node] {
        (0..<turns).map { turn in
            Node(
                .ring(
                    start: Double(turn) / Double(turns), part: 0.22, fill: Theme.accent,
                    track: Color(0xffffff, alpha: 0.16), width: width)
            ).sized(width: .fill, height: .fill)
        }
    }
}
