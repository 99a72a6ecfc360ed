import Base
import Devices
import MediaCore

/// Decoded pictures on their way to the screen: the decoder's thread blocks when there are enough,
/// the display's never waits. Pictures of a new generation take the place of all that wait, when the first of them
/// comes and not before: what is ready stays ready.
final class FrameQueue: Sendable {
    struct State {
        var frames = FIFO<VideoFrame>()
        var isEnded = false
        var isCancelled = false
        /// A decoder's frames come in order; what is not later than this one comes twice.
        var last: MediaTime?
        /// Of the last one's time on screen.
        var end: MediaTime?
        var capacity = FrameQueue.playing
        /// Only pictures of this one are taken in.
        var generation = 0
        /// Of the pictures that wait.
        var held = 0
    }

    /// What waits.
    struct Look: Sendable, Hashable {
        /// Presentation times, oldest first.
        var times: [MediaTime] = []
        /// Nothing more will come.
        var isEnded = false
        /// Of those pictures; changes when they are replaced.
        var generation = 0
        /// Others are on their way that will take their place.
        var isPast = false
    }

    /// 1080p pictures are 3 MB each.
    static let playing = 5
    /// One to show, one to go on with, and one while the decoder gets going.
    static let hidden = 3
    private let state = Monitor(State())

    /// False when cancelled. Of another generation than is wanted it is let go.
    func push(_ frame: VideoFrame, generation: Int) -> Bool {
        state.wait { state -> Bool? in
            if state.isCancelled { return false }
            if state.generation != generation { return true }
            if state.held != generation {
                state.frames.removeAll()
                (state.last, state.end) = (nil, nil)
                state.held = generation
            }
            if let last = state.last, frame.presentation <= last { return true }
            if state.frames.count >= state.capacity { return nil }
            var duration = frame.duration
            if duration <= .zero, let last = state.last { duration = min(frame.presentation - last, .seconds(1)) }
            state.end = frame.presentation + duration
            state.frames.append(frame)
            state.last = frame.presentation
            return true
        }
    }

    func end(generation: Int) {
        state.update { if $0.generation == generation { $0.isEnded = true } }
    }

    func cancel() {
        state.update { state in
            state.isCancelled = true
            state.frames.removeAll()
        }
    }

    /// So many wait at most; what is there stays.
    func setCapacity(_ capacity: Int) {
        state.update { $0.capacity = max(1, capacity) }
    }

    /// Gives the generation whose pictures will take the place of those that wait.
    func renew() -> Int {
        state.update { state in
            state.generation += 1
            state.isEnded = false
            return state.generation
        }
    }

    /// The same, and lets go those that wait.
    func clear() -> Int {
        state.update { state in
            state.frames.removeAll()
            (state.last, state.end) = (nil, nil)
            state.generation += 1
            state.isEnded = false
            return state.generation
        }
    }

    var generation: Int { state.withLock { $0.generation } }

    func look() -> Look {
        state.withLock { state in
            var look = Look(
                isEnded: state.isEnded, generation: state.held, isPast: state.held != state.generation)
            look.times.reserveCapacity(state.frames.count)
            state.frames.forEach { look.times.append($0.presentation) }
            return look
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
