import MediaCore
import Playback

/// Measures the rate of an item's pictures by their presentation times: playlists rarely state it, and then the
/// highest. Frames that the screen had no time for do no harm.
struct FrameRateMeter: Sendable {
    private var item: ItemID?
    private var last: MediaTime?
    /// The shortest time between two frames so far.
    private var step: Duration = .zero
    private var count = 0.0
    private var span: Duration = .zero
    /// The steps in a row that were several times the shortest: frames have become rarer for good.
    private var skipped = 0

    private static let wanted = Duration.seconds(2)
    private static let longestStep = Duration.milliseconds(200)
    /// The rates that television has; a measured rate this near (relatively) to one of them is taken for it.
    private static let common = [24_000.0 / 1001, 24, 25, 30_000.0 / 1001, 30, 50, 60_000.0 / 1001, 60]
    private static let nearness = 0.000_35

    /// The item's rate in frames a second; nil until two seconds of it have been seen.
    func framesPerSecond(of item: ItemID) -> Double? {
        guard item == self.item, span >= Self.wanted, count > 0 else { return nil }
        let rate = count / span.inSeconds
        return Self.common.first { abs($0 - rate) < $0 * Self.nearness } ?? rate
    }

    mutating func saw(_ frame: MediaTime, of item: ItemID) {
        guard item == self.item, let last else { return begin(item, at: frame) }
        let passed = frame - last
        if passed == .zero { return }
        // At a jump the measurement so far stays valid, unless the media is another.
        guard passed > .zero, passed <= Self.longestStep else {
            self.last = frame
            return
        }
        self.last = frame
        if step == .zero || passed.inSeconds < step.inSeconds * 0.7 {
            (step, count, span) = (passed, 1, passed)
            return
        }
        let frames = (passed.inSeconds / step.inSeconds).rounded()
        count += frames
        span += passed
        // Older frames count ever less.
        if span > Self.wanted * 3 {
            count /= 2
            span /= 2
        }
        skipped = frames >= 2 ? skipped + 1 : 0
        if skipped > 50 { begin(item, at: frame) }
    }

    private mutating func begin(_ item: ItemID, at frame: MediaTime) {
        self = FrameRateMeter()
        self.item = item
        last = frame
    }
}
