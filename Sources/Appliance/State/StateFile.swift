import Guide
import HLS
import MediaCore
import Store

/// The members of the file in which a box's state moves.
struct StateFile: Codable {
    /// What is looked at before anything else: also a file of another version has it.
    struct Head: Decodable {
        var format: String
        var version: Int
        var names: [String]

        private struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Name.self)
            format = try values.decode(String.self, forKey: Name(stringValue: "format"))
            version = try values.decode(Int.self, forKey: Name(stringValue: "version"))
            names = values.allKeys.map(\.stringValue)
        }
    }

    struct Point: Codable {
        var id: String
        var name: String
        var positionMilliseconds: Int64
        var durationMilliseconds: Int64
        /// Seconds since 1970.
        var updated: Int64

        private enum CodingKeys: String, CodingKey {
            case id, name, updated
            case positionMilliseconds = "position_ms"
            case durationMilliseconds = "duration_ms"
        }

        init(_ point: ResumePoint) {
            id = point.identity
            name = point.name
            positionMilliseconds = point.position.nanoseconds / 1_000_000
            durationMilliseconds = point.duration.nanoseconds / 1_000_000
            updated = point.updated
        }

        /// Nil: it makes no sense.
        var point: ResumePoint? {
            guard (1_000...3_600_000_000).contains(durationMilliseconds),
                (0...durationMilliseconds).contains(positionMilliseconds)
            else { return nil }
            return ResumePoint(
                identity: id, position: .milliseconds(positionMilliseconds),
                duration: .milliseconds(durationMilliseconds), name: String(name.prefix(500)), updated: updated)
        }
    }

    /// The choices of sound and text on a channel.
    struct Choices: Codable {
        var audio: RenditionChoice?
        var subtitles: RenditionChoice?
        /// Whether it was chosen that there is no text.
        var subtitlesOff: Bool?

        private enum CodingKeys: String, CodingKey {
            case audio, subtitles
            case subtitlesOff = "subtitles_off"
        }

        init(_ choices: TrackChoices) {
            audio = choices.audio
            switch choices.text {
            case .off: subtitlesOff = true
            case .rendition(let choice): subtitles = choice
            case nil: break
            }
        }

        var choices: TrackChoices {
            TrackChoices(audio: audio, text: subtitlesOff == true ? .off : subtitles.map { .rendition($0) })
        }
    }

    struct Tracks: Codable {
        var channels: [String: Choices]?
        var last: Choices?
    }

    struct Settings: Codable {
        var volume: Int?
        var muted: Bool?
    }

    struct Numbers: Codable {
        var fromList: Bool
        var given: [String: Int]
        var renamed: [String: String]?

        private enum CodingKeys: String, CodingKey {
            case given, renamed
            case fromList = "from_list"
        }

        init(_ numbers: KeptNumbers) {
            (fromList, given, renamed) = (numbers.fromList, numbers.given, numbers.renamed)
        }

        var kept: KeptNumbers { KeptNumbers(fromList: fromList, given: given, renamed: renamed ?? [:]) }
    }

    var format: String
    var version: Int
    var favourites: [String]?
    var channelEdits: [String: ChannelEdit]?
    var resumePoints: [Point]?
    var tracks: Tracks?
    /// Modes by channel.
    var pictures: [String: String]?
    var settings: Settings?
    var numbers: Numbers?

    private enum CodingKeys: String, CodingKey {
        case format, version, favourites, tracks, pictures, settings, numbers
        case channelEdits = "channel_edits"
        case resumePoints = "resume_points"
    }
}
