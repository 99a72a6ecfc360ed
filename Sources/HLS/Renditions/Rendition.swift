/// A rendition: one EXT-X-MEDIA tag (§4.4.6.1).
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
    /// The playlist's absolute URL; nil when the rendition is inside the variant's own playlist.
    package var url: String?
    /// The language as a BCP 47 tag.
    package var language: String?
    package var associatedLanguage: String?
    package var stableID: String?
    package var isDefault = false
    package var isAutoselect = false
    package var isForced = false
    /// INSTREAM-ID: CC1–CC4 or SERVICE1–63 for closed captions, any text for other kinds.
    package var instreamID: String?
    package var bitDepth: UInt64?
    package var sampleRate: UInt64?
    /// CHARACTERISTICS: UTIs such as `public.accessibility.describes-video`.
    package var characteristics: [String] = []
    /// The whole CHANNELS attribute: "count/coding/usage".
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
