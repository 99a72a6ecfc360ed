import MediaCore

/// Joins pieces of sound that do not continue each other without a click: from the last sample that was
/// heard the level glides, within 5 ms, to silence or into the next piece.
package struct AudioSplice: Sendable {
    private static let channels = AudioFormat.standard.channels
    /// In frames.
    static let ramp = 240

    /// Of the last frame.
    private var last = [Float](repeating: 0, count: AudioFormat.standard.channels)
    /// Frames of the glide that are left.
    private var left = 0

    package init() {}

    /// What comes next does not continue what was there.
    package mutating func cut() {
        left = Self.ramp
    }

    /// What the first of `frames` silent ones are to be instead, interleaved; what follows begins anew.
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

    /// Changes only as many frames at the head of `samples` (interleaved) as the glide still has.
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

    /// Nothing is to be changed in the next piece.
    package var isIdle: Bool { left == 0 }

    /// What was written, changed or not: its last frame is where the next glide begins. While one lasts it goes on
    /// from where it began.
    package mutating func note(_ samples: [Float]) {
        if left == 0, samples.count >= Self.channels { last = Array(samples.suffix(Self.channels)) }
    }
}
