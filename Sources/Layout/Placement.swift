/// One thing to draw and its place, in points of the picture it is in; a list of them goes from
/// back to front.
package struct Placement: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case fill(Color, cornerRadius: Double)
        /// A border drawn inside the frame.
        case border(Color, width: Double, cornerRadius: Double)
        /// A text; its size is the one it was shrunk to.
        case text(Text)
        case artwork(Artwork)
        case icon(Icon, Color)
        case progress(Double, fill: Color, track: Color)
        case spinner(turn: Double, Color)
    }

    package var frame: Rectangle
    package var element: Element
    /// The opacity, 0 … 1, multiplied by those of the boxes around it.
    package var opacity: Double
}
