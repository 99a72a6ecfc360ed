/// The place of a cue, in the terms of WebVTT's cue settings; the other formats' regions, rows and
/// windows are converted to them.
package struct TextPlacement: Sendable, Hashable {
    package enum Line: Sendable, Hashable {
        /// The line is chosen: at the bottom, above cues that are there already.
        case automatic
        /// A row of text: from the top, 0 first; negative from the bottom, −1 last.
        case row(Int)
        /// A part of the picture's height, 0 (top) … 1, where the cue's `LineAnchor` is.
        case fraction(Double, LineAnchor)
    }

    /// The part of a cue that lies on its line.
    package enum LineAnchor: Sendable, Hashable { case start, center, end }

    package enum Alignment: Sendable, Hashable {
        /// `start` and `end` follow the direction of the writing.
        case start, center, end, left, right
    }

    /// The part of the cue's box that lies at `position`.
    package enum PositionAnchor: Sendable, Hashable {
        /// The part that the alignment implies.
        case automatic
        case left, center, right
    }

    /// The direction of the writing; vertical writing is drawn horizontally.
    package enum Direction: Sendable, Hashable { case horizontal, verticalRightToLeft, verticalLeftToRight }

    package var line: Line = .automatic
    /// The place in parts of the picture's width, 0 (left) … 1; nil where the alignment decides.
    package var position: Double?
    package var positionAnchor: PositionAnchor = .automatic
    /// The part of the picture's width that the cue's box may take, 0…1.
    package var size = 1.0
    package var alignment: Alignment = .center
    package var direction: Direction = .horizontal

    package init() {}
}
