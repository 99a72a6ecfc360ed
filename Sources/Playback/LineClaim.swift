import MediaCore

/// Whose the line is for a moment: an item's that the viewer waits for, until it plays and has a little ahead.
struct LineClaim: Sendable, Hashable {
    let item: ItemID
    let since: HostTime

    /// What does not come by then may not come at all: the others go on.
    static let longest: Duration = .seconds(4)
    /// With so much ahead it no longer needs the line for itself.
    private static let enough: Duration = .seconds(1)
    /// What is on the screen meanwhile is not to stall.
    private static let left: Duration = .seconds(2)

    /// - Parameters:
    ///   - buffered: media ahead of what plays; nil: it does not play yet
    ///   - latency: of a live item, its distance from the edge: there is never more ahead
    func isOver(buffered: Duration?, latency: Duration?, at now: HostTime) -> Bool {
        if now - since >= Self.longest { return true }
        guard let buffered else { return false }
        return buffered >= min(Self.enough, latency.map { $0 / 2 } ?? Self.enough)
    }

    /// Another item leaves it the line.
    ///
    /// - Parameter playing: what it has ahead, when it is on the screen
    func isDue(from other: ItemID, playing: Duration?) -> Bool {
        other != item && playing.map { $0 >= Self.left } ?? true
    }
}
