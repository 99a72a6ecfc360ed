import MediaCore

/// What a `Tuner` wants done. To be carried out in order.
package enum TunerEffect: Hashable, Sendable {
    // MARK: The player's items

    /// Begin to play the channel, without a frame or a sample of it coming out.
    case prepare(ItemID, Channel)
    /// Begin to keep the channel so ready while nobody watches it.
    ///
    /// - Parameter maximumBandwidth: bits a second that its variant should not exceed; nil: no limit
    case warm(ItemID, Channel, Warmth, maximumBandwidth: UInt64?)
    /// Keep a hidden item more or less ready.
    case setReadiness(ItemID, Warmth)
    /// A hidden item becomes the one that is tuned: it is wanted in full.
    case adopt(ItemID, Channel)
    /// Picture and sound of the item replace those of the one before.
    case reveal(ItemID)
    /// Fade out the sound of an item that is being left.
    case silence(ItemID)
    /// Picture and sound of an item that was being left come back.
    case resume(ItemID)
    /// Let go of the item.
    case discard(ItemID)
    /// Show the item's picture in the corner of the screen, as soon as it is there; nil: show nothing there.
    case corner(ItemID?)
    /// What was on the screen is no longer what the viewer watches; its item may live on, hidden.
    case leftScreen
    /// Nothing plays any more, and nothing is kept.
    case stopped

    /// What was on the screen is locked now: nothing of it may fade out. Comes after `stopped`.
    case covered
    /// Something is locked that was not: a picture of it that fades away is gone at once.
    case locked

    // MARK: What the viewer sees

    /// `Tuner.interstitial` has changed. Comes once, behind all that is for the player: painting takes milliseconds.
    case interstitialChanged
    /// Ask the viewer for the passcode.
    ///
    /// - Parameter lockedUntil: no code is taken before; nil: one is
    case askPasscode(Channel, lockedUntil: HostTime?)
    case dismissPasscode
    /// The code was right; the prompt goes.
    case passcodeAccepted
    /// The code was wrong, or none is taken yet; the prompt stays.
    ///
    /// - Parameter lockedUntil: no code is taken before; nil: another may be typed at once
    case passcodeRejected(lockedUntil: HostTime?)
    /// A question whether the channel may be watched was answered.
    case authorized(Channel.ID, Authorization)
    /// The picture stands still, or no longer does.
    case stalled(Bool)
    case standby(Bool)

    // MARK: What is kept of it

    /// A flip begins, or aims elsewhere: begin its trace anew, before anything else is carried out.
    case aimed(Flip)
    /// A channel did not come, or went; it is tried again. Told each time.
    case failed(Channel.ID, FlipFailure)
    /// A flip has ended. Told once for each.
    case completed(Flip.ID, FlipOutcome)
    /// The channel is the one to come back to after a restart.
    case remember(Channel.ID)
    /// The wanted channel does not play for what this item said; nil: nothing was said.
    case blame(ItemID?)
    /// A hidden channel failed; nobody watches it.
    case hiddenFailed(ItemID)
    /// Have the store check the code, and answer with `TunerEvent.passcodeVerified`.
    case verifyPasscode(String, Channel)
    /// A wrong code was counted.
    case wrongPasscode(Channel.ID, inARow: Int)
    /// Look what plays leaves of the network, and answer with `TunerEvent.network`. Comes last.
    case measureNetwork
}
