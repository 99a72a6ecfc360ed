/// One thing to draw and its place, in points of the picture it is in; a list of them goes from
/// back to front.
package struct Placement: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case fill(Fill, cornerRadius: Double)
        /// A shadow of the frame, which lies around it.
        case shadow(Shadow, cornerRadius: Double)
        /// A border drawn inside the frame.
        case border(Color, width: Double, cornerRadius: Double)
        /// A text; its size is the one it was shrunk to.
        case text(Text)
        case artwork(Artwork)
        case icon(Icon, Color)
        case progress(Double, fill: Color, track: Color)
        case bar(Bar)
        case ring(start: Double, part: Double, fill: Color, track: Color, width: Double)
        case spinner(turn: Double, Color)
    }

    package var frame: Rectangle
    package var element: Element
    /// The opacity, 0 … 1, multiplied by those of the boxes around it.
    package var opacity: Double
}

extension Placement {
    /// The placement with left and right changed over within a stretch. Bars, rings and signs look as before: only their
    /// places change.
    func mirrored(within width: Double, from x: Double = 0) -> Placement {
        var result = self
        result.frame.x = x + width - (frame.maxX - x)
        switch element {
        case .text(var text):
            text.alignment = text.alignment.mirrored
            result.element = .text(text)
        case .fill(.gradient(let gradient), let radius):
            result.element = .fill(.gradient(gradient.mirrored), cornerRadius: radius)
        default: break
        }
        return result
    }
}

extension Alignment.Edge {
    fileprivate var mirrored: Self {
        switch self {
        case .start: .end
        case .center: .center
        case .end: .start
        }
    }
}
