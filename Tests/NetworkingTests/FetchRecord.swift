import Base
import Devices

/// A record of what a fetch's handler was told, in order.
final class FetchRecord: Sendable {
    private struct State {
        var events: [FetchEvent] = []
        var waiting: CheckedContinuation<Result<FetchTiming, FetchError>, Never>?
    }
    private let state = Locked(State())

    func take(_ event: FetchEvent) {
        let waiting: CheckedContinuation<Result<FetchTiming, FetchError>, Never>? = state.withLock { state in
            state.events.append(event)
            guard case .finished = event else { return nil }
            let waiting = state.waiting
            state.waiting = nil
            return waiting
        }
        if case .finished(let result) = event { waiting?.resume(returning: result) }
    }

    func finished() async -> Result<FetchTiming, FetchError> {
        await withCheckedContinuation { continuation in
            let done: Result<FetchTiming, FetchError>? = state.withLock { state in
                if case .finished(let result)? = state.events.last { return result }
                state.waiting = continuation
                return nil
            }
            if let done { continuation.resume(returning: done) }
        }
    }

    var events: [FetchEvent] { state.withLock { $0.events } }

    var body: [UInt8] {
        events.flatMap { event -> [UInt8] in
            if case .data(let bytes) = event { return bytes }
            return []
        }
    }

    var response: FetchResponse? {
        for case .response(let response) in events { return response }
        return nil
    }

    var pieces: Int {
        events.count { if case .data = $0 { true } else { false } }
    }

    /// Whether the events came in order: at most one response first, then data, then exactly one
    /// end.
    var isInOrder: Bool {
        let order = events.map { event in
            switch event {
            case .response: "r"
            case .data: "d"
            case .finished: "f"
            }
        }.joined()
        return order.wholeMatch(of: /r?d*f/) != nil
    }
}

extension Fetcher {
    func record(_ request: FetchRequest, onEvent: @escaping @Sendable (FetchEvent) -> Void = { _ in }) async -> (
        FetchRecord, Result<FetchTiming, FetchError>
    ) {
        let record = FetchRecord()
        fetch(request) { event in
            record.take(event)
            onEvent(event)
        }
        return (record, await record.finished())
    }
}

extension Result {
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
    var value: Success? { if case .success(let value) = self { value } else { nil } }
}
