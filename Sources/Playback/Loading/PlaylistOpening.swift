import Base
import Devices
import HLS
import MediaCore

/// A download that was asked for as a playlist, until its first bytes tell what it is. TV lists name
/// plain MPEG-TS streams and files as they name playlists; asking twice would cost a round trip, and
/// some servers allow one connection.
final class PlaylistOpening: Sendable {
    enum Outcome {
        case nothing
        case playlist(LoadedPlaylist)
        case media(MediaOpening)
        case failed(FetchError)
    }

    private enum Mode {
        case undecided, playlist
        case media(MediaOpening)
        /// The opening is over: nothing more is wanted.
        case over
    }

    private struct State {
        var mode: Mode
        var response: FetchResponse?
        var body: [UInt8] = []
    }

    /// The number of bytes that decide: two packets of MPEG-TS and their sync bytes.
    private static let decisive = 189

    private let request: FetchRequest
    private let state: Locked<State>

    init(_ request: FetchRequest, mayBeMedia: Bool) {
        self.request = request
        state = Locked(State(mode: mayBeMedia ? .undecided : .playlist))
    }

    /// The request without a limit of its own, since media may be endless: the playlist's limit is
    /// kept here instead.
    var unlimitedRequest: FetchRequest {
        var request = request
        if case .undecided = state.withLock({ $0.mode }) { request.maximumBytes = .max }
        return request
    }

    /// Takes an event of the download. On the fetcher's thread.
    func handle(_ event: FetchEvent) -> Outcome {
        let (outcome, opening) = state.withLock { state -> (Outcome, MediaOpening?) in
            switch (state.mode, event) {
            case (.media(let opening), _): return (.nothing, opening)
            case (.over, _): return (.nothing, nil)
            case (_, .response(let response)):
                state.response = response
                let length = response.headers["content-length"].flatMap { Int($0) }
                if case .playlist = state.mode, let length, length > request.maximumBytes {
                    return (tooLarge(&state), nil)
                }
                return (.nothing, nil)
            case (_, .data(let bytes)):
                state.body.append(contentsOf: bytes)
                if case .undecided = state.mode, state.body.count >= Self.decisive {
                    if let opening = decide(&state) { return (.media(opening), nil) }
                }
                if case .playlist = state.mode, state.body.count > request.maximumBytes {
                    return (tooLarge(&state), nil)
                }
                return (.nothing, nil)
            case (let mode, .finished(.success(let timing))):
                // The file is shorter than the bytes that decide.
                if case .undecided = mode, let opening = decide(&state) {
                    opening.take(event)
                    return (.media(opening), nil)
                }
                state.mode = .over
                return (
                    .playlist(
                        LoadedPlaylist(
                            body: state.body, url: state.response?.url ?? request.url,
                            headers: state.response?.headers ?? [:], timing: timing)), nil
                )
            case (_, .finished(.failure(let error))):
                state.mode = .over
                return (.failed(error), nil)
            }
        }
        opening?.take(event)
        return outcome
    }

    private func tooLarge(_ state: inout State) -> Outcome {
        state.mode = .over
        state.body = []
        return .failed(
            .tooLarge(
                url: RedactedURL(state.response?.url ?? request.url).description, limit: request.maximumBytes))
    }

    private func decide(_ state: inout State) -> MediaOpening? {
        guard let container = Self.container(of: state.body) else {
            state.mode = .playlist
            return nil
        }
        let length = state.response?.totalBytes
        let source = ProgressiveSession.Source(request: request, container: container, length: length)
        let headers = state.response?.headers ?? [:]
        let opening = MediaOpening(source, validator: headers["etag"] ?? headers["last-modified"])
        if let response = state.response { opening.take(.response(response)) }
        opening.take(.data(state.body))
        state.body = []
        state.mode = .media(opening)
        return opening
    }

    /// The container of media that begins with `head`; nil for text, and for what Hearth does not
    /// know.
    private static func container(of head: [UInt8]) -> SegmentContainer? {
        if ContainerSniffer.tagLength(head) != nil { return .packedAudio(.mp3) }
        return switch ContainerSniffer.container(of: head) {
        // A text may begin with the letter of the sync byte.
        case .mpegTS: head.count > 188 && head[188] == 0x47 ? .mpegTS : nil
        case .mp4: .fragmentedMP4
        case .matroska, .flac, .ogg, .photo, .input: .unknown
        case .aac: .packedAudio(.aac)
        case .mp3: .packedAudio(.mp3)
        case .ac3: .packedAudio(.ac3)
        case .eac3: .packedAudio(.eac3)
        case nil: nil
        }
    }
}

/// Media that came in a playlist's place: the bytes that have arrived wait for its session, those
/// that follow go straight on.
final class MediaOpening: Sendable {
    let source: ProgressiveSession.Source
    /// What the server says that changes with the resource; nil: nothing.
    let validator: String?
    private let state = Locked(State())

    /// A type of its own: a closure in a tuple behind a lock is wrapped once more at every look, without end.
    private struct State {
        var waiting: [FetchEvent] = []
        var take: (@Sendable (FetchEvent) -> Void)?
    }

    init(_ source: ProgressiveSession.Source, validator: String? = nil) {
        self.source = source
        self.validator = validator
    }

    /// Takes an event of the download. On the fetcher's thread, one at a time.
    fileprivate func take(_ event: FetchEvent) {
        // Done under the lock, so that nothing overtakes what waited.
        state.withLock { state in
            if let take = state.take { take(event) } else { state.waiting.append(event) }
        }
    }

    /// Gives what has arrived and all that follows, in order, to `take`.
    func hand(to take: @escaping @Sendable (FetchEvent) -> Void) {
        state.withLock { state in
            for event in state.waiting { take(event) }
            state.waiting = []
            state.take = take
        }
    }
}
