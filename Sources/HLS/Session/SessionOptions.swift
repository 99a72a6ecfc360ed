import Devices
import MediaCore

/// The settings with which a presentation is started.
package struct SessionOptions: Sendable, Hashable {
    /// Where a live presentation is joined.
    package enum LiveStart: Sendable, Hashable {
        /// The newest segment that starts at least HOLD-BACK (three target durations) before the end.
        case holdBack
        /// The n-th segment from the end, at least 1: nearer than HOLD-BACK may stall.
        case segmentsFromEnd(Int)
    }

    package var liveStart: LiveStart = .holdBack
    /// Whether to play by parts and hints, nearer to the end, where the server offers it.
    package var lowLatency = true
    /// Whether a presentation that only grows (EXT-X-PLAYLIST-TYPE:EVENT) is joined at its beginning, not where it is
    /// now.
    package var eventsFromStart = false
    /// Where a presentation starts. A live one can only be started at a distance before its end, one with an end also
    /// at a distance after its beginning.
    package enum Start: Sendable, Hashable {
        /// The usual place: live where `liveStart` says, otherwise at the beginning; unless EXT-X-START says
        /// otherwise.
        case usual
        /// So long after the beginning.
        case offset(Duration)
        /// So long before the end of the segment with this media sequence number, or of the playlist where that is not
        /// listed; no earlier than the playlist's beginning.
        case beforeEnd(Duration, of: UInt64?)
        /// So long after the beginning, where a presentation of about this length was left; the usual place in a live
        /// one, and in one of another length, which is not the one that was left.
        case resume(Duration, ofLength: Duration)

        /// Whether a live presentation starts at the usual place.
        var isUsualWhenLive: Bool {
            switch self {
            case .usual, .resume: true
            case .offset, .beforeEnd: false
            }
        }

        /// The place where something with an end begins, after its beginning.
        ///
        /// - Parameter length: nil: not known, and then only its beginning is
        package func place(in length: Duration?) -> Duration {
            guard let length else { return .zero }
            switch self {
            case .usual: return .zero
            case .offset(let offset): return min(max(.zero, offset), length)
            case .beforeEnd(let distance, _): return min(max(.zero, length - distance), length)
            case .resume(let offset, let left):
                return Self.isSame(length, as: left) ? min(max(.zero, offset), length) : .zero
            }
        }

        /// Whether a presentation with an end is as long as the one that was left: playlists round, and packagers cut a
        /// little differently.
        static func isSame(_ length: Duration, as left: Duration) -> Bool {
            let difference = length > left ? length - left : left - length
            return difference <= max(.seconds(10), left / 50)
        }
    }

    package var start = Start.usual
    /// The length of media kept ahead of what is played, per stream.
    package var bufferAhead: Duration = .seconds(20)
    /// The number of downloads at once, playlists and keys included (§12).
    package var maximumDownloads = 4
    /// The number of segments of one stream that are loaded at once; they are always asked for in order.
    package var downloadsPerStream = 1
    /// The line's rate in bits a second, remembered from an earlier session on this network.
    package var rememberedThroughput: Double?
    /// The bandwidth of the best variant in which this channel was played lately: taken first when the throughput
    /// allows it.
    package var rememberedBandwidth: UInt64?
    /// The URL of the media playlist played at the last visit: it is asked for beside the multivariant playlist, which
    /// most likely names it again, so that a round trip is saved.
    package var rememberedPlaylist: String?
    /// What the last visit knew: while it is true, media is asked for at once.
    package var rememberedMedia: RememberedPlaylist?
    /// The largest picture size; larger variants are left out, while there are smaller ones.
    package var maximumSize: PixelSize?
    /// The video codecs that the box decodes. Variants that need others are left out.
    package var videoCodecs: Set<VideoCodec> = Set(VideoCodec.allCases)
    package var audioCodecs: Set<AudioCodec> = Set(AudioCodec.allCases)
    /// The largest bandwidth; dearer variants are left out, while there are cheaper ones. Nil: no limit. For channels
    /// that are only kept ready.
    package var maximumBandwidth: UInt64?
    /// The viewer's preferences for sound and text on every channel.
    package var preferences = TrackPreferences()
    /// The tracks that the viewer has chosen on this channel before.
    package var choices = TrackChoices()
    /// The video ranges that the display shows. SDR is shown in any case; a better range is taken when it is there.
    package var videoRanges: Set<Variant.VideoRange> = [.sdr]
    /// The protection of the output: variants that need more are left out.
    package var outputProtection: Variant.HDCPLevel = .none
    /// Content protections as ALLOWED-CPC names them: `KEYFORMAT:LABEL`.
    package var contentProtections: Set<String> = []
    /// The highest frame rate that is decoded in time, in frames a second; nil: any.
    package var maximumFrameRate: Double?
    /// The codecs between which the box's decoder has been seen to change without harm. Otherwise all is played in the
    /// codec it began with.
    package var switchableVideoCodecs: Set<VideoCodec> = []
    /// Headers sent with every request, e.g. User-Agent.
    package var headers: [String: String] = [:]
    /// Headers sent to the origin of the presentation's own address and to no other.
    package var ownHeaders: [String: String] = [:]
    /// Where the presentation's own address may lead, because who named it comes from there; nil: anywhere, as it is
    /// the owner who did.
    package var reach: AddressReach?
    /// The seed for the jitter of retries: equal seeds give equal sessions.
    package var jitterSeed: UInt64 = 1
    /// The number of tries of one playlist, key or segment before something else is done.
    package var attempts = 3
    /// The number of segments in a row that may fail before the session gives up.
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

/// How strictly a playlist is read: strict refuses what RFC 8216bis tells a client to refuse; lenient plays what is
/// out there.
package enum ParsingMode: Sendable, Hashable {
    case strict, lenient
}
