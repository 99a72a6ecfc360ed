import Base
import Devices
import MediaCore

/// A clock that stands still until it is moved by hand.
package final class ManualClock: HostClock {
    private struct Sleeper {
        var id: UInt64
        var deadline: HostTime
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: HostTime
        var sleepers: [Sleeper] = []
        var lastID: UInt64 = 0
        /// The sleepers that were cancelled before they fell asleep.
        var cancelled: Set<UInt64> = []
    }

    private let state: Locked<State>
    /// Told whenever somebody has fallen asleep.
    private let (slept, tellSlept) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    package init(now: HostTime = HostTime(nanoseconds: 1_000_000_000)) {
        state = Locked(State(now: now))
    }

    package var now: HostTime { state.withLock { $0.now } }

    /// The deadline of the sleeper that wakes next; nil without any.
    package var nextDeadline: HostTime? { state.withLock { $0.sleepers.map(\.deadline).min() } }

    /// Waits until somebody sleeps; for one waiter at a time.
    /// - Returns: the deadline of the sleeper that wakes next; nil when the waiting was cancelled
    package func sleeper() async -> HostTime? {
        if let next = nextDeadline { return next }
        for await _ in slept {
            if let next = nextDeadline { return next }
        }
        return nil
    }

    /// Moves the clock and wakes all sleepers whose deadline has come, in the order of their
    /// deadlines. They run when their executor gets to them: the clock does not wait.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    package func sleep(until deadline: HostTime) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enum Now { case sleep, wake, cancel }
                let what: Now = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .cancel }
                    if deadline <= state.now { return .wake }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return .sleep
                }
                switch what {
                case .sleep: tellSlept.yield()
                case .wake: continuation.resume()
                case .cancel: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index).continuation
            }
            sleeper?.resume(throwing: CancellationError())
        }
        state.withLock { _ = $0.cancelled.remove(id) }
    }
}
