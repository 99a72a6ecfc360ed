import Base
import Devices
import MediaCore

/// Decoded pictures on their way to the screen: the decoder's thread blocks when there are enough, the display's
/// never waits. Pictures of a new generation replace all that wait, but only when the first of them comes: what is
/// ready stays ready.
final class FrameQueue: Sendable {
    struct State {
        var frames = FIFO<VideoFrame>()
        var isEnded = false
        var isCancelled = false
        /// The time of the last frame taken in. A decoder's frames come in order: one that is not later has come
        /// twice.
        var last: MediaTime?
        /// The end of the last frame's time on screen.
        var end: MediaTime?
        var capacity = FrameQueue.playing
        /// The generation of the pictures that are taken in.
        var generation = 0
        /// The generation of the pictures that wait.
        var held = 0
    }

    /// A snapshot of the pictures that wait.
    struct Look: Sendable, Hashable {
        /// The presentation times of the pictures, oldest first.
        var times: [MediaTime] = []
        /// Whether nothing more will come.
        var isEnded = false
        /// The generation of these pictures; changes when they are replaced.
        var generation = 0
        /// Whether pictures of a newer generation are on their way to replace these.
        var isPast = false
    }

    /// The capacity while the item plays: 1080p pictures are 3 MB each.
    static let playing = 5
    /// The capacity while the item is hidden: one picture to show, one to go on with, and one while the decoder
    /// gets going.
    static let hidden = 3
    private let state = Monitor(State())

    /// Adds a picture; blocks while the queue is full. False when cancelled. A picture of a generation that is not
    /// wanted is dropped.
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

    /// Sets the number of pictures that wait at most; those that are there stay.
    func setCapacity(_ capacity: Int) {
        state.update { $0.capacity = max(1, capacity) }
    }

    /// Begins a new generation, whose pictures will replace those that wait, and returns its number.
    func renew() -> Int {
        state.update { state in
            state.generation += 1
            state.isEnded = false
            return state.generation
        }
    }

    /// Begins a new generation and drops the pictures that wait; returns its number.
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

    /// The end of the last picture that came.
    var lastEnd: MediaTime? { state.withLock { $0.end } }

    /// Drops `index` frames and returns the next.
    func take(_ index: Int) -> VideoFrame? {
        state.update { state in
            for _ in 0..<index { _ = state.frames.popFirst() }
            return state.frames.popFirst()
        }
    }
}
