import Layout

/// The turning wheel, as sprites: it turns without anything being painted.
enum Wheel {
    static let side = 56.0
    static let framePeriod = Duration.milliseconds(80)
    private static let turns = 12

    static let frames = (0..<turns).map { frame(turn: Double($0) / Double(turns)) }
    /// The wheel's frames on a dark ground, for the middle of a bright picture.
    static let tiles = frames.map { frame in
        Node.stack([frame.sized(72)], alignment: .center)
            .sized(width: .fill, height: .fill)
            .boxed(Theme.panel, cornerRadius: Theme.panelRadius)
    }
    static let stallFrame = Rectangle(Theme.screen).aligning(Size(width: 136, height: 136), .center)

    private static func frame(turn: Double) -> Node {
        Node(.spinner(turn: turn, Theme.primary)).sized(width: .fill, height: .fill)
    }
}
