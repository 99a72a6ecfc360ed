import MediaCore
import OriginPattern

/// One flip counted in vblanks as the scan-out had it; `FlipTiming` gives it in time.
///
/// A picture *moves* from its first vblank on when the channel's next picture follows as soon as the
/// channel's rate demands. A first picture that stands for longer did not yet move: the excess is added.
package struct FlipCourse: Sendable, Hashable {
    /// Vblanks from the key to the channel's first picture: 1 is the very next vblank.
    package private(set) var first: Int?
    /// Vblanks from the key to the first picture that differs from the first one.
    package private(set) var second: Int?
    /// Vblanks from the key to the first picture that moves.
    package private(set) var moving: Int?
    /// When the first picture was scanned out.
    package private(set) var firstTime: HostTime?
    /// How many vblanks between the key and the moving picture were black all over.
    package private(set) var black = 0
    /// How many vblanks after the first picture showed another channel's.
    package private(set) var old = 0
    /// How many times the screen's size changed, or vblanks failed to come: a mode was set.
    package private(set) var breaks = 0

    /// - Parameters:
    ///   - frames: one for each vblank, in order, from before the key to after the flip
    ///   - key: when the key went down
    ///   - channel: the channel that the key leads to
    ///   - rate: that channel's pictures a second
    ///   - refresh: the screen's vblanks a second
    package init(_ frames: [SeenFrame], key: HostTime, to channel: Int, rate: Int, refresh: Double = 60) {
        breaks = zip(frames, frames.dropFirst()).count { before, frame in
            frame.screen != before.screen || (frame.time - before.time).inSeconds * refresh > 1.5
        }
        let after = Array(frames.drop { $0.time <= key })
        func isOurs(_ frame: SeenFrame) -> Bool { frame.pattern.map { Int($0.channel) } == channel }
        guard let begin = after.firstIndex(where: isOurs) else {
            black = Viewing(after).black.count
            return
        }
        first = begin + 1
        firstTime = after[begin].time
        let next = after.firstIndex { isOurs($0) && $0.pattern?.frame != after[begin].pattern?.frame }
        black = Viewing(Array(after[..<(next ?? after.endIndex)])).black.count
        old = after[begin...].count { $0.pattern != nil && !isOurs($0) }
        guard let next else { return }
        second = next + 1
        // The longest that a picture may stand: 3 vblanks of 60 Hz for 25 a second.
        let due = Int((refresh / Double(max(1, rate))).rounded(.up))
        moving = begin + 1 + max(0, next - begin - due)
    }
}

/// Percentiles of a number of vblanks over some flips (nearest rank).
package struct VBlankCount: Sendable, Hashable {
    private let sorted: [Int]

    package init(_ counts: [Int]) { sorted = counts.sorted() }

    /// A percentile, 1…100; nil without any flips.
    package func percentile(_ part: Int) -> Int? {
        sorted.isEmpty ? nil : sorted[min(sorted.count, max(1, (sorted.count * part + 99) / 100)) - 1]
    }
}
