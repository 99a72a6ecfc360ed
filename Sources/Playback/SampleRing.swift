import Base
import MediaCore
import Synchronization

/// Decoded samples between one decoder's thread (writes) and the sink's real-time thread (reads).
package final class SampleRing: @unchecked Sendable {
    // Unchecked: `samples` is shared by the ring's rule: the writer never touches what is not yet consumed.

    /// In frames: 1.36 s.
    static let capacity = 1 << 16
    private static let channels = AudioFormat.standard.channels

    private let samples = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channels)
    private let writtenFrames = Atomic<Int>(0)
    private let consumedFrames = Atomic<Int>(0)
    /// Of the frame numbered 0, in nanoseconds of media time.
    private let origin = Atomic<Int64>(0)
    private let isWriterWaiting = Atomic<Bool>(false)
    private let cancelled = Atomic<Bool>(false)
    private let complete = Atomic<Bool>(false)
    private let space = Semaphore()

    init() {}

    deinit {
        samples.deallocate()
    }

    // MARK: The decoder's side

    /// Appends interleaved frames (zeros for nil); blocks while the ring is full. False when cancelled.
    func write(_ source: UnsafeBufferPointer<Float>?, frames: Int) -> Bool {
        var done = 0
        while done < frames {
            if isCancelled { return false }
            let end = writtenFrames.load(ordering: .relaxed)
            let free = Self.capacity - (end - consumed)
            if free == 0 {
                isWriterWaiting.store(true, ordering: .sequentiallyConsistent)
                if consumedFrames.load(ordering: .sequentiallyConsistent) + Self.capacity == end,
                    !cancelled.load(ordering: .sequentiallyConsistent)
                {
                    space.wait()
                }
                isWriterWaiting.store(false, ordering: .relaxed)
                continue
            }
            let position = end & (Self.capacity - 1)
            let count = min(frames - done, free, Self.capacity - position)
            let target = samples + position * Self.channels
            if let base = source?.baseAddress {
                target.update(from: base + done * Self.channels, count: count * Self.channels)
            } else {
                target.update(repeating: 0, count: count * Self.channels)
            }
            writtenFrames.store(end + count, ordering: .releasing)
            done += count
        }
        return true
    }

    /// Media time of the first frame of the run; before the first `write`.
    func setOrigin(_ media: MediaTime) {
        origin.store(media.nanoseconds, ordering: .releasing)
    }

    /// Nothing more will be written.
    func finish() { complete.store(true, ordering: .releasing) }

    /// Unblocks the writer for good. From any thread, the sink's too.
    func cancel() {
        cancelled.store(true, ordering: .sequentiallyConsistent)
        space.post()
    }

    /// As new. Never while a writer or a reader is at it.
    func reset() {
        isWriterWaiting.store(false, ordering: .relaxed)
        writtenFrames.store(0, ordering: .relaxed)
        consumedFrames.store(0, ordering: .relaxed)
        complete.store(false, ordering: .relaxed)
        cancelled.store(false, ordering: .releasing)
    }

    // MARK: Both sides

    var written: Int { writtenFrames.load(ordering: .acquiring) }
    var consumed: Int { consumedFrames.load(ordering: .acquiring) }
    var isComplete: Bool { complete.load(ordering: .acquiring) }
    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func media(_ frame: Int) -> MediaTime {
        MediaTime(nanoseconds: origin.load(ordering: .acquiring)) + AudioFormat.standard.duration(frames: frame)
    }

    /// The nearest frame, which may lie before the run or behind it.
    func frame(at media: MediaTime) -> Int {
        let distance = media.nanoseconds.subtractingSaturating(origin.load(ordering: .acquiring))
        return AudioFormat.standard.frames(in: .nanoseconds(distance))
    }

    // MARK: The sink's side

    /// Interleaved, of a frame that is written and not yet consumed.
    func samples(of frame: Int) -> UnsafePointer<Float> {
        UnsafePointer(samples + (frame & (Self.capacity - 1)) * Self.channels)
    }

    func take(to frame: Int) {
        consumedFrames.store(frame, ordering: .sequentiallyConsistent)
        if isWriterWaiting.load(ordering: .sequentiallyConsistent) { space.post() }
    }
}
