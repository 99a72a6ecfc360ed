import Base
import Devices
import Glibc
import MediaCore

/// Seen frames that wait to be fetched: between the thread that reads a device and the look's owner.
final class FrameQueue: Sendable {
    private struct State {
        var frames = FIFO<SeenFrame>()
        var pictures = 0
        var lost = 0
        var failure: (any Error)?
    }

    /// How many whole pictures may wait: a board's memory is small. 0.8 s at 60 a second, beside what the kernel
    /// keeps.
    private static let mostPictures = 48

    private let state = Locked(State())
    private let arrived: EventDescriptor
    private let clock = MonotonicClock()

    init() throws(SystemCallError) {
        arrived = try EventDescriptor()
    }

    var lost: Int { state.withLock { $0.lost } }

    /// The next frame; nil after `timeout` without one. Throws the error that ended the reading.
    func next(timeout: Duration) throws -> SeenFrame? {
        let deadline = clock.now + timeout
        while true {
            arrived.drain()
            if let frame = try take() { return frame }
            let left = (deadline - clock.now).nanoseconds
            guard left > 0 else { return nil }
            var wait = [pollfd(fd: arrived.raw, events: Int16(POLLIN), revents: 0)]
            poll(&wait, 1, Int32(min(left / 1_000_000 + 1, 1_000)))
        }
    }

    private func take() throws -> SeenFrame? {
        try state.withLock { state in
            guard let frame = state.frames.popFirst() else {
                if let failure = state.failure { throw failure }
                return nil
            }
            if frame.image != nil { state.pictures -= 1 }
            return frame
        }
    }

    func add(_ frames: [SeenFrame], lost: Int) {
        state.withLock { state in
            state.lost += lost
            for frame in frames { Self.append(frame, to: &state) }
        }
        arrived.signal()
    }

    /// Ends the queue: nothing more comes, and `next` throws `error`.
    func fail(_ error: any Error) {
        state.withLock { $0.failure = error }
        arrived.signal()
    }

    private static func append(_ frame: SeenFrame, to state: inout State) {
        if frame.image != nil {
            guard state.pictures < mostPictures else {
                state.lost += 1
                return
            }
            state.pictures += 1
        }
        state.frames.append(frame)
    }
}
