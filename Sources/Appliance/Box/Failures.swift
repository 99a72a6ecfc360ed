import ControlProtocol
import Devices
import HLS
import Playback
import Screens

extension FailureReason {
    /// The reason for a failure in a viewer's terms.
    init(_ failure: PlaybackFailure) {
        switch failure {
        case .unreachable: self = .unreachable
        case .timeout: self = .timedOut
        case .httpStatus(404, _, _), .httpStatus(410, _, _): self = .notFound
        case .httpStatus(let status, _, _):
            self = status >= 500 ? .serverTrouble(status: status) : .refused(status: status)
        case .notAPlaylist: self = .notAChannel
        case .notMedia: self = .damaged
        case .noPlayableTracks(let codecs): self = .unsupported(codecs.joined(separator: ", "))
        case .protected(let reason): self = .unsupported("channels protected by \(reason)")
        case .presentation(.keyInvalid): self = .other("The key that the server sends for this channel is not usable.")
        case .presentation(.playlistUnavailable(.tooManyRedirects)), .presentation(.playlistUnavailable(.tooLarge)):
            self = .notAChannel
        case .decoder: self = .damaged
        case .presentation: self = .damaged
        case .exhausted(let what): self = .device(what)
        }
    }
}

extension ControlError {
    /// The error for a failure in an administrator's terms. Failures hold no secrets of an address.
    init(_ failure: PlaybackFailure) {
        let nextStep =
            switch failure {
            case .unreachable, .timeout: "check the network and the provider; the box keeps trying"
            case .httpStatus(let status, _, _) where status == 401 || status == 403:
                "check the account; the box keeps trying"
            case .httpStatus, .notAPlaylist, .notMedia, .presentation: "ask the provider; the box keeps trying"
            case .noPlayableTracks, .protected: "this stream needs something this box has not got"
            case .decoder, .exhausted: "see 'hearthctl log'; the box keeps trying"
            }
        self.init(.failed, cause: "\(failure)", nextStep: nextStep)
    }
}
