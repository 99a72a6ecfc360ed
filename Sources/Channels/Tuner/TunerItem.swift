import MediaCore

/// One of the player's items, as far as the tuner must know it.
struct TunerItem: Sendable, Equatable {
    /// The channel as it was when the item was made: the lineup may have another address by now.
    let channel: Channel
    /// Whether the item may be revealed at the next vblank.
    var isReady = false
    /// Whether the item was told to come out, once at least.
    var wasRevealed = false
    /// Whether the item plays from a place that the viewer chose.
    var isWound = false
    /// How far what is played of it is behind the present; zero where that is no more than live television is.
    var behind: Duration = .zero
    /// Why nothing more of the item will come; nil: more may.
    var failure: ItemTrouble?
    /// What was in the item's way last.
    var trouble: ItemTrouble?

    init(_ channel: Channel) {
        self.channel = channel
    }

    /// Whether the item is worth keeping when it is left: what has failed only plays what it still has, and what was wound back is not
    /// where a viewer joins.
    var livesOn: Bool { failure == nil && !isWound }
}
