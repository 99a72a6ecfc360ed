import MediaCore

/// What is to be seen of subtitles from a moment on, in place of what was; nothing, where it is empty.
package struct SubtitlePage: Sendable {
    /// From the time of the packet on.
    package var delay: Duration
    /// How long it is seen, unless another page comes before; nil: until that.
    package var length: Duration?
    package var pictures: [SubtitlePicture]
    /// Events in the format of ASS without times, as Matroska has them, and the head of that format.
    package var events: [String]
    package var head: [UInt8]

    package init(
        delay: Duration = .zero, length: Duration? = nil, pictures: [SubtitlePicture] = [], events: [String] = [],
        head: [UInt8] = []
    ) {
        self.delay = delay
        self.length = length
        self.pictures = pictures
        self.events = events
        self.head = head
    }
}
