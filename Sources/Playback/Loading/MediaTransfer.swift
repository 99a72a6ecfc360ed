import Base
import Devices

/// A media download that may be stopped at any byte and go on from there. From any thread.
///
/// A `ResumableBody` decides; the bytes go to a `MediaDownload`, on the fetcher's thread, in order.
final class MediaTransfer: FetchHandle {
    private struct State {
        var body: ResumableBody
        /// The number of requests so far: what an older one still brings is dropped.
        var flights = 0
        var handle: (any FetchHandle)?
        var isCancelled = false
        /// Whether all of it is wanted, and somebody waits for it.
        var isWanted = false
        /// The bytes that may be on their way at once; nil: as many as come.
        var window: Int?
        /// As of `setConnections`.
        var connections: Int
        /// Actions that wait to be carried out, and whether a thread is at it.
        var actions: [ResumableBody.Action] = []
        var isBusy = false
        /// Whether bytes are on their way to the download: what comes behind them waits.
        var isDelivering = false
    }

    private let request: FetchRequest
    private let fetcher: any Fetcher
    private let download: MediaDownload
    private let ranges: RangeMemory
    private let state: Locked<State>

    /// - Parameters:
    ///   - limit: the bytes wanted at first; nil: all.
    ///   - window: the bytes that may be on their way at once; nil: as many as come.
    ///   - connections: as of `setConnections`.
    ///   - ranges: what is known of the server.
    init(
        _ request: FetchRequest, limit: Int?, window: Int? = nil, connections: Int = 1, fetcher: any Fetcher,
        download: MediaDownload, ranges: RangeMemory
    ) {
        self.request = request
        self.fetcher = fetcher
        self.download = download
        self.ranges = ranges
        state = Locked(
            State(
                body: ResumableBody(range: request.range, limit: limit, givesRanges: ranges.gives(request.url)),
                window: window, connections: connections))
        // It begins, or says that nothing is wanted yet.
        handle(.limit(limit))
    }

    func cancel() {
        let handle = state.withLock { state in
            state.isCancelled = true
            state.flights += 1
            return state.handle.take()
        }
        handle?.cancel()
    }

    func pause() { handle(.pause(true)) }
    func resume() { handle(.pause(false)) }
    /// Takes nothing for a moment, or goes on.
    func setResting(_ rests: Bool) { handle(.rest(rests)) }

    /// Sets how many bytes are wanted; nil: all, and somebody waits for them.
    func setLimit(_ limit: Int?) {
        let mayWait = state.withLock { state in
            state.isWanted = limit == nil
            return state.isWanted ? state.handle : nil
        }
        // What still waits for its turn is asked for anew, as what somebody waits for: whole, over a wide connection.
        if mayWait?.withdraw() == true {
            state.withLock { state in
                state.flights += 1
                state.handle = nil
                _ = state.body.handle(.withdrawn)
            }
        }
        handle(.limit(limit))
    }

    /// Sets how many bytes may be on their way at once; nil: as many as come.
    func setWindow(_ bytes: Int?) {
        let handle = state.withLock { state in
            state.window = bytes
            return state.handle
        }
        handle?.setWindow(bytes)
    }

    /// Sets over how many connections the next request's beginning may come, where the server gives ranges.
    func setConnections(_ count: Int) { state.withLock { $0.connections = count } }

    /// Notes whether there is room for more of the download.
    func setFull(_ isFull: Bool) { handle(.full(isFull)) }

    private func handle(_ event: ResumableBody.Event) {
        state.withLock { state in
            if !state.isCancelled { state.actions += state.body.handle(event) }
        }
        carryOut()
    }

    private func handle(_ event: FetchEvent, of flight: Int) {
        let (isWanted, repeated) = state.withLock { state -> (Bool, Int) in
            guard state.flights == flight, !state.isCancelled else { return (false, 0) }
            let repeated = state.body.repeated
            switch event {
            case .response(let response):
                state.actions += state.body.handle(.answered(response))
                if let gives = state.body.givesRanges { ranges.note(gives, of: request.url) }
            case .data(let bytes): state.actions += state.body.handle(.came(bytes.count))
            case .finished(let result): state.actions += state.body.handle(.ended(result))
            }
            state.isDelivering = true
            return (true, repeated)
        }
        guard isWanted else { return }
        switch event {
        case .response(let response): download.begin(response)
        case .data(let bytes):
            if repeated == 0 {
                download.handle(event)
            } else if repeated < bytes.count {
                download.handle(.data(Array(bytes.dropFirst(repeated))))
            }
        case .finished: break
        }
        state.withLock { $0.isDelivering = false }
        carryOut()
    }

    /// Carries out what was decided, in that order, unless another thread is at it.
    private func carryOut() {
        while let (action, flight) = next() { perform(action, flight) }
    }

    private func next() -> (ResumableBody.Action, flight: Int)? {
        state.withLock { state in
            guard !state.isBusy, !state.isDelivering, !state.isCancelled, !state.actions.isEmpty else { return nil }
            state.isBusy = true
            let action = state.actions.removeFirst()
            switch action {
            case .fetch, .stop: state.flights += 1
            default: break
            }
            return (action, state.flights)
        }
    }

    private func perform(_ action: ResumableBody.Action, _ flight: Int) {
        switch action {
        case .fetch(let range, let isBounded):
            var request = request
            request.range = range
            request.isBounded = isBounded
            (request.window, request.connections) = state.withLock { state in
                (state.window, state.body.givesRanges == true && !isBounded ? state.connections : 1)
            }
            let handle = fetcher.fetch(request) { [self] event in self.handle(event, of: flight) }
            let (isCancelled, isWanted) = state.withLock { state in
                if !state.isCancelled { state.handle = handle }
                return (state.isCancelled, state.isWanted)
            }
            if isCancelled { handle.cancel() }
            // It was wanted between these lines.
            if isBounded, isWanted { setLimit(nil) }
        case .stop:
            let handle = state.withLock { $0.handle.take() }
            handle?.cancel()
        case .rest(let rests):
            let handle = state.withLock { $0.handle }
            if rests { handle?.giveWay() } else { handle?.resume() }
        case .hold: download.hold(delay: state.withLock { $0.body.delay })
        case .finish(let timing): download.handle(.finished(.success(timing)))
        case .fail(let error): download.handle(.finished(.failure(error)))
        }
        state.withLock { $0.isBusy = false }
    }
}
