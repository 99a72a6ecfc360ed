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

/// What to play: the address of a playlist, or of media itself; its first bytes tell which.
package struct MediaSource: Sendable, Hashable {
    package var url: String
    /// The settings for a playlist; media itself has no choices. The headers go with every request of either.
    package var options: SessionOptions
    /// What is played in its place at times, beside what a playlist announces itself: times count from its beginning.
    package var interstitials: [PlacedInterstitial]

    package init(
        url: String, options: SessionOptions = SessionOptions(), interstitials: [PlacedInterstitial] = []
    ) {
        self.url = url
        self.options = options
        self.interstitials = interstitials
    }

    func makeSession() -> any PresentationSession {
        // A list from elsewhere does not switch on the viewer's camera.
        if options.reach == nil, let input = ProgressiveSession.Source(input: url) { return ProgressiveSession(input) }
        return HLSSession(url: url, options: options)
    }
}

/// Something that happened to an item, and when.
package struct PlayerEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The playlist that lists segments is here.
        case playlistLoaded
        /// The first byte of media is here.
        case firstByte
        case firstFrameDecoded
        /// There is something to show or, without pictures, to play, so that it may be revealed. Sent once; again when
        /// that was dropped by lowering its readiness.
        case ready
        /// The first frame has been scanned out, by the display's own feedback.
        case firstFrameShown
        /// The first frame that differs from `firstFrameShown`'s has been scanned out: the picture moves.
        case motionShown
        /// The loudspeaker gives the first sample at this time, by the sink's own timestamps: it may lie a little
        /// ahead.
        case firstSound
        case stalled
        case resumed
        /// So much was not shown, to be at the live edge again: after stalls, or because the server's window had gone
        /// past it.
        case leftOut(Duration)
        /// Something could not be had and is tried again.
        case trouble(PlaybackFailure)
        /// The item has failed: nothing more comes; what is buffered may still play.
        case failed(PlaybackFailure)
        /// The item has played to its end.
        case ended
        /// A break plays in its place from now on, or no longer, or another of its parts does: its status tells.
        case breakChanged
        /// The item goes on from the place that was asked for.
        case seeked
        /// The item can't be played from the place asked for, and goes on where it is.
        case seekFailed(PlaybackFailure)
        case info(PlaybackInfo)
        /// The network's recent rate in bits a second; sent after each segment.
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
    /// The size of the pictures; zero without video.
    package var size: PixelSize = .zero
    /// The frame rate in frames a second; nil when unknown.
    package var framesPerSecond: Double?
    package var videoCodec: VideoCodec?
    package var audioCodec: AudioCodec?
    /// How pictures are decoded, in words for people.
    package var videoDecoder: String?
    /// The bandwidth in bits a second, as the variant states it.
    package var bandwidth: UInt64?
    /// The URL of the playlist of the variant that plays: for the next visit. May hold secrets, not for logs.
    package var playlist: String?
    /// The index of the variant that plays, and the number of variants.
    package var variant: Int = 0
    package var variantCount: Int = 1
    package var isLive = true
    /// How far behind the live edge the session aims to play.
    package var targetLatency: Duration?
    /// The sound and text on offer, and what is chosen.
    package var tracks = TrackMenu()
    package var unplayable = Unplayable()
    /// The parts of a file that have names.
    package var chapters: [Chapter] = []
    /// What a file says of itself.
    package var tags = MediaTags()

    package init() {}
}
