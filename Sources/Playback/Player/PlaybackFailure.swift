import Devices
import HLS

/// Why an item can't be played, as far as is known.
package enum PlaybackFailure: Error, Sendable, Hashable {
    case unreachable(host: String, reason: String)
    case timeout(url: String)
    case httpStatus(Int, url: String, retryAfter: Duration?)
    /// A web page or other bytes came in place of a playlist.
    case notAPlaylist(url: String, reason: String)
    /// Segments came, but they hold no media.
    case notMedia(reason: String)
    /// No track can be played; `codecs` are those found or declared.
    case noPlayableTracks(codecs: [String])
    case protected(reason: String)
    /// Nothing comes from an input of the box.
    case input(InputError)
    case decoder(DecodeError)
    case presentation(HLSFailure)
    /// The box has run out of something: too many items at once, or no threads left.
    case exhausted(String)

    package init(_ failure: HLSFailure) {
        switch failure {
        case .playlistUnavailable(let error): self.init(error, else: failure)
        case .keyUnavailable(_, let error): self.init(error, else: failure)
        case .mediaUnavailable(_, .fetch(let error)): self.init(error, else: failure)
        case .mediaUnavailable(_, .content(let reason)): self = .notMedia(reason: reason)
        case .mediaUnavailable(_, .input(let error)): self = .input(error)
        case .presentationRemoved(let url, let status): self = .httpStatus(status, url: url, retryAfter: nil)
        case .nothingPlayable(let codecs): self = .noPlayableTracks(codecs: codecs)
        case .protectedChannel(let systems): self = .protected(reason: systems.map(\.description).formattedList)
        case .unsupportedEncryption(let method): self = .protected(reason: method)
        case .playlistInvalid(let url, let error): self = .notAPlaylist(url: url, reason: "\(error)")
        default: self = .presentation(failure)
        }
    }

    /// What kind of trouble of a presentation it is, and where: lines of the log about one are counted.
    var kind: String {
        switch self {
        case .presentation(.playlistStale(let url, _)): "stale \(url)"
        case .presentation(.presentationRestarted(let url)): "restarted \(url)"
        case .presentation(.fellBehind): "behind"
        case .presentation(.renditionUnavailable(let name, _)): "rendition \(name)"
        default: "\(self)"
        }
    }

    /// How long the server asked not to be asked again; nil when it said nothing of it.
    package var retryAfter: Duration? {
        if case .httpStatus(_, _, let asked) = self { asked } else { nil }
    }

    /// Whether a warning explains why nothing comes, should nothing come.
    static func keepsFromPlaying(_ warning: HLSFailure) -> Bool {
        switch warning {
        case .playlistUnavailable, .playlistInvalid, .mediaUnavailable, .keyUnavailable, .onlyGaps: true
        default: false
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

extension PlaybackFailure: CustomStringConvertible {
    /// What went wrong, in words for an administrator.
    package var description: String {
        switch self {
        case .unreachable(let host, let reason): "\(host) can't be reached: \(reason)"
        case .timeout(let url): "\(url) did not answer in time"
        case .httpStatus(let status, let url, let retryAfter):
            "\(url) answered \(status)" + (retryAfter.map { ", and to come back in \($0)" } ?? "")
        case .notAPlaylist(let url, let reason): "\(url) is not a playlist: \(reason)"
        case .notMedia(let reason): "the segments hold no media: \(reason)"
        case .noPlayableTracks(let codecs): "nothing in it can be decoded: \(codecs.joined(separator: ", "))"
        case .protected(let reason): "it is protected: \(reason)"
        case .input(let error): "\(error)"
        case .decoder(.tooLarge(let size, let pixels)):
            "its picture of \(size) is larger than the \(pixels) pixels that are decoded for this display"
        case .decoder(let error): "the decoder failed: \(error)"
        case .presentation(.keyInvalid(let url, let fault)): "the key at \(url) is none: \(fault)"
        case .presentation(.playlistUnavailable(.tooManyRedirects(let url))): "\(url) redirects without end"
        case .presentation(.playlistUnavailable(.tooLarge(let url, let limit))):
            "\(url) is no playlist: it is longer than \(limit) bytes"
        case .presentation(.playlistUnavailable(.inflated(let url, let ratio))):
            "\(url) is no playlist: it is compressed and becomes more than \(ratio) times as long"
        case .presentation(.mediaUnavailable(_, .fetch(.tooLarge(let url, let limit)))):
            "\(url) is no segment: it is longer than \(limit) bytes"
        case .presentation(.onlyGaps(let url)): "\(url) has nothing but gaps: the sender has lost its picture"
        case .presentation(.playlistStale(let url, let time)): "\(url) has had nothing new for \(time)"
        case .presentation(.presentationRestarted(let url)): "\(url) has begun anew"
        case .presentation(.fellBehind(let time)): "what was to come next is no longer there, by \(time)"
        case .presentation(.renditionUnavailable(let name, let failure)):
            "\(name) is not there: \(PlaybackFailure(failure))"
        case .presentation(let failure): "\(failure)"
        case .exhausted(let what): what
        }
    }
}

extension [String] {
    /// The elements as a list in English: "A", "A and B", "A, B and C".
    fileprivate var formattedList: String {
        count < 2 ? first ?? "" : "\(dropLast().joined(separator: ", ")) and \(self[count - 1])"
    }
}
