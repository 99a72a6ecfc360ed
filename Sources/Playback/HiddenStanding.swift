import MediaCore

/// How an item stands that nobody sees; for people, for budgets and for tests.
package struct HiddenStanding: Sendable, Hashable {
    package var readiness: ItemReadiness
    /// It could be shown at the next vblank.
    package var isReady: Bool
    /// Compressed, waiting for its decoders or kept for them.
    package var bytes: Int
    package var media: Duration
    /// Decoded.
    package var frames: Int
    package var sound: Duration
    package var hasVoice: Bool
    /// Where it would begin; nil while that is not known.
    package var begin: MediaTime?
    /// How far that lies before where it would be played now; nil: it is not live, or nothing is there.
    package var behind: Duration?
}
