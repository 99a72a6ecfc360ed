import Layout

/// A shade from one edge of the screen over the picture, on which words can be read without a box around them.
///
/// Where words lie it covers enough for them over a white picture; from there it fades out in steps that show no edge.
enum Scrim {
    enum Edge: Hashable { case top, bottom, left }

    /// The shade's least opacity where words lie: secondary words stand out 5.6 to 1 from a white picture.
    static let cover = 0.84
    /// How far it fades out, in points, beyond the words.
    private static let fade = 280.0

    /// The shade as a part of a screen.
    /// - Parameter depth: how far from the edge words reach, in points
    static func part(_ edge: Edge, depth: Double) -> ScreenPart {
        let length = depth + fade
        let frame =
            switch edge {
            case .top: Rectangle(x: 0, y: 0, width: Theme.screen.width, height: length)
            case .bottom:
                Rectangle(x: 0, y: Theme.screen.height - length, width: Theme.screen.width, height: length)
            case .left: Rectangle(x: 0, y: 0, width: length, height: Theme.screen.height)
            }
        return ScreenPart(name: .ground, nodes: [node(edge, depth / length)], frame: frame)
    }

    /// A shade over the whole screen, for what leaves no room for the picture.
    static func whole(_ opacity: Double) -> ScreenPart {
        let opacity = Look.current.contrast == .high ? 1 : opacity
        return ScreenPart(
            name: .ground,
            nodes: [
                Node(.empty).sized(width: .fill, height: .fill).boxed(Theme.shade.withAlpha(opacity))
            ], frame: Rectangle(Theme.screen))
    }

    /// - Parameter part: the part of its length, from the edge, that lies under words
    private static func node(_ edge: Edge, _ part: Double) -> Node {
        let isFull = Look.current.contrast == .high
        // From the edge inwards; the fall is that of a smooth curve, in few stops.
        var stops = [(0.0, isFull ? 1 : 0.94), (part, isFull ? 1 : cover)]
        for (place, opacity) in [(0.25, 0.62), (0.5, 0.34), (0.75, 0.11), (1.0, 0.0)] {
            stops.append((part + (1 - part) * place, opacity))
        }
        let gradient =
            switch edge {
            case .top: Gradient(.down, stops.map { Gradient.Stop($0.0, Theme.shade.withAlpha($0.1)) })
            case .left: Gradient(.across, stops.map { Gradient.Stop($0.0, Theme.shade.withAlpha($0.1)) })
            case .bottom:
                Gradient(.down, stops.reversed().map { Gradient.Stop(1 - $0.0, Theme.shade.withAlpha($0.1)) })
            }
        return Node(.empty).sized(width: .fill, height: .fill).filled(.gradient(gradient))
    }
}
