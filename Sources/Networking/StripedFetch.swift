import Base
import Devices

/// One body that comes over several connections side by side, to its handler as if it were one request. From any thread.
///
/// `Stripes` decides; here requests are made and bytes told.
final class StripedFetch: FetchHandle {
    private struct State {
        var stripes: Stripes
        var handles: [Int: any FetchHandle] = [:]
        var actions: [Stripes.Action] = []
        /// Whether a thread carries actions out.
        var isBusy = false
        /// Whether its end is told, or about to be.
        var isOver = false
        var rest = Transfer.Rest.none
        var window: Int?
    }

    private let request: FetchRequest
    private let fetcher: any Fetcher
    private let handler: @Sendable (FetchEvent) -> Void
    private let gaveUp: @Sendable () -> Void
    private let state: Locked<State>

    /// - Parameters:
    ///   - connections: the number of connections, 2 or more.
    ///   - handler: as that of `Fetcher.fetch`; called on the fetcher's threads, one after the other.
    ///   - gaveUp: called when the server turned out not to serve stripes.
    init(
        _ request: FetchRequest, over connections: Int, fetcher: any Fetcher,
        _ handler: @escaping @Sendable (FetchEvent) -> Void,
        gaveUp: @escaping @Sendable () -> Void
    ) {
        self.request = request
        self.fetcher = fetcher
        self.handler = handler
        self.gaveUp = gaveUp
        state = Locked(State(stripes: Stripes(range: request.range, connections: connections), window: request.window))
    }

    /// Sends its requests.
    func begin() {
        state.withLock { $0.actions += $0.stripes.begin() }
        carryOut()
    }

    func cancel() {
        let handles = state.withLock { state -> [any FetchHandle] in
            guard !state.isOver else { return [] }
            state.isOver = true
            state.actions = [.tellEnd(.failure(.cancelled))]
            defer { state.handles = [:] }
            return Array(state.handles.values)
        }
        for handle in handles { handle.cancel() }
        carryOut()
    }

    func pause() { rest(.paused) }
    func giveWay() { rest(.givingWay) }
    func resume() { rest(.none) }

    func setWindow(_ bytes: Int?) {
        let handles = state.withLock { state in
            state.window = bytes
            return Array(state.handles.values)
        }
        for handle in handles { handle.setWindow(bytes) }
    }

    private func rest(_ rest: Transfer.Rest) {
        let handles = state.withLock { state in
            state.rest = rest
            return Array(state.handles.values)
        }
        for handle in handles { handle.setRest(rest) }
    }

    private func handle(_ event: Stripes.Event) {
        state.withLock { state in
            if case .ended(let id, _) = event { state.handles[id] = nil }
            if !state.isOver { state.actions += state.stripes.handle(event) }
        }
        carryOut()
    }

    /// Carries out what was decided, in that order, unless another thread is at it.
    private func carryOut() {
        while let action = next() {
            perform(action)
            state.withLock { $0.isBusy = false }
        }
    }

    private func next() -> Stripes.Action? {
        state.withLock { state in
            guard !state.isBusy, !state.actions.isEmpty else { return nil }
            state.isBusy = true
            let action = state.actions.removeFirst()
            if case .tellEnd = action { state.isOver = true }
            return action
        }
    }

    private func perform(_ action: Stripes.Action) {
        switch action {
        case .fetch(let id, let range): fetch(id, range)
        case .cancel(let id): state.withLock { $0.handles.removeValue(forKey: id) }?.cancel()
        case .tellResponse(let response): handler(.response(response))
        case .tellData(let bytes): handler(.data(bytes))
        case .tellEnd(let result): handler(.finished(result))
        case .giveUp: gaveUp()
        }
    }

    private func fetch(_ id: Int, _ range: ByteRange) {
        var request = request
        request.range = range
        request.connections = 1
        request.window = state.withLock { $0.window }
        let handle = fetcher.fetch(request) { [self] event in
            switch event {
            case .response(let response): self.handle(.answered(id, response))
            case .data(let bytes): self.handle(.came(id, bytes))
            case .finished(let result): self.handle(.ended(id, result))
            }
        }
        let (isOver, rest) = state.withLock { state in
            if !state.isOver { state.handles[id] = handle }
            return (state.isOver, state.rest)
        }
        if isOver { handle.cancel() } else if rest != .none { handle.setRest(rest) }
    }
}
