import MediaCore

/// Keeps captured sound in step with the clock that stamps the pictures: a sound card has a clock of its own, and runs
/// away from it by seconds a day. A block is made longer or shorter by one frame, which nobody hears, until it is in step
/// again; what is far off is placed anew.
struct SoundStep: Sendable, Hashable {
    /// The end of the last block.
    private var end: MediaTime?
    /// How far blocks may run away: the stamps themselves are not exact.
    private static let tolerance: Duration = .milliseconds(2)
    /// Sound was lost, or the device has begun anew.
    private static let jump: Duration = .milliseconds(60)
    private static let channels = AudioFormat.standard.channels

    init() {}

    /// Places a block, and returns it with its time and duration.
    ///
    /// - Parameters:
    ///   - samples: interleaved
    ///   - stated: the time of its first sample by the device's stamps
    mutating func place(_ samples: [Float], stated: MediaTime) -> (
        samples: [Float], time: MediaTime, duration: Duration
    ) {
        let time = end.flatMap { max($0, stated) - min($0, stated) <= Self.jump ? $0 : nil } ?? stated
        // Late by the stamps: it must become longer.
        let change = stated - time > Self.tolerance ? 1 : time - stated > Self.tolerance ? -1 : 0
        let block = Self.stretched(samples, by: change)
        let duration = AudioFormat.standard.duration(frames: block.count / Self.channels)
        end = time + duration
        return (block, time, duration)
    }

    /// Begins anew with the next block.
    mutating func reset() { end = nil }

    /// The same sound with so many frames more, or fewer, from its first to its last.
    static func stretched(_ samples: [Float], by change: Int) -> [Float] {
        let frames = samples.count / channels
        let wanted = frames + change
        guard change != 0, frames > 2, wanted > 1 else { return samples }
        let step = Double(frames - 1) / Double(wanted - 1)
        return [Float](unsafeUninitializedCapacity: wanted * channels) { stretched, count in
            for frame in 0..<wanted {
                let place = Double(frame) * step
                let first = min(Int(place), frames - 2)
                let share = Float(place - Double(first))
                for channel in 0..<channels {
                    let (a, b) = (samples[first * channels + channel], samples[(first + 1) * channels + channel])
                    stretched[frame * channels + channel] = a + (b - a) * share
                }
            }
            count = wanted * channels
        }
    }
}
