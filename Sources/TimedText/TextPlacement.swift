/// Where a cue wants to stand, in the terms of WebVTT's cue settings; the other formats' regions, rows
/// and windows are said in the same terms.
package struct TextPlacement: Sendable, Hashable {
    package enum Line: Sendable, Hashable {
        /// At the bottom, above cues that are there already.
        case automatic
        /// A row of text: from the top, 0 first; negative from the bottom, −1 last.
        case row(Int)
        /// Of the picture's height, 0 (top) … 1, where the cue's `LineAnchor` is.
        case fraction(Double, LineAnchor)
    }

    /// Which part of a cue lies on its line.
    package enum LineAnchor: Sendable, Hashable { case start, center, end }

    package enum Alignment: Sendable, Hashable {
        /// `start` and `end` follow the direction of the writing.
        case start, center, end, left, right
    }

    /// Which part of the cue's box lies at `position`.
    package enum PositionAnchor: Sendable, Hashable {
        /// As the alignment asks for.
        case automatic
        case left, center, right
    }

    /// Vertical writing; drawn horizontally.
    package enum Direction: Sendable, Hashable { case horizontal, verticalRightToLeft, verticalLeftToRight }

    package var line: Line = .automatic
    /// Of the picture's width, 0 (left) … 1; nil where the alignment says.
    package var position: Double?
    package var positionAnchor: PositionAnchor = .automatic
    /// Of the picture's width that the cue's box may take, 0…1.
    package var size = 1.0
    package var alignment: Alignment = .center
    package var direction: Direction = .horizontal

    package init() {}

    /// Stands in the upper half of the picture.
    package var isAtTop: Bool {
        switch line {
        case .automatic: false
        case .row(let row): row >= 0 && row < 7
        case .fraction(let fraction, _): fraction < 0.5
        }
    }
}
