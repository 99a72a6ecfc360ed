import Base
import Synchronization

/// Words over what plays, which is quieter meanwhile: the newest take the place of those before.
///
/// `mix` belongs to the sink's thread and is real-time safe; the rest may be called from anywhere.
final class SpokenWords: Sendable {
    /// How much quieter all else is meanwhile, linear: 12 dB.
    private static let duck: Float = 0.25
    /// The seconds in which all else becomes quieter, and comes back.
    private static let (down, up): (Float, Float) = (0.1, 0.4)

    /// One speaks; what was cut short fades out in others.
    private let lanes = (0..<4).map { _ in Announcement() }
    private let turn = Locked(())
    /// The gain of all else, as bits of a `Float`; the sink's thread alone touches it.
    private let ducked = Atomic<UInt32>(Float(1).bitPattern)

    /// Says words, in place of those that are being said.
    ///
    /// - Parameter sound: two channels at 48 kHz, one after the other
    func say(_ sound: [Float]) {
        turn.withLock { _ in
            for lane in lanes {
                lane.stop()
                lane.tidy()
            }
            // All lanes fade out for 30 ms at most: who is so fast hears the words after these.
            _ = lanes.contains { $0.begin(sound, duck: 1) }
        }
    }

    /// Lets what is being said fade out.
    func hush() { turn.withLock { _ in for lane in lanes { lane.stop() } } }

    var isPlaying: Bool { lanes.contains(where: \.isPlaying) }

    /// Makes what is there quieter and adds the words. On the sink's thread.
    func mix(into base: UnsafeMutablePointer<Float>, frames: Int, channels: Int, sampleRate: Int) {
        var isPlaying = false
        for lane in lanes where lane.isPlaying { isPlaying = true }
        var gain = Float(bitPattern: ducked.load(ordering: .relaxed))
        guard isPlaying || gain < 1 else { return }
        let rate = Float(max(1, sampleRate))
        let (downStep, upStep) = (1 / (Self.down * rate), 1 / (Self.up * rate))
        for frame in 0..<frames {
            gain = isPlaying ? max(Self.duck, gain - downStep) : min(1, gain + upStep)
            for channel in 0..<channels { base[frame * channels + channel] *= gain }
        }
        ducked.store(gain.bitPattern, ordering: .relaxed)
        for lane in lanes { lane.mix(into: base, frames: frames, channels: channels, sampleRate: sampleRate) }
    }
}
