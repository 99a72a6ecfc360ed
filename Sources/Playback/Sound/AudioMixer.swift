import Base
import Devices
import MediaCore
import Synchronization

/// Mixes the items' voices for the sink. `render` is real-time safe: the voices are made once and
/// live as long as the mixer.
package final class AudioMixer: AudioRenderer {
    private let voices: [Voice]
    private let free: Locked<[Int]>
    /// The gain that was asked for, linear, as bits of a `Float`.
    private let target: Atomic<UInt32>
    /// The gain in use, which follows `target`; only the sink's thread touches it.
    private let gain: Atomic<UInt32>
    /// How strong all sound is to be beside the gain, as bits of a `Float`, and how many seconds it takes from 0 to 1.
    private let fadeTarget = Atomic<UInt32>(Float(1).bitPattern)
    private let fadeSeconds = Atomic<UInt32>(Float(0).bitPattern)
    /// How strong it is; only the sink's thread touches it.
    private let strength = Atomic<UInt32>(Float(1).bitPattern)
    /// A short sound over all others.
    let announcement = Announcement()
    /// What is said of the interface, over everything.
    let words = SpokenWords()
    private let isNight = Atomic<Bool>(false)
    /// The level and the gain of the night mode, as bits of a `Float`; only the sink's thread touches them.
    private let nightLevel = Atomic<UInt32>(Float(0).bitPattern)
    private let nightGain = Atomic<UInt32>(Float(1).bitPattern)

    /// Makes a mixer with a fixed number of voices.
    /// - Parameter voices: items that may have sound at one time, and as many again that are ending: surfing leaves
    ///   them faster than their threads return. Rings that were never written to cost no memory.
    package init(voices count: Int = 16) {
        voices = (0..<count).map { _ in Voice() }
        free = Locked(Array(0..<count))
        target = Atomic(Float(1).bitPattern)
        gain = Atomic(Float(1).bitPattern)
    }

    /// Sets the gain: linear, 0…1; reached by a ramp of 20 ms.
    package func setGain(_ value: Double) {
        target.store(Float(min(1, max(0, value.isNaN ? 0 : value))).bitPattern, ordering: .relaxed)
    }

    /// Lets all sound become so strong, 0…1, beside the gain.
    ///
    /// - Parameter pace: the time from one end to the other
    package func fade(to strength: Double, pace: Duration) {
        fadeSeconds.store(Float(max(0, pace.inSeconds)).bitPattern, ordering: .relaxed)
        fadeTarget.store(Float(min(1, max(0, strength.isNaN ? 1 : strength))).bitPattern, ordering: .relaxed)
    }

    /// Makes quiet sound louder and loud sound quieter, or no longer.
    package func setNight(_ isOn: Bool) { isNight.store(isOn, ordering: .relaxed) }

    /// Takes a free voice; nil when all are taken.
    func takeVoice() -> Voice? {
        let index = free.withLock { free -> Int? in
            let index = free.isEmpty ? nil : free.removeFirst()
            // Those that came back before have faded out by now, most likely: their samples are of no use.
            for index in free { voices[index].tidy() }
            return index
        }
        guard let index else { return nil }
        voices[index].reset()
        return voices[index]
    }

    /// Gives a voice back. Its writer must have ended; it may still be fading out.
    func giveBack(_ voice: Voice) {
        guard let index = voices.firstIndex(where: { $0 === voice }) else { return }
        // Put last in the queue, so that it can fade out before it is used again.
        free.withLock { if !$0.contains(index) { $0.append(index) } }
    }

    package func render(
        into buffer: UnsafeMutableBufferPointer<Float>, format: AudioFormat, presentation: HostTime
    ) {
        guard let base = buffer.baseAddress, format.channels > 0 else { return }
        base.update(repeating: 0, count: buffer.count)
        let frames = buffer.count / format.channels
        for voice in voices {
            voice.mix(into: base, frames: frames, channels: format.channels, presentation: presentation)
        }
        applyNight(base, frames, format)
        announcement.mix(into: base, frames: frames, channels: format.channels, sampleRate: format.sampleRate)
        words.mix(into: base, frames: frames, channels: format.channels, sampleRate: format.sampleRate)
        applyGain(base, frames, format)
    }

    private func applyNight(_ base: UnsafeMutablePointer<Float>, _ frames: Int, _ format: AudioFormat) {
        let isOn = isNight.load(ordering: .relaxed)
        var night = NightMode()
        night.level = Float(bitPattern: nightLevel.load(ordering: .relaxed))
        night.gain = Float(bitPattern: nightGain.load(ordering: .relaxed))
        guard !night.isIdle(isOn: isOn) else { return }
        night.apply(to: base, frames: frames, channels: format.channels, isOn: isOn)
        nightLevel.store(night.level.bitPattern, ordering: .relaxed)
        nightGain.store(night.gain.bitPattern, ordering: .relaxed)
    }

    private func applyGain(_ base: UnsafeMutablePointer<Float>, _ frames: Int, _ format: AudioFormat) {
        let target = Float(bitPattern: target.load(ordering: .relaxed))
        var gain = Float(bitPattern: gain.load(ordering: .relaxed))
        let step = 1 / (0.02 * Float(max(1, format.sampleRate)))
        let fadeTarget = Float(bitPattern: fadeTarget.load(ordering: .relaxed))
        var strength = Float(bitPattern: self.strength.load(ordering: .relaxed))
        // Never faster than a ramp that is no click.
        let seconds = max(0.008, Float(bitPattern: fadeSeconds.load(ordering: .relaxed)))
        let fadeStep = 1 / (seconds * Float(max(1, format.sampleRate)))
        for frame in 0..<frames {
            if strength < fadeTarget { strength = min(fadeTarget, strength + fadeStep) }
            if strength > fadeTarget { strength = max(fadeTarget, strength - fadeStep) }
            if gain < target { gain = min(target, gain + step) }
            if gain > target { gain = max(target, gain - step) }
            for channel in 0..<format.channels {
                let index = frame * format.channels + channel
                base[index] = min(1, max(-1, base[index] * gain * strength))
            }
        }
        self.gain.store(gain.bitPattern, ordering: .relaxed)
        self.strength.store(strength.bitPattern, ordering: .relaxed)
    }
}
