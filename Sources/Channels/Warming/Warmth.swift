/// How ready a channel is kept while nobody watches it: the player's readiness, in the words of who decides.
package enum Warmth: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// Its playlists are fresh; no media is asked for.
    case playlist
    /// And its newest media is in memory.
    case media
    /// And its first pictures are decoded.
    case picture
    /// It loads ahead as what plays does.
    case full

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
