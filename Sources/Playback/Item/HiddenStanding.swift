import MediaCore

/// The state of a hidden item; for people, for budgets and for tests.
package struct HiddenStanding: Sendable, Hashable {
    package var readiness: ItemReadiness
    /// Whether it could be shown at the next vblank.
    package var isReady: Bool
    /// The bytes of compressed media that wait for the decoders or are kept for them.
    package var bytes: Int
    package var media: Duration
    /// The number of decoded pictures.
    package var frames: Int
    package var sound: Duration
    package var hasVoice: Bool
    /// The media time at which it would begin; nil while that is not known.
    package var begin: MediaTime?
    /// How far `begin` lies before where the item would be played now; nil: it is not live, or nothing
    /// is there.
    package var behind: Duration?
}
