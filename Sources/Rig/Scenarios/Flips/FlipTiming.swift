import MediaCore
import OriginPattern

/// One flip as it was seen from outside: nanoseconds from the key to what came on the screen.
package struct FlipTiming: Sendable, Hashable {
    /// The time to the first vblank on which the picture was no longer the old channel's own: dimmed,
    /// gone, or the new one.
    package private(set) var answer: Int64?
    /// The time to the first vblank with the new channel's picture; and, next, with its second picture.
    package private(set) var firstPicture: Int64?
    package private(set) var secondPicture: Int64?
    /// Whether nothing lay over the picture when the key was pressed. Otherwise the answer cannot be
    /// told.
    package private(set) var wasClear = false
    /// How many vblanks between the key and the first picture had no pattern that can be read: black.
    package private(set) var blank = 0

    /// - Parameters:
    ///   - frames: in order, from before the key to after the flip
    ///   - key: when the key went down
    ///   - channel: the channel that the key leads to
    package init(_ frames: [SeenFrame], key: HostTime, to channel: Int) {
        let before = frames.last { $0.time < key }
        let after = frames.drop { $0.time < key }
        func since(_ frame: SeenFrame?) -> Int64? { frame.map { ($0.time - key).nanoseconds } }
        // A channel's own picture varies by a level or two; the lightest dimming takes more.
        let veiled = (frames.compactMap(\.contrast).max() ?? 0) * 49 / 50
        wasClear = (before?.contrast ?? 0) >= veiled
        if wasClear {
            answer = since(
                after.first { frame in
                    frame.pattern == nil || frame.pattern?.channel != before?.pattern?.channel
                        || (frame.contrast ?? 255) < veiled
                })
        }
        let ours = after.filter { $0.pattern.map { Int($0.channel) } == channel }
        firstPicture = since(ours.first)
        secondPicture = since(ours.first { $0.pattern?.frame != ours.first?.pattern?.frame })
        blank = after.prefix { $0.pattern.map { Int($0.channel) } != channel }.count { $0.pattern == nil }
    }

    /// How long to wait before the press of this index: no two presses fall on the same phase of a
    /// vblank's period.
    package static func wait(_ least: Duration, _ index: Int) -> Duration {
        least + .microseconds(index * 7_300 % 16_667)
    }

    /// The largest difference to the daemon's own figures, in nanoseconds; nil when a figure of either
    /// is missing.
    ///
    /// - Parameter lag: how much later the daemon has the key (by the kernel) than the hand does
    package func disagreement(interstitial: Int64?, firstPicture other: Int64?, lag: Int64) -> Int64? {
        guard let answer, let firstPicture, let interstitial, let other else { return nil }
        return max(abs(interstitial + lag - answer), abs(other + lag - firstPicture))
    }
}
