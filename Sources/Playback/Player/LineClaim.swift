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
    /// What an item has beyond what it can leave the line with, so that others may have some of it: on a line that brings
    /// `wide` times what is played little is lost while a head of 150 kB comes beside it.
    private static let (beyond, wide): (Duration, Double) = (.milliseconds(150), 1.5)

    /// Whether the claim has ended.
    /// - Parameters:
    ///   - buffered: media ahead of what plays; nil: it does not play yet
    ///   - latency: of a live item, its distance from the edge: there is never more ahead
    ///   - outlook: what is expected of the line for it; nil: nothing is known
    func isOver(buffered: Duration?, latency: Duration?, outlook: LineOutlook?, at now: HostTime) -> Bool {
        if now - since >= Self.longest { return true }
        guard let buffered else { return false }
        let isWide = outlook?.supply.map { $0 >= Self.wide } ?? false
        let enough = isWide ? Self.left(outlook) + Self.beyond : Self.most
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

    /// Whether of an item no more need be on its way than the line holds: it is on the screen, and does not stall at once.
    /// More would only wait in the line's queue, in the way of what the next key wants.
    ///
    /// - Parameter playing: what it has ahead, when it is on the screen
    static func isAtEase(playing: Duration?) -> Bool { playing.map { $0 >= leastAtEase } ?? false }

    /// The media ahead with which an item on the screen yields the line: it must not stall. `Player` looks every 50 ms, and
    /// what it goes on with then takes a round trip to come, or two.
    private static func left(_ outlook: LineOutlook?) -> Duration {
        outlook.map { min(mostLeft, .milliseconds(150) + $0.delay * 5 / 2) } ?? mostLeft
    }
}
