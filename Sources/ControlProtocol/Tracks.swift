/// The sound and text tracks of what plays, as a viewer chooses between them.
package struct TrackList: Codable, Sendable, Equatable {
    package var audio: [TrackInfo]
    /// The subtitles and captions; none selected: off.
    package var subtitles: [TrackInfo]

    package init(audio: [TrackInfo], subtitles: [TrackInfo]) {
        self.audio = audio
        self.subtitles = subtitles
    }
}

package struct TrackInfo: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable { case audio, subtitles, captions }

    /// The number within its list, from 1.
    package var number: Int
    /// The name as the screen shows it.
    package var name: String
    /// The language as the stream states it, BCP 47.
    package var language: String?
    package var kind: Kind
    /// CHARACTERISTICS of the playlist: `public.accessibility.describes-video` …
    package var characteristics: [String]
    package var selected: Bool

    package init(
        number: Int, name: String, language: String? = nil, kind: Kind, characteristics: [String] = [], selected: Bool
    ) {
        self.number = number
        self.name = name
        self.language = language
        self.kind = kind
        self.characteristics = characteristics
        self.selected = selected
    }
}

/// A request to choose a track, `{"track": "2"}`: a number, a name, a language, `next`, or, for
/// subtitles, `off`.
package struct TrackRequest: Codable, Sendable, Equatable {
    package var track: String

    package init(track: String) {
        self.track = track
    }
}

/// The track that a person names.
package enum TrackTarget: Sendable, Equatable {
    case next, off
    case number(Int)
    case name(String)

    /// Parses a person's text; nil for an empty name.
    package init?(_ text: String) {
        switch text {
        case "": return nil
        case "next": self = .next
        case "off": self = .off
        default: self = Int(text).map { .number($0) } ?? .name(text)
        }
    }
}
