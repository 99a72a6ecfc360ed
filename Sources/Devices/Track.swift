import MediaCore

/// One elementary stream inside a container, with all that a decoder must know to open.
package struct Track: Sendable, Hashable {
    package enum Codec: Sendable, Hashable {
        case video(VideoCodec)
        case audio(AudioCodec)
        /// ID3 tags, each from its time on: what a station says of itself and its songs.
        case tags
        /// Subtitles as text.
        case text(TextCodec)
        /// Subtitles that a decoder turns into pictures or words.
        case subtitles(SubtitleCodec)
        /// Nothing Hearth plays; the name is for people.
        case unsupported(String, Medium)
    }

    /// What a viewer has of it.
    package enum Medium: Sendable, Hashable {
        case picture, sound, text
        /// Nothing.
        case data
    }

    /// Whom sound is for.
    package enum Role: Sendable, Hashable {
        case usual
        /// It also tells what is to be seen.
        case describesVideo
        /// Speech is easier to understand, for the hard of hearing.
        case clearSpeech
    }

    /// The track's id, unique within one demuxer.
    package var id: Int
    package var codec: Codec
    /// The id of the track by which its packets come, where several share them; nil: its own.
    package var carrier: Int?
    /// Out-of-band codec configuration (`avcC`, `hvcC`, `av1C`, AudioSpecificConfig, `dOps`); empty
    /// where the stream carries its own.
    package var configuration: [UInt8]
    /// The picture size; zero when only the stream itself knows.
    package var size: PixelSize
    /// The rate in frames a second; 0 when only the stream itself knows.
    package var sampleRate: Int
    /// The number of channels; 0 when only the stream itself knows.
    package var channels: Int
    /// ISO 639-2 or BCP 47; nil where the container does not say.
    package var language: String?
    package var role = Role.usual
    /// The title that the container gives the track; nil: none.
    package var name: String?
    /// Whether the container names it as the one to play, unless a viewer wants another.
    package var isDefault = false
    /// Whether the subtitles are only of signs and of foreign speech, for viewers who understand the sound.
    package var isForced = false
    /// Whether the subtitles also describe sounds, for viewers who do not hear them.
    package var isForTheDeaf = false

    package init(
        id: Int, codec: Codec, configuration: [UInt8] = [], size: PixelSize = .zero, sampleRate: Int = 0,
        channels: Int = 0
    ) {
        self.id = id
        self.codec = codec
        self.configuration = configuration
        self.size = size
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// Whether a decoder opened for `other` can go on with this track.
    package func continues(_ other: Track) -> Bool {
        codec == other.codec && configuration == other.configuration
    }
}
