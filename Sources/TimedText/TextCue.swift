import MediaCore

/// A text on the screen for a while, from whatever source.
package struct TextCue: Sendable, Hashable {
    /// The start, on the timeline of its source until it has been put onto the session's.
    package var start: MediaTime
    /// The end, after `start`.
    package var end: MediaTime
    /// The cue's identifier in its format; the same cue may come again in a later segment.
    package var id: String?
    /// The lines from top to bottom.
    package var lines: [TextLine]
    package var placement: TextPlacement
    /// What is seen in place of lines, where the source has pictures.
    package var picture: SubtitlePicture?

    package init(
        start: MediaTime, end: MediaTime, id: String? = nil, lines: [TextLine],
        placement: TextPlacement = TextPlacement(), picture: SubtitlePicture? = nil
    ) {
        self.start = start
        self.end = end
        self.id = id
        self.lines = lines
        self.placement = placement
        self.picture = picture
    }

    package func shifted(by offset: Duration) -> TextCue {
        var cue = self
        cue.start = start + offset
        cue.end = end == .endless ? .endless : end + offset
        return cue
    }

    /// The words alone, lines parted by line feeds.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Whether another cue reads and looks the same, whenever it is shown.
    package func looksLike(_ other: TextCue) -> Bool {
        lines == other.lines && placement == other.placement && picture == other.picture
    }
}

extension MediaTime {
    /// The end of a cue that stays until something else comes.
    package static let endless = MediaTime(nanoseconds: .max)
}
