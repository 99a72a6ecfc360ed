import MediaCore
import OriginPattern

/// One flip as it was seen from outside: nanoseconds from the key to what came on the screen.
package struct FlipTiming: Sendable, Hashable {
    /// The first vblank on which the picture was no longer the old channel's own: dimmed, gone, or the
    /// new one.
    package private(set) var answer: Int64?
    /// The first vblank with the new channel's picture, and with its second one.
    package private(set) var firstPicture: Int64?
    package private(set) var secondPicture: Int64?
    /// Nothing lay over the picture when the key was pressed. Otherwise its answer cannot be told.
    package private(set) var wasClear = false
    /// Vblanks between the key and the first picture without anything that can be read: black.
    package private(set) var blank = 0

    /// - Parameters:
    ///   - frames: in order, from before the key to after the flip
    ///   - key: when it went down
    ///   - channel: the one it leads to
    package init(_ frames: [SeenFrame], key: HostTime, to channel: Int) {
        let before = frames.last { $0.time < key }
        let after = frames.drop { $0.time < key }
        func since(_ frame: SeenFrame?) -> Int64? { frame.map { ($0.time - key).nanoseconds } }
        // A channel's own picture varies by a level or two; the lightest veil takes more.
        let veiled = (frames.compactMap(\.contrast).max() ?? 0) * 49 / 50
        wasClear = (before?.contrast ?? 0) >= veiled
        if wasClear {
            answer = since(after.first { frame in
                frame.pattern == nil || frame.pattern?.channel != before?.pattern?.channel || (frame.contrast ?? 255) < veiled
            })
        }
        let ours = after.filter { $0.pattern.map { Int($0.channel) } == channel }
        firstPicture = since(ours.first)
        secondPicture = since(ours.first { $0.pattern?.frame != ours.first?.pattern?.frame })
        blank = after.prefix { $0.pattern.map { Int($0.channel) } != channel }.count { $0.pattern == nil }
    }

    /// Before the press of this index: no two presses at the same moment of a vblank's period.
    package static func wait(_ least: Duration, _ index: Int) -> Duration {
        least + .microseconds(index * 7_300 % 16_667)
    }

    /// The largest distance from what the daemon wrote down itself, in nanoseconds; nil when one of the
    /// two knows of a phase and the other does not.
    ///
    /// - Parameter lag: the daemon's key, by the kernel, after this one's, by the hand
    package func disagreement(interstitial: Int64?, firstPicture other: Int64?, lag: Int64) -> Int64? {
        guard let answer, let firstPicture, let interstitial, let other else { return nil }
        return max(abs(interstitial + lag - answer), abs(other + lag - firstPicture))
    }
}
