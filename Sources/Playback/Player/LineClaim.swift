import HLS
import MediaCore

/// A claim of one item to the whole line: the viewer waits for it, until it plays and has a little media
/// ahead.
struct LineClaim: Sendable, Hashable {
    let item: ItemID
    let since: HostTime

    /// How long a claim lasts at most: media that has not come by then may not come at all, and the others go
    /// on.
    static let longest: Duration = .seconds(4)
    /// The media ahead with which an item no longer needs the line for itself, at most.
    private static let most: Duration = .seconds(1)
    /// The most that an item on the screen is to have ahead to leave the line.
    private static let mostLeft: Duration = .milliseconds(700)
    /// The least that an item on the screen has ahead to be at ease.
    private static let leastAtEase: Duration = .milliseconds(100)
    /// The time between two looks at who has the line, while that may change soon: what waits for it may come before the
    /// next key.
    static let interval: Duration = .milliseconds(50)
    /// What an item has beyond what it can leave the line with, so that it may rest for a while as others have it.
    private static let beyond: Duration = .milliseconds(300)
    /// The supply from which on a little is enough, in media seconds a second.
    private static let wide = 1.5

    /// Whether the claim has ended.
    /// - Parameters:
    ///   - buffered: media ahead of what plays; nil: it does not play yet
    ///   - latency: of a live item, its distance from the edge: there is never more ahead
    ///   - outlook: what is expected of the line for it; nil: nothing is known
    func isOver(buffered: Duration?, latency: Duration?, outlook: LineOutlook?, at now: HostTime) -> Bool {
        if now - since >= Self.longest { return true }
        guard let buffered else { return false }
        let enough = Self.isWide(outlook) ? Self.left(outlook) + Self.beyond : Self.most
        return buffered >= min(enough, latency.map { $0 / 2 } ?? enough)
    }

    /// Whether another item has to leave the line to this one.
    ///
    /// - Parameters:
    ///   - playing: what the other has ahead, when it is on the screen
    ///   - outlook: what is expected of the line for the other
    func isDue(from other: ItemID, playing: Duration?, outlook: LineOutlook?) -> Bool {
        other != item && playing.map { $0 >= Self.left(outlook) } ?? true
    }

    /// How much of the line an item may leave to others.
    ///
    /// - Parameters:
    ///   - playing: what it has ahead, when it is on the screen: pictures or sound, whichever ends first
    ///   - outlook: what is expected of the line for it
    ///   - before: what was found the last time: what rests does so until it must go on, and not again at once
    static func ease(playing: Duration?, outlook: LineOutlook?, before: LineEase = .none) -> LineEase {
        guard let playing, playing >= leastAtEase else { return .none }
        let spare = before == .ample ? interval : interval * 3
        return isWide(outlook) && playing >= left(outlook) + spare ? .ample : .modest
    }

    /// Whether an item that rests may have too little for that at the next of the player's usual looks, 250 ms later.
    static func isClose(playing: Duration, outlook: LineOutlook?) -> Bool {
        isWide(outlook) && playing < left(outlook) + beyond
    }

    private static func isWide(_ outlook: LineOutlook?) -> Bool { outlook?.supply.map { $0 >= wide } ?? false }

    /// How long items rest at most for heads that come one behind the other: a server that is slow, or silent, must not keep
    /// what plays from loading.
    static let longestRest: Duration = .seconds(1)

    /// The media ahead with which an item on the screen yields the line: it must not stall. What it goes on with when it has
    /// less takes a round trip to come, or two.
    private static func left(_ outlook: LineOutlook?) -> Duration {
        outlook.map { min(mostLeft, .milliseconds(150) + $0.delay * 5 / 2) } ?? mostLeft
    }
}
