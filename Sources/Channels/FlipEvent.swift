import MediaCore

/// One attempt at playing a channel, or at keeping it ready: the owner makes a player item for each.
package struct ItemID: Hashable, Sendable {
    /// The maker of an item's name, so that two makers never give the same name.
    enum Maker: Int {
        case flips, warming
    }

    package let value: Int

    package init(value: Int) {
        self.value = value
    }

    static func made(by maker: Maker, _ count: Int) -> ItemID { ItemID(value: count << 1 | maker.rawValue) }
}

package struct FlipTimer: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// The attempt's timer: settling, waiting for an item, for its picture, or to try again.
        case stage
        /// The end of a number, or of the notice that there is no such channel.
        case number
        /// The end of the sound of the channel that is being left.
        case sound
        /// The end of a preview.
        case preview
    }

    package var kind: Kind
    /// A number that tells a timer from an earlier one of its kind, whose event may still be under way.
    package var serial: Int
}

package enum FlipEvent: Sendable {
    /// Step so many channels up (or down, when negative); with the kernel's time of the key.
    case step(Int, key: HostTime)
    case digit(Int, key: HostTime)
    /// Show where a flip would lead. It begins none.
    case preview(FlipPreview, key: HostTime)
    /// OK: goes to the previewed channel, ends a number, or retries a channel that failed.
    case confirm(key: HostTime)
    /// Back: takes back the number or the preview, then the flip.
    case cancel(key: HostTime)
    case tune(Channel.ID, key: HostTime)
    /// Flip to the channel before this one.
    case last(key: HostTime)

    case timer(FlipTimer)

    /// The item's first frame is decoded.
    case itemReady(ItemID)
    /// The item's first frame is on the screen; or would be, if a screen were connected.
    case itemShown(ItemID)
    /// The item has failed.
    /// - Parameter retryAfter: the server asks not to be asked before.
    case itemFailed(ItemID, String, retryAfter: Duration? = nil)

    /// A hidden item of the channel is kept and may be adopted, or its readiness has changed.
    case warmed(Channel.ID, ItemID, isReady: Bool)
    /// The item is kept no longer: it is gone, adopted meanwhile or not.
    case cooled(ItemID)

    case gate(Channel.ID, FlipGate)
    case lineupChanged(Lineup)
    /// Stop: standby, or something else wants the screen.
    case stop
}

package enum FlipPreview: Hashable, Sendable {
    /// So many channels up (or down, when negative) from the one previewed or chosen.
    case step(Int)
    /// The channel before this one.
    case last
    case channel(Channel.ID)
}

/// The parental gate's answer.
package enum FlipGate: Hashable, Sendable {
    case open
    /// The passcode decides. The channel may be prepared behind the prompt.
    case locked
    /// The channel may not be shown now: go back to the channel before.
    case refused
}

package enum FlipAction: Hashable, Sendable {
    case show(Interstitial)
    case hideInterstitial

    /// Begin to play the channel, without a frame or a sample of it coming out.
    case prepare(ItemID, Channel)
    /// Take the item over in place of `prepare`: it was kept warm, and is the machine's from now on.
    case adopt(ItemID, Channel)
    /// Picture and sound of the item replace those of the one before.
    case reveal(ItemID)
    case discard(ItemID)
    /// Leave the item, hidden and silent but alive: whoever keeps channels warm may keep it, or discard it.
    case release(ItemID, Channel)
    /// Fade out the sound of a held item.
    case silence(ItemID)
    /// Restore picture and sound of an item that was held.
    case resume(ItemID)

    /// Ask the gate, and answer with `FlipEvent.gate` once the other actions are done.
    case askGate(Channel)
    case askPasscode(Channel)
    case dismissPasscode

    case startTimer(FlipTimer, Duration)
    case cancelTimer(FlipTimer)

    /// Begin the flip's trace anew: a flip begins, or aims elsewhere.
    case aimed(Flip)
    /// The channel did not come, or went: each time. It is tried again.
    case failed(Channel.ID, FlipFailure)
    /// Once for each flip.
    case completed(Flip.ID, FlipOutcome)
    /// Remember the channel as the one to come back to after a restart.
    case remember(Channel.ID)
}
