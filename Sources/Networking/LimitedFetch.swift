import Base
import Devices

/// A fetch that may have to wait for its turn.
final class LimitedFetch: FetchHandle {
    private struct State {
        var inner: (any FetchHandle)?
        var isCancelled = false
        var rest = Transfer.Rest.none
        /// What the window was set to last; nil: it was not.
        var window: Int??
        var isDisplaced = false
        var isOver = false
    }

    private let request: FetchRequest
    private let fetcher: any Fetcher
    private let handler: @Sendable (FetchEvent) -> Void
    private let ended: @Sendable () -> Void
    private let cancelled: @Sendable () -> Void
    private let state = Locked(State())

    /// Makes a fetch that has not begun.
    /// - Parameters:
    ///   - ended: called after the end of what was started.
    ///   - cancelled: called when it is cancelled; it may not have been started yet.
    init(
        _ request: FetchRequest, fetcher: any Fetcher, _ handler: @escaping @Sendable (FetchEvent) -> Void,
        ended: @escaping @Sendable () -> Void, cancelled: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.fetcher = fetcher
        self.handler = handler
        self.ended = ended
        self.cancelled = cancelled
    }

    // MARK: The caller's side

    func cancel() {
        let (isFirst, inner) = state.withLock { state -> (Bool, (any FetchHandle)?) in
            defer { state.isCancelled = true }
            return (!state.isCancelled && !state.isOver, state.inner)
        }
        guard isFirst else { return }
        if let inner { inner.cancel() } else { cancelled() }
    }

    func pause() { rest(.paused) }
    func giveWay() { rest(.givingWay) }
    func resume() { rest(.none) }

    func setWindow(_ bytes: Int?) {
        let inner = state.withLock { state in
            state.window = .some(bytes)
            return state.inner
        }
        inner?.setWindow(bytes)
    }

    private func rest(_ rest: Transfer.Rest) {
        let inner = state.withLock { state in
            state.rest = rest
            return state.inner
        }
        inner?.setRest(rest)
    }

    // MARK: The queue

    func start() {
        let inner = fetcher.fetch(request) { [self] in handle($0) }
        let (isCancelled, rest, window) = state.withLock { state in
            state.inner = inner
            return (state.isCancelled || state.isDisplaced, state.rest, state.window)
        }
        if let window { inner.setWindow(window) }
        if isCancelled { inner.cancel() } else if rest != .none { inner.setRest(rest) }
    }

    func displace() {
        let inner = state.withLock { state in
            state.isDisplaced = true
            return state.inner
        }
        inner?.cancel()
    }

    /// Fails the fetch, which never began.
    func refuse() { finish(.failure(crowded("all connections that the provider allows are in use"))) }
    func giveUp() { finish(.failure(.cancelled)) }

    private func crowded(_ reason: String) -> FetchError {
        .unreachable(host: URLOrigin(request.url)?.authority ?? "", reason: reason)
    }

    /// Handles an event of the started fetch. On the fetcher's thread.
    private func handle(_ event: FetchEvent) {
        guard case .finished(let result) = event else {
            if !state.withLock({ $0.isCancelled || $0.isDisplaced }) { handler(event) }
            return
        }
        let isDisplaced = state.withLock { $0.isDisplaced && !$0.isCancelled }
        if isDisplaced, case .failure(.cancelled) = result {
            finish(.failure(crowded("its connection was needed for another channel")))
        } else {
            finish(result)
        }
        ended()
    }

    private func finish(_ result: Result<FetchTiming, FetchError>) {
        let (isFirst, isCancelled) = state.withLock { state in
            defer {
                state.isOver = true
                state.inner = nil
            }
            return (!state.isOver, state.isCancelled)
        }
        if isFirst { handler(.finished(isCancelled ? .failure(.cancelled) : result)) }
    }
}

extension FetchHandle {
    /// Lets the request rest, or go on.
    func setRest(_ rest: Transfer.Rest) {
        switch rest {
        case .none: resume()
        case .paused: pause()
        case .givingWay: giveWay()
        }
    }
}
