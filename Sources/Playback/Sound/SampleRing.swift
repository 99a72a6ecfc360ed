import Base
import MediaCore
import Synchronization

/// Decoded samples between one decoder's thread (writes) and the sink's real-time thread (reads).
package final class SampleRing: @unchecked Sendable {
    // Unchecked: `samples` is shared by the ring's rule: the writer never touches what is not yet consumed.

    /// The capacity in frames: 1.36 s.
    static let capacity = 1 << 16
    private static let channels = AudioFormat.standard.channels

    /// The room at which a writer that waits for some is woken, 171 ms: it writes several packets' samples at once
    /// rather than be woken for each period that the sink takes.
    private static let room = capacity / 8

    private let memory: PageMemory
    private let samples: UnsafeMutablePointer<Float>
    private let writtenFrames = Atomic<Int>(0)
    private let consumedFrames = Atomic<Int>(0)
    /// The media time of the frame numbered 0, in nanoseconds.
    private let origin = Atomic<Int64>(0)
    private let isWriterWaiting = Atomic<Bool>(false)
    private let cancelled = Atomic<Bool>(false)
    private let complete = Atomic<Bool>(false)
    private let space = Semaphore()

    init() {
        guard let memory = PageMemory(byteCount: Self.capacity * Self.channels * MemoryLayout<Float>.stride) else {
            // As with any object there is no memory for: the kernel gives a few hundred kilobytes, or nothing runs.
            fatalError("no memory for sound")
        }
        self.memory = memory
        samples = memory.base.bindMemory(to: Float.self, capacity: Self.capacity * Self.channels)
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
                if Self.capacity - (end - consumedFrames.load(ordering: .sequentiallyConsistent)) < Self.room,
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

    /// Sets the media time of the first frame of the run; to be called before the first `write`.
    func setOrigin(_ media: MediaTime) {
        origin.store(media.nanoseconds, ordering: .releasing)
    }

    /// Notes that nothing more will be written.
    func finish() { complete.store(true, ordering: .releasing) }

    /// Unblocks the writer for good. From any thread, the sink's too.
    func cancel() {
        cancelled.store(true, ordering: .sequentiallyConsistent)
        space.post()
    }

    /// Makes the ring as new, and gives its memory back. Never while a writer or a reader uses it.
    func reset() {
        if written > 0 { memory.drop() }
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

    /// The number of the frame nearest to a media time; it may lie before the run or behind it.
    func frame(at media: MediaTime) -> Int {
        let distance = media.nanoseconds.subtractingSaturating(origin.load(ordering: .acquiring))
        return AudioFormat.standard.frames(in: .nanoseconds(distance))
    }

    // MARK: The sink's side

    /// The interleaved samples of a frame that is written and not yet consumed.
    func samples(of frame: Int) -> UnsafePointer<Float> {
        UnsafePointer(samples + (frame & (Self.capacity - 1)) * Self.channels)
    }

    func take(to frame: Int) {
        consumedFrames.store(frame, ordering: .sequentiallyConsistent)
        guard isWriterWaiting.load(ordering: .sequentiallyConsistent), Self.capacity - (written - frame) >= Self.room
        else { return }
        if isWriterWaiting.exchange(false, ordering: .sequentiallyConsistent) { space.post() }
    }
}
