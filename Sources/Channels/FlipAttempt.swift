import MediaCore

/// What is on the screen.
struct FlipPlaying: Sendable, Equatable {
    var item: ItemID
    var channel: Channel.ID
    /// Whether it still plays: once it has failed, its last frame is all that is left.
    var isAlive = true
    /// The failures in a row before it played.
    var failures: Int
}

/// An attempt to bring a channel to the screen.
struct FlipAttempt: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// The attempt waits for presses to end. The gate may have been asked already; its prompt waits too.
        case settling
        case preparing(ItemID)
        /// The item's first frame is decoded; the gate is not open.
        case ready(ItemID)
        case revealing(ItemID)
        /// It failed; is tried again then.
        case waiting(until: HostTime)
    }

    enum Gate: Sendable, Equatable { case unasked, asked, locked, open }

    var to: Channel.ID
    /// The channel to which Back leads when nothing plays any more.
    var back: Channel.ID?
    /// The flip, until its end has been told; an attempt goes on after that.
    var flip: Flip?
    var stage: Stage
    var gate = Gate.unasked
    /// Whether its item was kept warm: should it fail, the channel is prepared at once, without a
    /// word.
    var isAdopted = false
    var failures = 0
    var failure: FlipFailure?

    var item: ItemID? {
        switch stage {
        case .preparing(let item), .ready(let item), .revealing(let item): item
        case .settling, .waiting: nil
        }
    }

    /// Whether the viewer is asked for the passcode; not while presses go on.
    var isLocked: Bool { gate == .locked && stage != .settling }

    var isRevealing: Bool {
        if case .revealing = stage { true } else { false }
    }
}
