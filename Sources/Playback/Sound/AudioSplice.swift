import MediaCore

/// Joins pieces of sound that do not continue each other without a click: from the last sample that was
/// heard the level glides, within 5 ms, to silence or into the next piece.
package struct AudioSplice: Sendable {
    private static let channels = AudioFormat.standard.channels
    /// The length of the glide, in frames.
    static let ramp = 240

    /// The level of the last frame, by channel.
    private var last = [Float](repeating: 0, count: AudioFormat.standard.channels)
    /// The number of frames of the glide that are left.
    private var left = 0

    package init() {}

    /// Notes that what comes next does not continue what was there, so that a glide is needed.
    package mutating func cut() {
        left = Self.ramp
    }

    /// The samples that replace the first of `frames` silent ones, so that the level falls without a click;
    /// interleaved. What follows begins anew.
    package mutating func fall(within frames: Int) -> [Float] {
        let count = max(0, min(frames, Self.ramp))
        var samples = [Float](repeating: 0, count: count * Self.channels)
        for frame in 0..<count {
            let level = 1 - Float(frame + 1) / Float(count)
            for channel in 0..<Self.channels { samples[frame * Self.channels + channel] = last[channel] * level }
        }
        if frames > 0 { last = [Float](repeating: 0, count: Self.channels) }
        cut()
        return samples
    }

    /// Applies the rest of the glide to the head of `samples` (interleaved); other frames stay as they are.
    package mutating func join(_ samples: inout [Float]) {
        let frames = samples.count / Self.channels
        guard frames > 0 else { return }
        if left > 0 {
            for frame in 0..<min(left, frames) {
                let level = Float(Self.ramp - left + frame + 1) / Float(Self.ramp)
                for channel in 0..<Self.channels {
                    let index = frame * Self.channels + channel
                    samples[index] = samples[index] * level + last[channel] * (1 - level)
                }
            }
            left -= min(left, frames)
        }
    }

    /// Whether the next piece needs no change.
    package var isIdle: Bool { left == 0 }

    /// Notes what was written, changed or not: its last frame is where the next glide begins. A glide that is
    /// under way goes on from where it began.
    package mutating func note(_ samples: [Float]) {
        if left == 0, samples.count >= Self.channels { last = Array(samples.suffix(Self.channels)) }
    }
}
