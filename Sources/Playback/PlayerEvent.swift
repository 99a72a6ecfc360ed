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

/// What to play.
package enum MediaSource: Sendable, Hashable {
    /// A multivariant or media playlist.
    case hls(url: String, SessionOptions = SessionOptions())

    package var url: String {
        switch self {
        case .hls(let url, _): url
        }
    }

    func makeSession() -> any PresentationSession {
        switch self {
        case .hls(let url, let options): HLSSession(url: url, options: options)
        }
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
        /// The first frame has been scanned out, by the display's own feedback.
        case firstFrameShown
        /// When the loudspeaker gives the first sample, by the sink's own timestamps: may lie a
        /// little ahead.
        case firstSound
        case stalled
        case resumed
        /// Nothing more comes; what is buffered may still play.
        case failed(PlaybackFailure)
        /// Played to its end.
        case ended
        case info(PlaybackInfo)
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
    /// Index and number of variants.
    package var variant: Int = 0
    package var variantCount: Int = 1
    package var isLive = true
    /// How far behind the live edge the session aims to play.
    package var targetLatency: Duration?

    package init() {}
}

/// Why an item can't be played, as far as is known.
package enum PlaybackFailure: Error, Sendable, Hashable {
    case unreachable(host: String, reason: String)
    case timeout(url: String)
    case httpStatus(Int, url: String, retryAfter: Duration?)
    /// A web page or other bytes came in place of a playlist.
    case notAPlaylist(url: String, reason: String)
    /// Segments came and hold no media.
    case notMedia(reason: String)
    /// The codecs found or declared.
    case noPlayableTracks(codecs: [String])
    case protected(reason: String)
    case decoder(DecodeError)
    case presentation(HLSFailure)
    /// Too many items at once, or no threads left.
    case exhausted(String)

    package init(_ failure: HLSFailure) {
        switch failure {
        case .playlistUnavailable(let error): self.init(error, else: failure)
        case .keyUnavailable(_, let error): self.init(error, else: failure)
        case .mediaUnavailable(_, .fetch(let error)): self.init(error, else: failure)
        case .mediaUnavailable(_, .content(let reason)): self = .notMedia(reason: reason)
        case .presentationRemoved(let url, let status): self = .httpStatus(status, url: url, retryAfter: nil)
        case .nothingPlayable(let codecs): self = .noPlayableTracks(codecs: codecs)
        case .protectedChannel(let format): self = .protected(reason: format)
        case .unsupportedEncryption(let method): self = .protected(reason: method)
        case .playlistInvalid(let url, let error): self = .notAPlaylist(url: url, reason: "\(error)")
        default: self = .presentation(failure)
        }
    }

    private init(_ error: FetchError, else failure: HLSFailure) {
        switch error {
        case .unreachable(let host, let reason), .tls(let host, let reason):
            self = .unreachable(host: host, reason: reason)
        case .status(let status, let url, let retryAfter):
            self = .httpStatus(status, url: url, retryAfter: retryAfter)
        case .timeout(let url, _): self = .timeout(url: url)
        default: self = .presentation(failure)
        }
    }
}
