import MediaCore
import OriginPattern

/// What was heard of one flip: the origin beeps once a second with each flash, every channel at its own pitch.
package struct FlipSound: Sendable, Hashable {
    /// The time from each flash of the new channel to its beep in nanoseconds, for each that has one, in order.
    package private(set) var offsets: [Int64] = []
    /// Nanoseconds from the first picture to the first flash without a beep, whether or not later flashes have
    /// theirs; nil: each had its beep.
    package private(set) var silentFlash: Int64?
    /// Nanoseconds from the first picture to the last sound of the old channel; negative: it had ended before.
    /// Nil: it was not heard at all.
    package private(set) var oldSound: Int64?
    /// How many clicks there were between the key and half a second after the picture.
    package private(set) var clicks = 0

    /// The amplitude from which a sound counts as heard, as a share of full scale.
    private static let audible = 0.01

    /// - Parameters:
    ///   - frames: one for each vblank, from before the key on
    ///   - sound: the sound of the same time
    ///   - first: when the new channel's first picture was seen
    ///   - end: when the next key came, or the looking ended
    package init(
        _ frames: [SeenFrame], _ sound: Sound, key: HostTime, first: HostTime, from old: Int, to new: Int,
        until end: HostTime
    ) {
        // A beep that is not heard to its end is not judged.
        let flashes = Self.flashes(of: new, in: frames).filter { $0 + .milliseconds(200) < end }
        let beeps = Beep.all(in: sound.samples).filter { $0.isOf(new) }.map { sound.time(of: $0.onset) }
        for flash in flashes {
            let nearest = beeps.min { abs(($0 - flash).nanoseconds) < abs(($1 - flash).nanoseconds) }
            if let nearest, abs((nearest - flash).nanoseconds) < 250_000_000 {
                offsets.append((nearest - flash).nanoseconds)
            } else if silentFlash == nil {
                silentFlash = (flash - first).nanoseconds
            }
        }
        let range = sound.samples(from: key, to: end)
        oldSound = sound.last(400 + 100 * old, above: Self.audible, over: 400 + 100 * new, in: range).map {
            ($0 - first).nanoseconds
        }
        clicks = sound.clicks(in: sound.samples(from: key, to: min(end, first + .milliseconds(500)))).count
    }

    /// The first vblanks of the channel's flashes; a flash under way at the channel's first picture is left
    /// out.
    private static func flashes(of channel: Int, in frames: [SeenFrame]) -> [HostTime] {
        let own = frames.filter { $0.pattern.map { Int($0.channel) } == channel }
        return zip(own, own.dropFirst()).compactMap { before, frame in
            before.pattern?.isFlash == false && frame.pattern?.isFlash == true ? frame.time : nil
        }
    }
}
