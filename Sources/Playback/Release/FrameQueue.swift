import Base
import Devices
import MediaCore

/// Decoded pictures on their way to the screen, as a value. Pictures of a new generation replace all that wait, but
/// only when the first of them comes: what is ready stays ready.
struct FrameQueue: Sendable {
    private var frames = FIFO<VideoFrame>()
    /// Whether nothing more will come.
    private(set) var isEnded = false
    private(set) var isCancelled = false
    /// The time of the last frame taken in. A decoder's frames come in order: one that is not later has come twice.
    private var last: MediaTime?
    /// The end of the time on screen of the last frame that came.
    private(set) var end: MediaTime?
    private var capacity = FrameQueue.playing
    /// The generation of the pictures that are wanted.
    private(set) var generation = 0
    /// The newest generation that the decoder has been sent to.
    private var reached = 0
    /// The generation of the pictures that wait; changes when they are replaced.
    private(set) var held = 0

    /// Whether the decoder rests: it has filled the queue, and what waits lasts for a while.
    private var isResting = false

    /// The capacity while the item plays: 1080p pictures are 3 MB each.
    static let playing = 5
    /// A decoder that has filled the queue goes on once what waits spans less than this: at 25 or 30 pictures a second it
    /// then decodes two in a row, which costs less than to be woken for each.
    private static let reserve = Duration.milliseconds(100)
    /// The capacity while the item is hidden: the picture to show. The decoder has the key frame, and takes nothing more
    /// until there is room: what follows takes it a few milliseconds, less than the first picture is on the screen.
    static let hidden = 1

    /// Whether pictures of a newer generation are on their way to replace those that wait.
    var isPast: Bool { held != generation }
    var isEmpty: Bool { frames.isEmpty }
    var count: Int { frames.count }
    /// The presentation time of the oldest picture that waits.
    var first: MediaTime? { frames.first?.presentation }

    /// The presentation times of the pictures that wait, oldest first. Kept, since each vblank asks for them.
    private(set) var times: [MediaTime] = []

    /// Whether the decoder is to go on: there is room, or what waits is not wanted and what it takes next takes its place.
    /// Before it has been sent there, it would take the key frame with which that begins for the last of what is past.
    var hasRoom: Bool {
        isCancelled || !isFull || isPast && reached >= generation || generation < reached
    }

    private var isFull: Bool { isResting || frames.count >= capacity }

    /// What decides whether a decoder that waits goes on: where none of it changes, it need not be woken.
    struct Mark: Equatable {
        var hasRoom: Bool
        var generation: Int
        var reached: Int
        var held: Int
    }

    var mark: Mark { Mark(hasRoom: hasRoom, generation: generation, reached: reached, held: held) }

    /// Adds a picture: false when cancelled, nil while there is no room. A picture of a generation that is not wanted
    /// waits until the decoder has been sent to the next one, and is dropped then: else the decoder would run on and
    /// take the packets with which that one begins.
    mutating func push(_ frame: VideoFrame, generation: Int) -> Bool? {
        if isCancelled { return false }
        if generation < reached { return true }
        if self.generation != generation { return nil }
        if held != generation {
            drop()
            held = generation
        }
        if let last, frame.presentation <= last { return true }
        if isFull { return nil }
        var duration = frame.duration
        if duration <= .zero, let last { duration = min(frame.presentation - last, .seconds(1)) }
        end = frame.presentation + duration
        frames.append(frame)
        times.append(frame.presentation)
        last = frame.presentation
        isResting = frames.count >= capacity && spansReserve
        return true
    }

    mutating func end(generation: Int) {
        if self.generation == generation { isEnded = true }
    }

    /// Notes that what the decoder takes next belongs to this generation, or a newer one.
    mutating func reach(_ generation: Int) { reached = max(reached, generation) }

    mutating func cancel() {
        isCancelled = true
        frames.removeAll()
        times.removeAll()
    }

    /// Sets the number of pictures that wait at most; those that are there stay.
    mutating func setCapacity(_ capacity: Int) {
        self.capacity = max(1, capacity)
        isResting = false
    }

    /// Begins a new generation, whose pictures will replace those that wait.
    mutating func begin(_ generation: Int) {
        self.generation = generation
        isEnded = false
    }

    /// Begins a new generation and drops the pictures that wait.
    mutating func clear(_ generation: Int) {
        drop()
        begin(generation)
    }

    /// Drops `index` frames and returns the next.
    mutating func take(_ index: Int) -> VideoFrame? {
        times.removeFirst(min(max(0, index) + 1, times.count))
        for _ in 0..<index { _ = frames.popFirst() }
        let frame = frames.popFirst()
        if !spansReserve { isResting = false }
        return frame
    }

    private var spansReserve: Bool {
        guard let first = times.first, let last = times.last else { return false }
        return last - first >= Self.reserve
    }

    private mutating func drop() {
        isResting = false
        frames.removeAll()
        times.removeAll(keepingCapacity: true)
        (last, end) = (nil, nil)
    }
}
