/// A bar along which things lie: what is played, buffered, marked. It runs from left to right in every language, as a
/// tape does.
package struct Bar: Hashable, Sendable {
    /// A stretch of the bar in one colour.
    package struct Span: Hashable, Sendable {
        /// The place where it begins, 0 … 1; so is `end`.
        package var start: Double
        package var end: Double
        package var color: Color

        package init(_ start: Double, _ end: Double, _ color: Color) {
            self.start = min(1, max(0, start.isFinite ? start : 0))
            self.end = min(1, max(self.start, end.isFinite ? end : 0))
            self.color = color
        }
    }

    /// A short line across the bar.
    package struct Mark: Hashable, Sendable {
        /// 0 … 1.
        package var place: Double
        package var color: Color

        package init(_ place: Double, _ color: Color) {
            self.place = min(1, max(0, place.isFinite ? place : 0))
            self.color = color
        }
    }

    package var track: Color
    /// The stretches, the later ones over the earlier.
    package var spans: [Span]
    package var marks: [Mark]
    /// The thumb that shows the place, higher than the bar; nil: there is none.
    package var thumb: Mark?
    /// The thickness of the bar in points; marks and thumb use the whole height of the node.
    package var thickness: Double

    package init(track: Color, spans: [Span], marks: [Mark] = [], thumb: Mark? = nil, thickness: Double) {
        self.track = track
        self.spans = spans
        self.marks = marks
        self.thumb = thumb
        self.thickness = thickness
    }
}
