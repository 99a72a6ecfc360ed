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
        applyGain(base, frames, format)
    }

    private func applyGain(_ base: UnsafeMutablePointer<Float>, _ frames: Int, _ format: AudioFormat) {
        let target = Float(bitPattern: target.load(ordering: .relaxed))
        var gain = Float(bitPattern: gain.load(ordering: .relaxed))
        let step = 1 / (0.02 * Float(max(1, format.sampleRate)))
        for frame in 0..<frames {
            if gain < target { gain = min(target, gain + step) }
            if gain > target { gain = max(target, gain - step) }
            for channel in 0..<format.channels {
                let index = frame * format.channels + channel
                base[index] = min(1, max(-1, base[index] * gain))
            }
        }
        self.gain.store(gain.bitPattern, ordering: .relaxed)
    }
}
