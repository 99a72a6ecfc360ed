import HLS
import MediaCore

/// The offsets that put the main stream's timestamps on the session's timeline, and from when each
/// holds: text, whose clock is the main stream's, goes to the same place.
package struct TimelineAnchors: Sendable, Hashable {
    private struct Anchor: Sendable, Hashable {
        var epoch: TimelineEpoch
        /// The place on the session's timeline from which the offset holds.
        var from: MediaTime
        var offset: Duration
    }

    /// The anchors, oldest first.
    private var anchors: [Anchor] = []
    /// A number that grows with every anchor.
    package private(set) var version = 0
    private static let most = 64
    /// How much earlier a text segment may begin than the media it belongs to.
    private static let slack: Duration = .seconds(1)

    package init() {}

    /// Adds an anchor.
    /// - Parameter offset: from media time to the session's timeline.
    package mutating func add(_ offset: Duration, in epoch: TimelineEpoch, from time: MediaTime) {
        anchors.append(Anchor(epoch: epoch, from: time, offset: offset))
        if anchors.count > Self.most { anchors.removeFirst() }
        version += 1
    }

    /// The offset that holds for `time` in an epoch: a stream may jump within it, unannounced. Nil while
    /// nothing of the epoch has been read.
    package func offset(in epoch: TimelineEpoch, at time: MediaTime) -> Duration? {
        let own = anchors.filter { $0.epoch == epoch }
        return (own.last { $0.from <= time + Self.slack } ?? own.first)?.offset
    }

    /// The offset that holds for `time`, whatever its epoch: for text whose discontinuities are not
    /// numbered as the main stream's are.
    package func offset(at time: MediaTime) -> Duration? {
        (anchors.last { $0.from <= time } ?? anchors.first)?.offset
    }
}
