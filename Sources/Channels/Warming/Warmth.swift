/// How ready a channel is kept while nobody watches it: the player's readiness, in the terms of `Warming`.
package enum Warmth: Int, Comparable, Hashable, Sendable, CaseIterable {
    /// The channel's playlists are fresh; no media is asked for.
    case playlist
    /// The newest media is in memory too.
    case media
    /// The first pictures are decoded too.
    case picture
    /// The channel loads ahead as a playing item does.
    case full

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
