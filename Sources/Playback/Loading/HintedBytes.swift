import Base
import Devices
import HLS
import MediaCore

/// The bytes of a hinted download: they wait until a playlist says which media they are, then go to
/// its requests as they come. Filled on the fetcher's thread, given out on the loader's task.
final class HintedBytes: Sendable {
    private struct Taker {
        var slice: HintedSlice
        var download: MediaDownload
        /// The number of bytes it has been given.
        var taken = 0
        var firstByte: HostTime?
    }

    private struct State {
        var body: [UInt8] = []
        var came: HostTime?
        var takers: [Taker] = []
        var ending: Result<FetchTiming, FetchError>?
    }

    private let url: String
    private let clock: any HostClock
    private let state = Locked(State())

    init(url: String, clock: any HostClock) {
        self.url = url
        self.clock = clock
    }

    /// Takes an event of the download; returns what the session is to hear of it.
    func handle(_ event: FetchEvent, _ id: RequestID) -> SessionEvent? {
        let now = clock.now
        switch event {
        case .response: return nil
        case .data(let bytes):
            state.withLock { state in
                state.body.append(contentsOf: bytes)
                state.came = state.came ?? now
                serve(&state, now)
            }
            return nil
        case .finished(let result):
            state.withLock { state in
                state.ending = result
                serve(&state, now)
            }
            switch result {
            case .success(let timing): return .mediaFinished(id, timing)
            case .failure(.cancelled): return nil
            case .failure(let error): return .mediaFailed(id, .fetch(error))
            }
        }
    }

    func give(_ slice: HintedSlice, to download: MediaDownload) {
        let now = clock.now
        state.withLock { state in
            state.takers.append(Taker(slice: slice, download: download))
            serve(&state, now)
        }
    }

    /// Gives waiting bytes to all takers; under the lock, so that no bytes overtake others.
    private func serve(_ state: inout State, _ now: HostTime) {
        state.takers = state.takers.compactMap { serve($0, state, now) }
    }

    /// Gives waiting bytes to one taker; returns nil when it has all of its slice.
    private func serve(_ taker: Taker, _ state: State, _ now: HostTime) -> Taker? {
        var taker = taker
        let start = Int(clamping: taker.slice.offset.addingSaturating(UInt64(taker.taken)))
        let end = taker.slice.length.map { Int(clamping: taker.slice.offset.addingSaturating($0)) } ?? .max
        let last = min(end, state.body.count)
        if start < last {
            // The first bytes may have come before they were wanted.
            taker.firstByte = taker.firstByte ?? (taker.slice.offset == 0 ? state.came : now)
            taker.taken += last - start
            taker.download.handle(.data(Array(state.body[start..<last])))
        }
        let timing = FetchTiming(
            requested: taker.firstByte ?? now, firstByte: taker.firstByte, finished: now, bytes: taker.taken,
            reusedConnection: true)
        if last == end {
            taker.download.handle(.finished(.success(timing)))
            return nil
        }
        switch state.ending {
        case nil: return taker
        case .success(let whole) where taker.slice.length == nil && taker.slice.offset == 0:
            taker.download.handle(.finished(.success(whole)))
        case .success where taker.slice.length == nil: taker.download.handle(.finished(.success(timing)))
        case .success:
            let reason = "the hinted download ended early"
            taker.download.handle(
                .finished(.failure(.truncated(url: RedactedURL(url).description, got: taker.taken, reason: reason))))
        case .failure(let error): taker.download.handle(.finished(.failure(error)))
        }
        return nil
    }
}
