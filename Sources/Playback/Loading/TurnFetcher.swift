import Base
import Devices

/// A fetcher that serves bounded requests one after the other, so that never more than one of them has bytes on its way:
/// those are what still arrives when the viewer wants the line. While he does, none begins. All other requests pass.
package final class TurnFetcher: Fetcher {
    private struct State {
        var running: Turn?
        var waiting: [Turn] = []
        /// Whether none may begin.
        var isHeld = false
        /// Called when one has begun where none was under way, or none is any more.
        var changed: (@Sendable () -> Void)?
        /// Whether one was under way when it was called last.
        var wasBusy = false
    }

    private let fetcher: any Fetcher
    private let state = Locked(State())

    package init(_ fetcher: any Fetcher) {
        self.fetcher = fetcher
    }

    @discardableResult
    package func fetch(
        _ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchHandle {
        guard request.isBounded else { return fetcher.fetch(request, handler) }
        let turn = Turn(self, request, handler)
        state.withLock { $0.waiting.append(turn) }
        goOn()
        return turn
    }

    package func connectionLimit(of url: String) -> Int? { fetcher.connectionLimit(of: url) }
    package var statistics: [ProviderStatistics] { fetcher.statistics }

    /// Whether a bounded request is under way.
    var isBusy: Bool { state.withLock { $0.running != nil } }

    /// Calls `changed` whenever `isBusy` is another, on any thread.
    func whenBusyChanges(_ changed: @escaping @Sendable () -> Void) { state.withLock { $0.changed = changed } }

    /// Lets no bounded request begin until told otherwise: else, where several are given up one after the other, each
    /// would send the next on its way. What is under way goes on.
    func hold(_ holds: Bool) {
        let isOver = state.withLock { state in
            defer { state.isHeld = holds }
            return state.isHeld && !holds
        }
        if isOver { goOn() }
    }

    /// Begins the next request, unless one is under way.
    private func goOn() {
        let (next, changed) = state.withLock { state -> (Turn?, (@Sendable () -> Void)?) in
            let next =
                state.running == nil && !state.isHeld && !state.waiting.isEmpty ? state.waiting.removeFirst() : nil
            state.running = next ?? state.running
            let isBusy = state.running != nil
            defer { state.wasBusy = isBusy }
            return (next, isBusy == state.wasBusy ? nil : state.changed)
        }
        next?.begin(fetcher)
        changed?()
    }

    fileprivate func end(_ turn: Turn) {
        let isOver = state.withLock { state in
            guard state.running === turn else { return false }
            state.running = nil
            return true
        }
        if isOver { goOn() }
    }

    /// Takes a request out that has not begun; false when it has.
    fileprivate func withdraw(_ turn: Turn) -> Bool {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0 === turn }) else { return false }
            state.waiting.remove(at: place)
            return true
        }
    }
}

/// A bounded request that waits for its turn, or has it.
private final class Turn: FetchHandle {
    private struct State {
        var handle: (any FetchHandle)?
        var isCancelled = false
        var rests = false
    }

    private let turns: TurnFetcher
    private let request: FetchRequest
    private let handler: @Sendable (FetchEvent) -> Void
    private let state = Locked(State())

    init(_ turns: TurnFetcher, _ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) {
        self.turns = turns
        self.request = request
        self.handler = handler
    }

    func begin(_ fetcher: any Fetcher) {
        let handle = fetcher.fetch(request) { [self] event in
            if case .finished = event { turns.end(self) }
            handler(event)
        }
        let (isCancelled, rests) = state.withLock { state in
            state.handle = handle
            return (state.isCancelled, state.rests)
        }
        if isCancelled { handle.cancel() }
        if rests {
            handle.giveWay()
            turns.end(self)
        }
    }

    func cancel() {
        if turns.withdraw(self) {
            handler(.finished(.failure(.cancelled)))
            return
        }
        let handle = state.withLock { state in
            state.isCancelled = true
            return state.handle
        }
        handle?.cancel()
    }

    func pause() { rest { $0.pause() } }
    func giveWay() { rest { $0.giveWay() } }

    private func rest(_ order: (any FetchHandle) -> Void) {
        let handle = state.withLock { state in
            state.rests = true
            return state.handle
        }
        guard let handle else { return }
        order(handle)
        // What rests for long must not keep the others from theirs.
        turns.end(self)
    }

    func withdraw() -> Bool { turns.withdraw(self) }

    func resume() {
        let handle = state.withLock { state in
            state.rests = false
            return state.handle
        }
        handle?.resume()
    }
}
