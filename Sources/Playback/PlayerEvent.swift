import Devices
import HLS
import MediaCore

/// Names one presentation given to the player; made by the caller, never used twice.
package struct ItemID: Hashable, Sendable, CustomStringConvertible {
    package var value: UInt64

    package init(_ value: UInt64) {
        self.value = value
    }

    package var description: String { "item \(value)" }
}

/// What to play: a playlist, or media itself; its first bytes tell.
package struct MediaSource: Sendable, Hashable {
    package var url: String
    /// For playlists; media itself has no choices. The headers go with every request of either.
    package var options: SessionOptions

    package init(url: String, options: SessionOptions = SessionOptions()) {
        self.url = url
        self.options = options
    }

    func makeSession() -> any PresentationSession {
        HLSSession(url: url, options: options)
    }
}

/// Something that happened to an item, and when.
package struct PlayerEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The playlist that names segments is here.
        case playlistLoaded
        /// Of media.
        case firstByte
        case firstFrameDecoded
        /// There is something to show or, without pictures, to play. It may be revealed. Once; again when that was let
        /// go by lowering its readiness.
        case ready
        /// The first frame has been scanned out, by the display's own feedback.
        case firstFrameShown
        /// And the first that differs from it: the picture moves.
        case motionShown
        /// When the loudspeaker gives the first sample, by the sink's own timestamps: may lie a
        /// little ahead.
        case firstSound
        case stalled
        case resumed
        /// Something could not be had and is tried again.
        case trouble(PlaybackFailure)
        /// Nothing more comes; what is buffered may still play.
        case failed(PlaybackFailure)
        /// Played to its end.
        case ended
        /// It goes on from the place that was asked for.
        case renewed
        /// It can't be played there, and goes on where it is.
        case renewalFailed(PlaybackFailure)
        case info(PlaybackInfo)
        /// Bits a second that the network gave lately; after each segment.
        case throughput(Double)
    }

    package var item: ItemID
    package var kind: Kind
    package var time: HostTime

    package init(item: ItemID, kind: Kind, time: HostTime) {
        self.item = item
        self.kind = kind
        self.time = time
    }
}

/// What a presentation has and the box can't decode, where nothing of its kind plays: names of codecs, for people.
package struct Unplayable: Sendable, Hashable {
    package var sound: String?
    package var picture: String?

    package init(sound: String? = nil, picture: String? = nil) {
        self.sound = sound
        self.picture = picture
    }
}

/// What is being played; comes anew when it changes.
package struct PlaybackInfo: Sendable, Hashable {
    /// Of the pictures; zero without video.
    package var size: PixelSize = .zero
    /// Nil when unknown.
    package var framesPerSecond: Double?
    package var videoCodec: VideoCodec?
    package var audioCodec: AudioCodec?
    /// How pictures are decoded, for people.
    package var videoDecoder: String?
    /// Bits a second, as the variant says.
    package var bandwidth: UInt64?
    /// Of the variant that plays: for the next visit. May hold secrets, not for logs.
    package var playlist: String?
    /// Index and number of variants.
    package var variant: Int = 0
    package var variantCount: Int = 1
    package var isLive = true
    /// How far behind the live edge the session aims to play.
    package var targetLatency: Duration?
    /// Sound and text on offer, and what is chosen.
    package var tracks = TrackMenu()
    package var unplayable = Unplayable()

    package init() {}
}
