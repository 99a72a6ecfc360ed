import Base
import Foundation
import Glibc
import MediaCore

/// A line that the answers to several connections go through, at its pace: the owner of a `BottleneckQueue`.
///
/// An answer offers its bytes, and writes them to its socket when they have come to the line's end.
final class SharedLine: Sendable {
    /// The line ended a wait: its connection has closed.
    struct Closed: Error {}

    private struct State {
        var queue = BottleneckQueue()
        var faults = FaultOptions()
        /// What has arrived and is not written yet, by connection.
        var arrived: [Int: Int] = [:]
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var members: Set<Int> = []
        /// The task that sleeps until more arrives, and until when.
        var sleeper: Task<Void, Never>?
        var wake: HostTime?
    }

    private let state = Locked(State())

    /// Lets a connection send over the line until it is closed; returns false if it did before.
    func join(_ connection: Int) -> Bool { state.withLock { $0.members.insert(connection).inserted } }

    /// Offers bytes of an answer: of each entry so many, from its time on.
    func offer(_ parts: [(at: HostTime, bytes: Int)], on connection: Int, faults: FaultOptions) {
        move { state in
            guard state.members.contains(connection) else { return }
            state.faults = faults
            state.queue.buffer = faults.queueBytes
            for part in parts {
                state.queue.offer(part.bytes, on: connection, at: part.at, roundTrip: faults.roundTrip)
            }
        }
    }

    /// Waits until something offered has arrived.
    func arrival(on connection: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if !state.members.contains(connection) { return .failure(Closed()) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.arrived[connection] != nil { return .success(()) }
                    state.waiting[connection] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: connection) }?.resume(throwing: CancellationError())
        }
    }

    /// Waits until something has arrived, and returns how many bytes of it may be written, at most `most`.
    func next(on connection: Int, most: Int) async throws -> Int {
        try await arrival(on: connection)
        return state.withLock { state in
            let arrived = state.arrived.removeValue(forKey: connection) ?? 0
            if arrived > most { state.arrived[connection] = arrived - most }
            return min(arrived, most)
        }
    }

    /// The client's kernel has taken bytes: there may be more.
    func take(_ bytes: Int, on connection: Int) {
        move { $0.queue.take(bytes, on: connection, at: .now) }
    }

    /// The connection is no more: what is not on its way is lost.
    func close(_ connection: Int) {
        let waiting = state.withLock { state in
            state.members.remove(connection)
            state.arrived[connection] = nil
            return state.waiting.removeValue(forKey: connection)
        }
        waiting?.resume(throwing: Closed())
        move { $0.queue.close(connection, at: .now) }
    }

    /// Changes the state, tells who waits what has arrived by now, and sleeps until there is more.
    private func move(_ change: (inout State) -> Void) {
        let ready = state.withLock { state in
            change(&state)
            if let kilobits = state.faults.kilobits(now: Date().timeIntervalSince1970) {
                state.queue.rate = kilobits * 1000
            }
            var ready: [CheckedContinuation<Void, any Error>] = []
            for arrival in state.queue.advance(to: .now) where state.members.contains(arrival.connection) {
                state.arrived[arrival.connection, default: 0] += arrival.bytes
                if let waiting = state.waiting.removeValue(forKey: arrival.connection) { ready.append(waiting) }
            }
            sleep(&state)
            return ready
        }
        for continuation in ready { continuation.resume() }
    }

    /// Makes a task that sleeps until something happens, unless there is one that wakes as early.
    private func sleep(_ state: inout State) {
        guard let wake = state.queue.nextWake else { return }
        if let planned = state.wake, planned <= wake { return }
        state.sleeper?.cancel()
        state.wake = wake
        state.sleeper = Task {
            guard (try? await Task.sleep(for: max(.zero, wake - .now))) != nil else { return }
            move { state in
                // Another task may have been made for an earlier time meanwhile: then that one's plan stands.
                if !Task.isCancelled { state.wake = nil }
            }
        }
    }
}

extension HostTime {
    /// The time by CLOCK_MONOTONIC.
    static var now: HostTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
