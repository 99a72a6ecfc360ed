import MediaCore

/// What is on the screen.
struct FlipPlaying: Sendable, Equatable {
    var item: ItemID
    var channel: Channel.ID
    /// False once it has failed: its last frame is all that is left.
    var isAlive = true
    /// Failures in a row before it played.
    var failures: Int
}

/// What is to be on the screen.
struct FlipAttempt: Sendable, Equatable {
    enum Stage: Sendable, Equatable {
        /// Waits for presses to end. The gate may have been asked already, its prompt waits too.
        case settling
        case preparing(ItemID)
        /// Its first frame is decoded; the gate is not open.
        case ready(ItemID)
        case revealing(ItemID)
        /// It failed; is tried again then.
        case waiting(until: HostTime)
    }

    enum Gate: Sendable, Equatable { case unasked, asked, locked, open }

    var to: Channel.ID
    /// Where Back leads when nothing plays any more.
    var back: Channel.ID?
    /// Until its end has been told; an attempt goes on after that.
    var flip: Flip?
    var stage: Stage
    var gate = Gate.unasked
    /// Its item was kept warm: should it fail, the channel is prepared at once, without a word.
    var isAdopted = false
    var failures = 0
    var failure: FlipFailure?

    var item: ItemID? {
        switch stage {
        case .preparing(let item), .ready(let item), .revealing(let item): item
        case .settling, .waiting: nil
        }
    }

    /// The viewer is asked for the passcode; not while presses go on.
    var isLocked: Bool { gate == .locked && stage != .settling }

    var isRevealing: Bool {
        if case .revealing = stage { true } else { false }
    }
}
