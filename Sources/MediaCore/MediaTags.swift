/// What a file says of itself: one line each, of 200 letters at most, and the picture on a record's sleeve; nil: it does not
/// say.
package struct MediaTags: Sendable, Hashable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The bytes of a picture file, as others wrote them.
    package var cover: [UInt8]?
    /// So many bytes of one are taken.
    package static let longestCover = 4 << 20

    package init(title: String? = nil, artist: String? = nil, album: String? = nil, cover: [UInt8]? = nil) {
        (self.title, self.artist, self.album, self.cover) = (title, artist, album, cover)
    }

    /// A text as one line of 200 letters at most; nil: nothing is left of it.
    package static func line(_ text: String) -> String? {
        let kept = text.unicodeScalars.prefix(200).map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }
        let line = String(String.UnicodeScalarView(kept))
        return line.allSatisfy(\.isWhitespace) ? nil : line
    }

    /// The same, with what another has where this has nothing.
    package func filled(from other: MediaTags) -> MediaTags {
        MediaTags(
            title: title ?? other.title, artist: artist ?? other.artist, album: album ?? other.album,
            cover: cover ?? other.cover)
    }
}
