import Base
import Devices
import MediaCore

/// Decoded pictures on their way to the screen: the decoder's thread blocks when there are enough,
/// the display's never waits.
final class FrameQueue: Sendable {
    struct State {
        var frames = FIFO<VideoFrame>()
        var isEnded = false
        var isCancelled = false
        /// A decoder's frames come in order; what is not later than this one comes twice.
        var last: MediaTime?
        /// Of the last one's time on screen.
        var end: MediaTime?
    }

    /// 1080p pictures are 3 MB each.
    private static let capacity = 5
    private let state = Monitor(State())

    /// False when cancelled.
    func push(_ frame: VideoFrame) -> Bool {
        state.wait { state -> Bool? in
            if state.isCancelled { return false }
            if let last = state.last, frame.presentation <= last { return true }
            if state.frames.count >= Self.capacity { return nil }
            var duration = frame.duration
            if duration <= .zero, let last = state.last { duration = min(frame.presentation - last, .seconds(1)) }
            state.end = frame.presentation + duration
            state.frames.append(frame)
            state.last = frame.presentation
            return true
        }
    }

    func end() {
        state.update { $0.isEnded = true }
    }

    func cancel() {
        state.update { state in
            state.isCancelled = true
            state.frames.removeAll()
        }
    }

    /// Presentation times waiting, oldest first, and whether more will come.
    func look() -> (times: [MediaTime], isEnded: Bool) {
        state.withLock { state in
            var times: [MediaTime] = []
            times.reserveCapacity(Self.capacity)
            state.frames.forEach { times.append($0.presentation) }
            return (times, state.isEnded)
        }
    }

    /// Where the last picture that came ends.
    var lastEnd: MediaTime? { state.withLock { $0.end } }

    /// Drops `index` frames and takes the next.
    func take(_ index: Int) -> VideoFrame? {
        state.update { state in
            for _ in 0..<index { _ = state.frames.popFirst() }
            return state.frames.popFirst()
        }
    }
}
