import MediaCore

/// A claim of one item to the whole line: the viewer waits for it, until it plays and has a little media
/// ahead.
struct LineClaim: Sendable, Hashable {
    let item: ItemID
    let since: HostTime

    /// How long a claim lasts at most: media that has not come by then may not come at all, and the others go
    /// on.
    static let longest: Duration = .seconds(4)
    /// The media ahead with which an item no longer needs the line for itself.
    private static let enough: Duration = .seconds(1)
    /// The media ahead with which an item on the screen yields the line: it must not stall. It is asked again as often
    /// as `Player` tends its items, four times a second, and goes on when it has less.
    private static let left: Duration = .milliseconds(700)

    /// Whether the claim has ended.
    /// - Parameters:
    ///   - buffered: media ahead of what plays; nil: it does not play yet
    ///   - latency: of a live item, its distance from the edge: there is never more ahead
    func isOver(buffered: Duration?, latency: Duration?, at now: HostTime) -> Bool {
        if now - since >= Self.longest { return true }
        guard let buffered else { return false }
        return buffered >= min(Self.enough, latency.map { $0 / 2 } ?? Self.enough)
    }

    /// Whether another item has to leave the line to this one.
    ///
    /// - Parameter playing: what the other has ahead, when it is on the screen
    func isDue(from other: ItemID, playing: Duration?) -> Bool {
        other != item && playing.map { $0 >= Self.left } ?? true
    }

    /// Whether an item needs no more than its share of the line: it is on the screen, with enough ahead to leave the line
    /// altogether.
    ///
    /// - Parameter playing: what it has ahead, when it is on the screen
    static func isAtEase(playing: Duration?) -> Bool { playing.map { $0 >= left } ?? false }
}
