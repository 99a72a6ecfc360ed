/// One thing to draw and where, in points of the picture it is in; a list of them goes from back to
/// front.
package struct Placement: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        case fill(Color, cornerRadius: Double)
        /// Drawn inside the frame.
        case border(Color, width: Double, cornerRadius: Double)
        /// The size is the one it was shrunk to.
        case text(Text)
        case artwork(Artwork)
        case icon(Icon, Color)
        case progress(Double, fill: Color, track: Color)
        case spinner(turn: Double, Color)
    }

    package var frame: Rectangle
    package var element: Element
    /// 0 … 1, with those of the boxes around it.
    package var opacity: Double
}
