import MediaCore
import OriginPattern

/// One flip as the scan-out had it, vblank by vblank: what `FlipTiming` says in time, this counts.
///
/// A picture *moves* from its first vblank on when the next picture of the channel comes when the channel's
/// own rate has it. A first picture that stands for longer did not move yet: what is over is added.
package struct FlipCourse: Sendable, Hashable {
    /// Vblanks from the key to the channel's first picture: 1 is the very next.
    package private(set) var first: Int?
    /// And to the first picture that differs from it.
    package private(set) var second: Int?
    /// And to the first one that moves.
    package private(set) var moving: Int?
    /// Of the first picture.
    package private(set) var firstTime: HostTime?
    /// Vblanks between key and moving picture that were black all over.
    package private(set) var black = 0
    /// Vblanks after the first picture on which another channel's was seen.
    package private(set) var old = 0
    /// Times in which the screen had another size, or no vblank came: a mode was set.
    package private(set) var breaks = 0

    /// - Parameters:
    ///   - frames: one for each vblank, in order, from before the key to after the flip
    ///   - key: when it went down
    ///   - channel: the one it leads to
    ///   - rate: of that channel's pictures, a second
    ///   - refresh: of the screen, a second
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
        // As long as a picture may stand: 3 vblanks of 60 Hz for 25 a second.
        let due = Int((refresh / Double(max(1, rate))).rounded(.up))
        moving = begin + 1 + max(0, next - begin - due)
    }
}

/// How many vblanks, over some flips. Nearest rank.
package struct VBlankCount: Sendable, Hashable {
    private let sorted: [Int]

    package init(_ counts: [Int]) { sorted = counts.sorted() }

    /// 1…100; nil without any.
    package func percentile(_ part: Int) -> Int? {
        sorted.isEmpty ? nil : sorted[min(sorted.count, max(1, (sorted.count * part + 99) / 100)) - 1]
    }
}
