/// How much of an item that nobody sees is kept ready. What is on the screen is always `.full`.
package enum ItemReadiness: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// Its connection is open and its playlists are fresh; no media is asked for.
    case playlist
    /// And the newest media is in memory, from a key frame on, with enough behind it to begin without a stall.
    case media
    /// And its first pictures and sound are decoded: it may be revealed at the next vblank.
    case picture
    /// It loads ahead as what plays does: it is about to be revealed, or was on the screen.
    case full

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
