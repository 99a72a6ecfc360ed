/// One of the player's items, as far as the tuner must know it.
struct TunerItem: Sendable, Equatable {
    /// As it was when the item was made: the lineup may have another address by now.
    let channel: Channel
    /// It may be revealed at the next vblank.
    var isReady = false
    /// It was told to come out, once at least.
    var wasRevealed = false
    /// It plays from a place that the viewer chose.
    var isWound = false
    /// Nothing more of it will come.
    var failure: ItemTrouble?
    /// What was in its way last.
    var trouble: ItemTrouble?

    init(_ channel: Channel) {
        self.channel = channel
    }

    /// Worth keeping when it is left: what has failed only plays what it still has, and what was wound back is not
    /// where a viewer joins.
    var livesOn: Bool { failure == nil && !isWound }
}
