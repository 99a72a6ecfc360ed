import Synchronization

/// A short sound over what plays, which is quieter meanwhile: a doorbell, a voice. One at a time.
///
/// The sink's thread takes its samples without a lock and without memory of its own; whoever begins one gives the
/// memory back when it is over.
final class Announcement: @unchecked Sendable {
    // Unchecked: the plain fields are written while `state` is `free` only, and read by the sink's thread while it is not.

    private enum Phase {
        static let free = 0
        static let playing = 1
        static let leaving = 2
        static let over = 3
        /// It was stopped, and has faded out.
        static let stopped = 4
    }

    /// How much quieter all else is meanwhile, linear.
    private var duck: Float = 1
    private var samples: UnsafeMutableBufferPointer<Float> = .init(start: nil, count: 0)
    private let state = Atomic<Int>(Phase.free)
    /// The next frame, of two samples; the sink's thread alone touches it while it plays.
    private let position = Atomic<Int>(0)
    /// The gain of all else, and of the sound itself, as bits of a `Float`; the sink's thread alone touches them.
    private let ducked = Atomic<UInt32>(Float(1).bitPattern)
    private let strength = Atomic<UInt32>(Float(1).bitPattern)

    /// The seconds in which all else becomes quieter, comes back, and in which a sound that is stopped fades.
    private static let (down, up, end): (Float, Float, Float) = (0.15, 0.4, 0.03)

    deinit { samples.deallocate() }

    var isPlaying: Bool {
        let state = state.load(ordering: .acquiring)
        return state == Phase.playing || state == Phase.leaving
    }

    /// Whether the last one was stopped, and is silent by now.
    var wasStopped: Bool { state.load(ordering: .acquiring) == Phase.stopped }

    /// Begins a sound.
    ///
    /// - Parameters:
    ///   - sound: two channels at 48 kHz, one after the other
    ///   - duck: the gain of all else meanwhile, 0…1
    /// - Returns: false while another one plays
    func begin(_ sound: [Float], duck: Float) -> Bool {
        tidy()
        guard state.load(ordering: .acquiring) == Phase.free, sound.count >= 2 else { return false }
        samples = .allocate(capacity: sound.count / 2 * 2)
        _ = samples.initialize(from: sound.prefix(samples.count))
        self.duck = min(1, max(0, duck.isNaN ? 1 : duck))
        position.store(0, ordering: .relaxed)
        strength.store(Float(1).bitPattern, ordering: .relaxed)
        state.store(Phase.playing, ordering: .releasing)
        return true
    }

    /// Lets the sound fade out at once.
    func stop() {
        _ = state.compareExchange(expected: Phase.playing, desired: Phase.leaving, ordering: .acquiringAndReleasing)
    }

    /// Gives the memory of a sound back that is over.
    func tidy() {
        guard [Phase.over, Phase.stopped].contains(state.load(ordering: .acquiring)) else { return }
        samples.deallocate()
        samples = .init(start: nil, count: 0)
        state.store(Phase.free, ordering: .releasing)
    }

    /// Makes what is there quieter and adds the sound. On the sink's thread.
    func mix(into base: UnsafeMutablePointer<Float>, frames: Int, channels: Int, sampleRate: Int) {
        let phase = state.load(ordering: .acquiring)
        let isPlaying = phase == Phase.playing || phase == Phase.leaving
        var gain = Float(bitPattern: ducked.load(ordering: .relaxed))
        guard isPlaying || gain < 1 else { return }
        let rate = Float(max(1, sampleRate))
        let (downStep, upStep, endStep) = (1 / (Self.down * rate), 1 / (Self.up * rate), 1 / (Self.end * rate))
        let target = isPlaying ? duck : 1
        var strength = Float(bitPattern: self.strength.load(ordering: .relaxed))
        var place = position.load(ordering: .relaxed)
        let count = isPlaying ? samples.count / 2 : 0
        for frame in 0..<frames {
            if gain > target { gain = max(target, gain - downStep) }
            if gain < target { gain = min(target, gain + upStep) }
            if phase == Phase.leaving { strength = max(0, strength - endStep) }
            for channel in 0..<channels {
                let index = frame * channels + channel
                base[index] *= gain
                if place < count, channel < 2 { base[index] += samples[place * 2 + channel] * strength }
            }
            if place < count { place += 1 }
        }
        ducked.store(gain.bitPattern, ordering: .relaxed)
        self.strength.store(strength.bitPattern, ordering: .relaxed)
        position.store(place, ordering: .relaxed)
        guard isPlaying, place >= count || strength <= 0 else { return }
        state.store(phase == Phase.leaving ? Phase.stopped : Phase.over, ordering: .releasing)
    }
}
