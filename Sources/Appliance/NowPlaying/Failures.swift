import Channels
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
        case .presentation(.playlistUnavailable(.tooManyRedirects)), .presentation(.playlistUnavailable(.tooLarge)),
            .presentation(.playlistUnavailable(.inflated)):
            self = .notAChannel
        case .input(.noSignal), .input(.changed): self = .noInput
        case .input(let error): self = .device(error.name)
        case .decoder(.tooLarge(let size, _)): self = .unsupported("pictures of \(size)")
        case .decoder: self = .damaged
        case .presentation: self = .damaged
        case .exhausted(let what): self = .device(what)
        }
    }
}

extension FailureReason {
    /// The reason why the chosen channel is not there, in a viewer's terms.
    init(_ failure: NowPlaying.Failure) {
        switch (failure.kind, failure.cause) {
        case (.item(Tuner.endedText), _): self = .ended
        case (_, let cause?): self.init(cause)
        case (.timedOut, nil): self = .timedOut
        case (.item(let text), nil): self = .other(text)
        }
    }
}

extension ControlError {
    /// The failure that the screen reports, in an administrator's words.
    init(_ failure: NowPlaying.Failure) {
        switch (failure.kind, failure.cause) {
        case (_, let cause?): self.init(cause)
        case (.timedOut, nil): self.init(.failed, cause: "no picture came in time", nextStep: Self.wait)
        case (.item(let reason), nil): self.init(.failed, cause: reason, nextStep: Self.wait)
        }
    }

    private static let wait = "check the network and the provider; the box keeps trying"

    /// The error for a failure in an administrator's terms. Failures hold no secrets of an address.
    init(_ failure: PlaybackFailure) {
        let nextStep =
            switch failure {
            case .unreachable, .timeout: Self.wait
            case .httpStatus(let status, _, _) where status == 401 || status == 403:
                "check the account; the box keeps trying"
            case .httpStatus, .notAPlaylist, .notMedia, .presentation: "ask the provider; the box keeps trying"
            case .noPlayableTracks, .protected: "this stream needs something this box has not got"
            case .input(.noSignal), .input(.changed): "switch on what is plugged into it; the box keeps trying"
            case .input: "see 'hearthctl inputs' and [inputs] in the configuration; the box keeps trying"
            case .decoder(.tooLarge): "ask the provider for a smaller picture; the box keeps trying"
            case .decoder, .exhausted: "see 'hearthctl log'; the box keeps trying"
            }
        self.init(.failed, cause: "\(failure)", nextStep: nextStep)
    }
}
