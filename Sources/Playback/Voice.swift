import Base
import Glibc
import MediaCore
import Synchronization

/// One item's sound in the mixer: a ring between the decoder's thread (writes) and the sink's
/// real-time thread (reads), and the few words they exchange. Silent until told to play.
package final class Voice: @unchecked Sendable {
    // Unchecked: `samples` is shared by the ring's rule (the writer never touches what is not yet
    // consumed); the plain fields belong to the sink's thread while it holds `isBusy`.

    /// In frames: 1.36 s.
    static let capacity = 1 << 16
    private static let channels = AudioFormat.standard.channels
    /// Frames of a ramp from silence to full and back: 8 ms.
    private static let ramp = 384

    private let samples = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channels)
    private let written = Atomic<Int>(0)
    private let consumed = Atomic<Int>(0)
    /// Of the frame numbered 0, in nanoseconds of media time.
    private let origin = Atomic<Int64>(0)
    private let isWriterWaiting = Atomic<Bool>(false)
    private let isCancelled = Atomic<Bool>(false)
    private let space = Semaphore()

    private let isPlaying = Atomic<Bool>(false)
    private let startMedia = Atomic<Int64>(0)
    private let startHost = Atomic<Int64>(0)
    /// Changes with each start.
    private let startSerial = Atomic<Int>(0)

    /// Odd while a pair is being written.
    private let pairVersion = Atomic<Int>(0)
    private let pairMedia = Atomic<Int64>(0)
    private let pairHost = Atomic<Int64>(0)
    private let firstHeard = Atomic<Int64>(0)
    private let underrunCount = Atomic<Int>(0)

    private let isBusy = Atomic<Bool>(false)
    private var seenSerial = 0
    private var isAligned = false
    private var gain = 0
    private var mapMedia: Int64 = 0
    private var mapHost: Int64 = 0

    init() {}

    deinit {
        samples.deallocate()
    }

    // MARK: The decoder's side

    /// Appends interleaved frames (zeros for nil); blocks while the ring is full. False when
    /// cancelled.
    func write(_ source: UnsafeBufferPointer<Float>?, frames: Int) -> Bool {
        var done = 0
        while done < frames {
            if isCancelled.load(ordering: .acquiring) { return false }
            let end = written.load(ordering: .relaxed)
            let free = Self.capacity - (end - consumed.load(ordering: .acquiring))
            if free == 0 {
                isWriterWaiting.store(true, ordering: .sequentiallyConsistent)
                if consumed.load(ordering: .sequentiallyConsistent) + Self.capacity == end,
                    !isCancelled.load(ordering: .sequentiallyConsistent)
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
            written.store(end + count, ordering: .releasing)
            done += count
        }
        return true
    }

    /// Media time of the first frame of the run; before the first `write`.
    func setOrigin(_ media: MediaTime) {
        origin.store(media.nanoseconds, ordering: .releasing)
    }

    /// Unblocks the writer for good.
    func cancel() {
        isPlaying.store(false, ordering: .releasing)
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        space.post()
    }

    // MARK: The player's side

    /// The sample of `media` shall be heard at `host`; what is earlier is not heard.
    func play(media: MediaTime, at host: HostTime) {
        startMedia.store(media.nanoseconds, ordering: .relaxed)
        startHost.store(host.nanoseconds, ordering: .relaxed)
        startSerial.add(1, ordering: .releasing)
        isPlaying.store(true, ordering: .releasing)
    }

    /// Fades to silence within a few milliseconds and stays there.
    func hold() {
        isPlaying.store(false, ordering: .releasing)
    }

    /// Decoded and not yet taken by the mixer.
    var buffered: Duration {
        let start = consumed.load(ordering: .acquiring)
        return AudioFormat.standard.duration(frames: max(0, written.load(ordering: .acquiring) - start))
    }

    /// Media time of the next frame to be taken; nil while there is none.
    var head: MediaTime? {
        let start = consumed.load(ordering: .acquiring)
        return written.load(ordering: .acquiring) > start ? media(start) : nil
    }

    /// The newest pair of media time and the host time at which it is heard.
    var heard: (media: MediaTime, host: HostTime)? {
        for _ in 0..<4 {
            let version = pairVersion.load(ordering: .acquiring)
            if version == 0 { return nil }
            let media = pairMedia.load(ordering: .acquiring)
            let host = pairHost.load(ordering: .acquiring)
            if version & 1 == 0, version == pairVersion.load(ordering: .acquiring) {
                return (MediaTime(nanoseconds: media), HostTime(nanoseconds: host))
            }
        }
        return nil
    }

    /// When the first sample was heard.
    var firstSound: HostTime? {
        let time = firstHeard.load(ordering: .acquiring)
        return time == 0 ? nil : HostTime(nanoseconds: time)
    }

    /// How often the mixer found too little.
    var underruns: Int { underrunCount.load(ordering: .relaxed) }

    /// As new. Never while a writer is at it.
    func reset() {
        // The sink's thread holds it for microseconds, and never waits for us.
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        isPlaying.store(false, ordering: .relaxed)
        isCancelled.store(false, ordering: .relaxed)
        isWriterWaiting.store(false, ordering: .relaxed)
        written.store(0, ordering: .relaxed)
        consumed.store(0, ordering: .relaxed)
        pairVersion.store(0, ordering: .relaxed)
        firstHeard.store(0, ordering: .relaxed)
        underrunCount.store(0, ordering: .relaxed)
        seenSerial = startSerial.load(ordering: .relaxed)
        isAligned = false
        gain = 0
    }

    private func media(_ frame: Int) -> MediaTime {
        MediaTime(nanoseconds: origin.load(ordering: .acquiring)) + AudioFormat.standard.duration(frames: frame)
    }

    // MARK: The sink's side

    /// Adds this voice to `buffer` (`frames` × `channels`). Real-time safe.
    func mix(into buffer: UnsafeMutablePointer<Float>, frames: Int, channels: Int, presentation: HostTime) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        defer { isBusy.store(false, ordering: .releasing) }
        let plays = isPlaying.load(ordering: .acquiring)
        guard plays || gain > 0 else { return }
        let serial = startSerial.load(ordering: .acquiring)
        if plays, serial != seenSerial {
            seenSerial = serial
            isAligned = false
            gain = 0
            mapMedia = startMedia.load(ordering: .relaxed)
            mapHost = startHost.load(ordering: .relaxed)
        }

        let start = consumed.load(ordering: .relaxed)
        let available = written.load(ordering: .acquiring) - start
        var offset = 0
        var first = start
        if !isAligned {
            guard plays, available > 0 else { return }
            let wanted = mapMedia.addingSaturating(
                presentation.nanoseconds.subtractingSaturating(mapHost))
            let early = media(start).nanoseconds.subtractingSaturating(wanted)
            let earlyFrames = AudioFormat.standard.frames(in: .nanoseconds(early))
            if earlyFrames >= frames { return }
            if earlyFrames >= 0 {
                offset = earlyFrames
            } else {
                let late = min(-earlyFrames, available)
                first = start + late
                if late == available {
                    take(to: first)
                    return
                }
            }
            isAligned = true
        }

        let count = min(frames - offset, start + available - first)
        add(first, count, to: buffer + offset * channels, channels, fadesIn: plays, isLast: count < frames - offset)
        if count > 0 {
            publish(first, presentation + AudioFormat.standard.duration(frames: offset))
        }
        if count < frames - offset {
            isAligned = false
            gain = 0
            underrunCount.add(1, ordering: .relaxed)
        }
        take(to: first + count)
    }

    private func add(
        _ first: Int, _ count: Int, to target: UnsafeMutablePointer<Float>, _ channels: Int, fadesIn: Bool, isLast: Bool
    ) {
        let tail = max(1, min(Self.ramp, count))
        for index in 0..<max(0, count) {
            gain = fadesIn ? min(Self.ramp, gain + 1) : max(0, gain - 1)
            var level = Float(gain) / Float(Self.ramp)
            // Running dry: no click at the end either.
            if isLast { level *= min(1, Float(count - index) / Float(tail)) }
            let source = samples + ((first + index) & (Self.capacity - 1)) * Self.channels
            if channels == 1 {
                target[index] += (source[0] + source[1]) * 0.5 * level
            } else {
                target[index * channels] += source[0] * level
                target[index * channels + 1] += source[1] * level
            }
        }
    }

    private func publish(_ frame: Int, _ host: HostTime) {
        mapMedia = media(frame).nanoseconds
        mapHost = host.nanoseconds
        pairVersion.add(1, ordering: .sequentiallyConsistent)
        pairMedia.store(mapMedia, ordering: .releasing)
        pairHost.store(mapHost, ordering: .releasing)
        pairVersion.add(1, ordering: .sequentiallyConsistent)
        if firstHeard.load(ordering: .relaxed) == 0 { firstHeard.store(max(1, host.nanoseconds), ordering: .releasing) }
    }

    private func take(to frame: Int) {
        consumed.store(frame, ordering: .sequentiallyConsistent)
        if isWriterWaiting.load(ordering: .sequentiallyConsistent) { space.post() }
    }
}
