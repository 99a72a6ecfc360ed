import Base
import Devices
import Glibc
import MediaCore

/// Where a capture device's thread leaves the pictures, and the scenario's thread finds them.
final class CaptureInbox: Sendable {
    private struct State {
        var frames = FIFO<SeenFrame>()
        var lost = 0
        var error: CaptureError?
    }

    private let state = Locked(State())
    private let arrived: EventDescriptor
    /// Pictures that may wait; more are lost, and counted.
    private let room: Int

    init(room: Int) throws {
        self.room = room
        arrived = try EventDescriptor()
    }

    var lost: Int { state.withLock { $0.lost } }

    func add(_ frame: SeenFrame) {
        state.withLock { state in
            guard state.frames.count < room else {
                state.lost += 1
                return
            }
            state.frames.append(frame)
        }
        arrived.signal()
    }

    func lose(_ count: Int) {
        if count > 0 { state.withLock { $0.lost += count } }
    }

    /// No more pictures come.
    func fail(_ error: CaptureError) {
        state.withLock { $0.error = error }
        arrived.signal()
    }

    /// The oldest picture; throws the device's error once all before it were taken.
    func next(timeout: Duration) throws -> SeenFrame? {
        let clock = MonotonicClock()
        let deadline = clock.now + timeout
        while true {
            if let frame = try take() { return frame }
            let left = (deadline - clock.now) / .milliseconds(1)
            guard left > 0 else { return nil }
            var wanted = pollfd(fd: arrived.raw, events: Int16(POLLIN), revents: 0)
            if poll(&wanted, 1, Int32(clamping: Int64(left.rounded(.up)))) > 0 { arrived.drain() }
        }
    }

    private func take() throws -> SeenFrame? {
        try state.withLock { state throws(CaptureError) -> SeenFrame? in
            if let frame = state.frames.popFirst() { return frame }
            if let error = state.error { throw error }
            return nil
        }
    }
}
