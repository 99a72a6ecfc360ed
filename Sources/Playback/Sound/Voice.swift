import Base
import Glibc
import MediaCore
import Synchronization

/// One item's sound in the mixer: the ring that plays, and perhaps another one that takes its place to the sample as
/// soon as it holds enough. Silent until told to play.
package final class Voice: @unchecked Sendable {
    // Unchecked: the plain fields belong to the sink's thread while it holds `isBusy`.

    private static let channels = AudioFormat.standard.channels
    /// The length in frames of a ramp from silence to full and back, and from one ring to another: 8 ms.
    private static let ramp = 384
    /// The number of frames that a ring must have beyond what is mixed at once before it takes over: 100 ms.
    private static let reserve = 4800
    /// The number of frames that a ring must have before it is heard where nothing sounds: 50 ms. Sound that has
    /// begun shall not break off again.
    private static let cushion = 2400
    private static let none = -1

    /// The rings: one plays, one is to take over, and two may still have writers on their way out.
    private let rings = (0..<4).map { _ in SampleRing() }
    private let free = Monitor(State())
    private let current = Atomic<Int>(none)
    private let next = Atomic<Int>(none)

    private struct State {
        var free: Set<Int> = [0, 1, 2, 3]
        var isCancelled = false
    }

    private let isPlaying = Atomic<Bool>(false)
    private let startMedia = Atomic<Int64>(0)
    private let startHost = Atomic<Int64>(0)
    /// A number that changes with each start.
    private let startSerial = Atomic<Int>(0)
    /// The rate in media seconds a second, as bits of a `Float`.
    private let speedBits = Atomic<UInt32>(Float(1).bitPattern)

    /// Whether it is heard; silent it plays on all the same.
    private let isAudible = Atomic<Bool>(true)

    /// A counter that is odd while a pair is being written.
    private let pairVersion = Atomic<Int>(0)
    private let pairMedia = Atomic<Int64>(0)
    private let pairHost = Atomic<Int64>(0)
    private let firstHeard = Atomic<Int64>(0)
    private let underrunCount = Atomic<Int>(0)

    private let isBusy = Atomic<Bool>(false)
    private var seenSerial = 0
    private var isAligned = false
    private var gain = 0
    /// How far its sound is let out, 0…`ramp`.
    private var share = ramp
    private var isLetOut = true
    private var stretch = TimeStretch()
    /// Whether `stretch` says what is heard next, and not the ring.
    private var isStretching = false
    private var mapMedia: Int64 = 0
    private var mapHost: Int64 = 0

    init() {}

    // MARK: The decoders' side

    /// A ring to write to; blocks until one is free. Nil when the voice is cancelled.
    func claim() -> SampleRing? {
        let index: Int? = free.wait { state -> Int?? in
            if state.isCancelled { return .some(nil) }
            return state.free.popFirst().map { .some($0) }
        }
        guard let index else { return nil }
        rings[index].reset()
        return rings[index]
    }

    /// Plays a ring's samples; while others play, they take over at the first moment at which they can go on from
    /// there. A ring that was to do so before is cancelled.
    func present(_ ring: SampleRing) {
        guard let index = rings.firstIndex(where: { $0 === ring }) else { return }
        if current.compareExchange(expected: Self.none, desired: index, ordering: .acquiringAndReleasing).exchanged {
            return
        }
        let before = next.exchange(index, ordering: .acquiringAndReleasing)
        if before != Self.none, before != index { rings[before].cancel() }
    }

    /// Withdraws a ring that was to take over; no effect when it has already.
    func withdraw(_ ring: SampleRing) {
        guard let index = rings.firstIndex(where: { $0 === ring }) else { return }
        _ = next.compareExchange(expected: index, desired: Self.none, ordering: .acquiringAndReleasing)
        if current.load(ordering: .acquiring) != index { ring.cancel() }
    }

    /// Makes a ring free again. Its writer must have ended, and it must have been cancelled.
    func release(_ ring: SampleRing) {
        guard let index = rings.firstIndex(where: { $0 === ring }) else { return }
        free.update { _ = $0.free.insert(index) }
    }

    /// The ring that is heard, or will be; nil when there is none.
    var playing: SampleRing? {
        let index = current.load(ordering: .acquiring)
        return index == Self.none ? nil : rings[index]
    }

    /// Unblocks the writers for good.
    func cancel() {
        isPlaying.store(false, ordering: .releasing)
        free.update { $0.isCancelled = true }
        for ring in rings { ring.cancel() }
    }

    // MARK: The player's side

    /// Starts to play: the sample of `media` shall be heard at `host`; earlier samples are not heard.
    func play(media: MediaTime, at host: HostTime) {
        startMedia.store(media.nanoseconds, ordering: .relaxed)
        startHost.store(host.nanoseconds, ordering: .relaxed)
        startSerial.add(1, ordering: .releasing)
        isPlaying.store(true, ordering: .releasing)
    }

    /// Media seconds in a second, within `PlaybackClock.rates`, with the pitch kept. At 1 samples are heard as they are.
    func setRate(_ rate: Double) {
        let speed = min(PlaybackClock.rates.upperBound, max(PlaybackClock.rates.lowerBound, rate.isNaN ? 1 : rate))
        speedBits.store(Float(speed).bitPattern, ordering: .relaxed)
    }

    /// Lets the sound out, or lets it play unheard: it goes on in time, and is there at once when it is wanted.
    func setAudible(_ isAudible: Bool) { self.isAudible.store(isAudible, ordering: .relaxed) }

    /// Fades to silence within a few milliseconds and stays there.
    func hold() {
        isPlaying.store(false, ordering: .releasing)
    }

    /// Drops all sound before `media`, also what is still to come, while the voice is silent. Never on the sink's
    /// thread.
    func skip(to media: MediaTime) {
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        guard !isPlaying.load(ordering: .acquiring) else { return }
        gain = 0
        isAligned = false
        for index in [current.load(ordering: .acquiring), next.load(ordering: .acquiring)] where index != Self.none {
            let first = rings[index].frame(at: media)
            if first > rings[index].consumed { rings[index].take(to: first) }
        }
    }

    /// Makes what is heard from now on count as the first sound. To be called while the voice is silent.
    func expectFirstSound() {
        firstHeard.store(0, ordering: .releasing)
    }

    /// The duration of decoded sound that the mixer has not yet taken.
    var buffered: Duration {
        guard let ring = playing else { return .zero }
        let start = ring.consumed
        return AudioFormat.standard.duration(frames: max(0, ring.written - start))
    }

    /// The media time of the next frame to be taken; nil while there is none.
    var head: MediaTime? {
        guard let ring = playing else { return nil }
        let start = ring.consumed
        return ring.written > start ? ring.media(start) : nil
    }

    /// The media time behind the last frame that was written; nil while there was none.
    var end: MediaTime? {
        guard let ring = playing else { return nil }
        let count = ring.written
        return count > 0 ? ring.media(count) : nil
    }

    /// The newest pair of media time and the host time at which it is heard; while the rate is not 1, at which it
    /// should be heard: what is heard lies within 8 ms of it, as often before as behind.
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

    /// The time at which the first sample was heard; nil before that.
    var firstSound: HostTime? {
        let time = firstHeard.load(ordering: .acquiring)
        return time == 0 ? nil : HostTime(nanoseconds: time)
    }

    /// The number of times the mixer found too little.
    var underruns: Int { underrunCount.load(ordering: .relaxed) }

    /// Makes the voice as new. Never while a writer uses it.
    func reset() {
        // The sink's thread holds the flag for microseconds, and never waits for us.
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        isPlaying.store(false, ordering: .relaxed)
        current.store(Self.none, ordering: .relaxed)
        next.store(Self.none, ordering: .relaxed)
        free.update { $0 = State() }
        pairVersion.store(0, ordering: .relaxed)
        firstHeard.store(0, ordering: .relaxed)
        underrunCount.store(0, ordering: .relaxed)
        seenSerial = startSerial.load(ordering: .relaxed)
        isAligned = false
        isStretching = false
        speedBits.store(Float(1).bitPattern, ordering: .relaxed)
        gain = 0
        isAudible.store(true, ordering: .relaxed)
        share = Self.ramp
    }

    /// Gives the samples' memory back, unless something is still heard of them. Never while a writer uses the voice.
    func tidy() {
        while isBusy.exchange(true, ordering: .acquiring) { sched_yield() }
        defer { isBusy.store(false, ordering: .releasing) }
        guard gain == 0, !isPlaying.load(ordering: .acquiring) else { return }
        current.store(Self.none, ordering: .relaxed)
        next.store(Self.none, ordering: .relaxed)
        for ring in rings { ring.reset() }
    }

    // MARK: The sink's side

    /// Adds this voice to `buffer` (`frames` × `channels`). Real-time safe.
    func mix(into buffer: UnsafeMutablePointer<Float>, frames: Int, channels: Int, presentation: HostTime) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        defer { isBusy.store(false, ordering: .releasing) }
        let plays = isPlaying.load(ordering: .acquiring)
        guard plays || gain > 0 else { return }
        isLetOut = isAudible.load(ordering: .relaxed)
        let serial = startSerial.load(ordering: .acquiring)
        if plays, serial != seenSerial {
            seenSerial = serial
            isAligned = false
            isStretching = false
            gain = 0
            mapMedia = startMedia.load(ordering: .relaxed)
            mapHost = startHost.load(ordering: .relaxed)
        }
        // Nothing sounds: there is nothing to fade.
        if gain == 0 { share = isLetOut ? Self.ramp : 0 }
        guard var ring = playing else { return }
        let speed = Double(Float(bitPattern: speedBits.load(ordering: .relaxed)))
        if isStretching, speed == 1, stretch.isIdle {
            isStretching = false
            ring.take(to: stretch.position)
        }
        if isAligned {
            if plays, gain == Self.ramp, handOver(from: ring, to: buffer, frames, channels, presentation, speed) {
                return
            }
            if isStretching || speed != 1 {
                return mixStretched(ring, buffer, frames, channels, presentation, speed, plays)
            }
        } else if plays, let other = takeOver(from: ring, at: wanted(presentation, speed), frames) {
            ring = other
        }

        let start = ring.consumed
        let available = ring.written - start
        var offset = 0
        var first = start
        if !isAligned {
            guard plays, available > 0 else { return }
            let early = ring.media(start).nanoseconds.subtractingSaturating(wanted(presentation, speed).nanoseconds)
            let earlyFrames = AudioFormat.standard.frames(in: .nanoseconds(early))
            if earlyFrames >= frames { return }
            if earlyFrames >= 0 {
                offset = earlyFrames
            } else {
                first = start + min(-earlyFrames, available)
            }
            guard first < start + available,
                ring.isComplete || start + available - first >= frames - offset + Self.cushion
            else { return ring.take(to: first) }
            isAligned = true
        }

        let count = min(frames - offset, start + available - first)
        add(
            ring, first, count, to: buffer + offset * channels, channels, fadesIn: plays,
            isLast: count < frames - offset)
        if count > 0 {
            publish(ring.media(first), presentation + AudioFormat.standard.duration(frames: offset))
        }
        if count < frames - offset {
            isAligned = false
            gain = 0
            underrunCount.add(1, ordering: .relaxed)
        }
        ring.take(to: first + count)
    }

    /// Mixes a ring's samples at another speed than 1.
    private func mixStretched(
        _ ring: SampleRing, _ buffer: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int,
        _ presentation: HostTime,
        _ speed: Double, _ plays: Bool
    ) {
        if !isStretching { stretch.begin(at: ring.consumed) }
        isStretching = true
        if plays { stretch.prepare(ring, frames: frames) }
        let count = max(0, min(frames, ring.written - stretch.position))
        if count > 0 { publish(ring.media(stretch.position) + Self.duration(stretch.deviation), presentation) }
        for index in 0..<count {
            let sample = stretch.next(ring)
            let level = level(index, of: count, fadesIn: plays, isLast: count < frames)
            mix(sample.left, sample.right, level, to: buffer, index, channels)
        }
        stretch.note(frames: count, speed: speed)
        if count < frames {
            isAligned = false
            isStretching = false
            gain = 0
            underrunCount.add(1, ordering: .relaxed)
            ring.take(to: ring.written)
        } else if stretch.needed > ring.consumed {
            ring.take(to: stretch.needed)
        }
    }

    private static func duration(_ frames: Double) -> Duration {
        .nanoseconds(Int64(saturating: frames / Double(AudioFormat.standard.sampleRate) * 1e9))
    }

    /// The media time that should be heard at `presentation`.
    private func wanted(_ presentation: HostTime, _ speed: Double) -> MediaTime {
        let elapsed = presentation.nanoseconds.subtractingSaturating(mapHost)
        let played = speed == 1 ? elapsed : Int64(saturating: Double(elapsed) * speed)
        return MediaTime(nanoseconds: mapMedia.addingSaturating(played))
    }

    /// Finds the ring that is to take over and drops what lies before `media` in it; nil unless it can go on from
    /// there for a while.
    private func successor(at media: MediaTime, _ frames: Int) -> (index: Int, first: Int)? {
        let index = next.load(ordering: .acquiring)
        guard index != Self.none else { return nil }
        let ring = rings[index]
        let end = ring.written
        let first = ring.frame(at: media)
        if first > ring.consumed { ring.take(to: min(first, end)) }
        guard end > 0, first >= ring.consumed, end - first >= frames,
            ring.isComplete || end - first >= frames + Self.reserve
        else { return nil }
        return (index, first)
    }

    /// Lets the ring at `index` take over; false when another one is to take over meanwhile.
    private func promote(_ index: Int, after old: SampleRing) -> Bool {
        guard next.compareExchange(expected: index, desired: Self.none, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        current.store(index, ordering: .releasing)
        old.cancel()
        return true
    }

    /// Goes over from one ring to the next at one sample, with a short cross-fade; false when it is not yet time.
    private func handOver(
        from old: SampleRing, to buffer: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int,
        _ presentation: HostTime,
        _ speed: Double
    ) -> Bool {
        if isStretching, !stretch.isIdle { return false }
        let start = isStretching ? stretch.position : old.consumed
        let fade = min(Self.ramp, frames, old.written - start)
        let media = old.media(start)
        guard fade > 0, let (index, first) = successor(at: media, frames), promote(index, after: old) else {
            return false
        }
        let ring = rings[index]
        for index in 0..<frames {
            let level = index < fade ? Float(index + 1) / Float(fade + 1) : 1
            let share = letOut()
            let new = ring.samples(of: first + index)
            mix(new[0], new[1], level * share, to: buffer, index, channels)
            guard index < fade else { continue }
            let sample = old.samples(of: start + index)
            mix(sample[0], sample[1], (1 - level) * share, to: buffer, index, channels)
        }
        publish(isStretching ? media + Self.duration(stretch.deviation) : media, presentation)
        if isStretching { stretch.move(to: first + frames, played: frames, speed: speed) }
        ring.take(to: first + frames)
        return true
    }

    /// Goes over to the next ring where nothing sounds, without a fade: what starts anew is faded in anyway.
    private func takeOver(from old: SampleRing, at media: MediaTime, _ frames: Int) -> SampleRing? {
        var found = successor(at: media, frames)?.index
        if found == nil, old.written == old.consumed {
            // Nothing else is left to play; the next ring may begin later.
            let index = next.load(ordering: .acquiring)
            if index != Self.none, rings[index].written > rings[index].consumed { found = index }
        }
        guard let found, promote(found, after: old) else { return nil }
        return rings[found]
    }

    private func add(
        _ ring: SampleRing, _ first: Int, _ count: Int, to target: UnsafeMutablePointer<Float>, _ channels: Int,
        fadesIn: Bool,
        isLast: Bool
    ) {
        for index in 0..<max(0, count) {
            let sample = ring.samples(of: first + index)
            let level = level(index, of: count, fadesIn: fadesIn, isLast: isLast)
            mix(sample[0], sample[1], level, to: target, index, channels)
        }
    }

    /// The level of the frame `index`; moves the ramp on.
    private func level(_ index: Int, of count: Int, fadesIn: Bool, isLast: Bool) -> Float {
        gain = fadesIn ? min(Self.ramp, gain + 1) : max(0, gain - 1)
        let level = Float(gain) / Float(Self.ramp) * letOut()
        // A ring that runs dry is faded out too, so that it ends without a click.
        return isLast ? level * min(1, Float(count - index) / Float(max(1, min(Self.ramp, count)))) : level
    }

    /// How far one frame is let out, 0…1; moves the ramp on.
    private func letOut() -> Float {
        share = isLetOut ? min(Self.ramp, share + 1) : max(0, share - 1)
        return Float(share) / Float(Self.ramp)
    }

    private func mix(
        _ left: Float, _ right: Float, _ level: Float, to target: UnsafeMutablePointer<Float>, _ index: Int,
        _ channels: Int
    ) {
        if channels == 1 {
            target[index] += (left + right) * 0.5 * level
        } else {
            target[index * channels] += left * level
            target[index * channels + 1] += right * level
        }
    }

    private func publish(_ media: MediaTime, _ host: HostTime) {
        mapMedia = media.nanoseconds
        mapHost = host.nanoseconds
        pairVersion.add(1, ordering: .sequentiallyConsistent)
        pairMedia.store(mapMedia, ordering: .releasing)
        pairHost.store(mapHost, ordering: .releasing)
        pairVersion.add(1, ordering: .sequentiallyConsistent)
        if firstHeard.load(ordering: .relaxed) == 0 { firstHeard.store(max(1, host.nanoseconds), ordering: .releasing) }
    }
}
