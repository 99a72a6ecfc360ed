/// A format of sound. Inside Hearth sound is 32-bit float, interleaved, full scale ±1.
package struct AudioFormat: Hashable, Sendable {
    /// The rate in frames a second.
    package var sampleRate: Int
    package var channels: Int

    package init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// The format that every sink is asked for: 48 kHz stereo.
    package static let standard = AudioFormat(sampleRate: 48_000, channels: 2)

    package func duration(frames: Int) -> Duration {
        .nanoseconds(Int64(frames).scaled(by: 1_000_000_000, over: Int64(max(1, sampleRate))))
    }

    /// The number of frames in a duration, rounded to the nearest.
    package func frames(in duration: Duration) -> Int {
        Int(duration.nanoseconds.scaled(by: Int64(sampleRate), over: 1_000_000_000))
    }
}
