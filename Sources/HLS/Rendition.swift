/// One EXT-X-MEDIA (§4.4.6.1).
package struct Rendition: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    package var group: String
    package var name: String
    /// Absolute. Nil: the rendition is inside the variant's own playlist.
    package var url: String?
    /// BCP 47.
    package var language: String?
    package var associatedLanguage: String?
    package var stableID: String?
    package var isDefault = false
    package var isAutoselect = false
    package var isForced = false
    /// CC1–CC4, SERVICE1–63, or of other kinds any.
    package var instreamID: String?
    package var bitDepth: UInt64?
    package var sampleRate: UInt64?
    /// UTIs such as `public.accessibility.describes-video`.
    package var characteristics: [String] = []
    /// The whole attribute: "count/coding/usage".
    package var channels: String?

    package init(kind: Kind, group: String, name: String) {
        self.kind = kind
        self.group = group
        self.name = name
    }

    /// The first parameter of CHANNELS.
    package var channelCount: Int? {
        channelLayout?.count.map { Int(clamping: $0) }
    }
}
