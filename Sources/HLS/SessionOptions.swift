import MediaCore

/// What a presentation is started with.
package struct SessionOptions: Sendable, Hashable {
    /// Where a live presentation is joined.
    package enum LiveStart: Sendable, Hashable {
        /// The newest segment that starts at least HOLD-BACK (three target durations) before the end.
        case holdBack
        /// The n-th segment from the end, at least 1: nearer than HOLD-BACK may stall.
        case segmentsFromEnd(Int)
    }

    package var liveStart: LiveStart = .holdBack
    /// Parts, hints and all that brings a viewer nearer to the end, where the server offers it.
    package var lowLatency = true
    /// A presentation that only grows (EXT-X-PLAYLIST-TYPE:EVENT) is joined at its beginning, not where
    /// it is now.
    package var eventsFromStart = false
    /// Where a presentation starts; one that is live can be started so long before its end only, one with an end only
    /// so long after its beginning too.
    package enum Start: Sendable, Hashable {
        /// Live where `liveStart` says, otherwise at the beginning; unless EXT-X-START says otherwise.
        case usual
        /// After the beginning.
        case offset(Duration)
        /// Before the end of the segment with this media sequence number, of the playlist where that is not listed; no
        /// earlier than the playlist's beginning.
        case beforeEnd(Duration, of: UInt64?)
    }

    package var start = Start.usual
    /// Media kept ahead of what is played, per stream.
    package var bufferAhead: Duration = .seconds(20)
    /// All downloads at once, playlists and keys included (§12).
    package var maximumDownloads = 4
    /// Segments of one stream at once; they are always asked for in order.
    package var downloadsPerStream = 1
    /// Bits a second, remembered from an earlier session on this network.
    package var rememberedThroughput: Double?
    /// The best variant this channel was played in lately, by its bandwidth: taken first when the
    /// throughput allows it.
    package var rememberedBandwidth: UInt64?
    /// The media playlist of the variant played at the last visit: asked for beside the multivariant
    /// playlist, which most likely names it again, so that a round trip is saved.
    package var rememberedPlaylist: String?
    /// All that the last visit knew: while it is true, media is asked for at once.
    package var rememberedMedia: RememberedPlaylist?
    /// Larger variants are left out, while there are smaller ones.
    package var maximumSize: PixelSize?
    /// What the box decodes. Variants that need more are left out.
    package var videoCodecs: Set<VideoCodec> = Set(VideoCodec.allCases)
    package var audioCodecs: Set<AudioCodec> = Set(AudioCodec.allCases)
    /// Dearer variants are left out, while there are cheaper ones; nil: no limit. For what is only kept ready.
    package var maximumBandwidth: UInt64?
    /// What the viewer wants of sound and text anywhere …
    package var preferences = TrackPreferences()
    /// … and has chosen here before.
    package var choices = TrackChoices()
    /// What the display shows. SDR is shown in any case; a better range is taken when it is there.
    package var videoRanges: Set<Variant.VideoRange> = [.sdr]
    /// What the output is protected with: variants that need more are left out.
    package var outputProtection: Variant.HDCPLevel = .none
    /// `KEYFORMAT:LABEL`, as ALLOWED-CPC names them.
    package var contentProtections: Set<String> = []
    /// Frames a second that are decoded in time; nil: any.
    package var maximumFrameRate: Double?
    /// Codecs between which the box's decoder has been seen to change without harm. Otherwise all is
    /// played in the codec it began with.
    package var switchableVideoCodecs: Set<VideoCodec> = []
    /// Sent with every request, e.g. User-Agent.
    package var headers: [String: String] = [:]
    /// For the jitter of retries: equal seeds give equal sessions.
    package var jitterSeed: UInt64 = 1
    /// Tries of one playlist, key or segment before something else is done.
    package var attempts = 3
    /// Segments in a row that may fail before the session gives up.
    package var toleratedFailures = 6
    package var parsing: ParsingMode = .lenient

    package init() {}

    var variantFilter: VariantFilter {
        VariantFilter(
            videoCodecs: videoCodecs, audioCodecs: audioCodecs, videoRanges: videoRanges,
            outputProtection: outputProtection, contentProtections: contentProtections,
            maximumFrameRate: maximumFrameRate)
    }
}

/// Strict refuses what RFC 8216bis tells a client to refuse; lenient plays what is out there.
package enum ParsingMode: Sendable, Hashable {
    case strict, lenient
}
