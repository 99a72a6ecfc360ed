import Synchronization

/// A whole resource in memory.
package struct LoadedResource: Sendable {
    package var response: FetchResponse
    package var body: [UInt8]
    package var timing: FetchTiming

    package init(response: FetchResponse, body: [UInt8], timing: FetchTiming) {
        self.response = response
        self.body = body
        self.timing = timing
    }
}

extension Fetcher {
    /// Fetches to the end. Cancelling the task cancels the fetch, which then throws `.cancelled`.
    package func load(_ request: FetchRequest) async throws(FetchError) -> LoadedResource {
        let pending = PendingLoad()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                pending.started(fetch(request) { pending.handle($0, continuation) })
            }
        } onCancel: {
            pending.cancel()
        }
        return try result.get()
    }
}

/// The part of a resource that has come so far, and the handle to stop the rest.
private final class PendingLoad: Sendable {
    private struct State {
        var response: FetchResponse?
        var body: [UInt8] = []
        var handle: (any FetchHandle)?
        var isCancelled = false
    }
    private let state = Mutex(State())

    func started(_ handle: any FetchHandle) {
        let isCancelled = state.withLock { state in
            state.handle = handle
            return state.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    func cancel() {
        let handle = state.withLock { state in
            state.isCancelled = true
            return state.handle
        }
        handle?.cancel()
    }

    func handle(
        _ event: FetchEvent, _ continuation: CheckedContinuation<Result<LoadedResource, FetchError>, Never>
    ) {
        switch event {
        case .response(let response):
            state.withLock { $0.response = response }
        case .data(let bytes):
            state.withLock { $0.body += bytes }
        case .finished(.failure(let error)):
            continuation.resume(returning: .failure(error))
        case .finished(.success(let timing)):
            let (response, body) = state.withLock { ($0.response, $0.body) }
            guard let response else {
                continuation.resume(returning: .failure(.other(url: "", reason: "no response")))
                return
            }
            continuation.resume(
                returning: .success(LoadedResource(response: response, body: body, timing: timing)))
        }
    }
}
