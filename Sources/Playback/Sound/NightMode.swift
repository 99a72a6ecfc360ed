import Glibc

/// Makes quiet sound louder and loud sound quieter, for who listens while others sleep: a compressor without look-ahead.
///
/// Its gain depends on the largest sample of the last milliseconds: at once when that grows, over half a second when it
/// falls, so that it does not pump. It goes from one gain to the next in a straight line over a millisecond. What is
/// next to silence is left alone, so that noise is not lifted. No programme's loudness is measured: a channel that is
/// loud as a whole stays louder than another.
struct NightMode: Sendable {
    /// The level in dB below full scale that keeps its loudness.
    private static let pivot: Float = -14
    /// The part of a difference to the pivot that is taken away.
    private static let share: Float = 0.55
    private static let largestGain: Float = 12
    /// Below the upper level the gain becomes less, to nothing at the lower one; dB.
    private static let noise: (lower: Float, upper: Float) = (-70, -50)
    /// The frames of one step.
    private static let block = 48
    /// How much of the level is left after a step, and of the way to another gain.
    private static let release: Float = 0.998
    private static let smoothing: Float = 0.2

    /// The largest sample of late, linear.
    var level: Float = 0
    /// The gain that the last sample had, linear.
    var gain: Float = 1

    /// The gain in dB at a level in dB below full scale.
    static func gain(at decibels: Float) -> Float {
        let wanted = min(largestGain, (pivot - decibels) * share)
        guard wanted > 0 else { return wanted }
        return wanted * min(1, max(0, (decibels - noise.lower) / (noise.upper - noise.lower)))
    }

    /// Whether nothing would be changed.
    func isIdle(isOn: Bool) -> Bool { !isOn && gain == 1 }

    /// Changes interleaved samples. Real-time safe.
    ///
    /// - Parameter isOn: false: it goes back to a gain of 1
    mutating func apply(to samples: UnsafeMutablePointer<Float>, frames: Int, channels: Int, isOn: Bool) {
        var frame = 0
        while frame < frames {
            let count = min(Self.block, frames - frame)
            step(samples + frame * channels, count, channels, isOn)
            frame += count
        }
    }

    private mutating func step(_ samples: UnsafeMutablePointer<Float>, _ frames: Int, _ channels: Int, _ isOn: Bool) {
        var peak: Float = 0
        for index in 0..<frames * channels { peak = max(peak, abs(samples[index])) }
        level = max(peak, level * Self.release)
        var target: Float = 1
        if isOn { target = powf(10, Self.gain(at: 20 * log10f(max(level, 1e-5))) / 20) }
        // Down at once, up in steps.
        var next = target < gain && isOn ? target : gain + (target - gain) * Self.smoothing
        if !isOn, abs(next - 1) < 0.001 { next = 1 }
        let slope = (next - gain) / Float(frames)
        for frame in 0..<frames {
            gain += slope
            for channel in 0..<channels { samples[frame * channels + channel] *= gain }
        }
        gain = next
    }
}
