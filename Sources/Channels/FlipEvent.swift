import MediaCore

/// One attempt at playing a channel, or at keeping it ready: the owner makes a player item for each.
package struct ItemID: Hashable, Sendable {
    /// Two makers never name two items alike.
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
        /// Settling, waiting for an item, waiting for its picture, or waiting to try again.
        case stage
        /// The end of a number, and the end of the notice that there is none such.
        case number
        /// The sound of the channel that is being left.
        case sound
        /// The end of a preview.
        case preview
    }

    package var kind: Kind
    /// Tells a timer from an earlier one of its kind, whose event may still be under way.
    package var serial: Int
}

package enum FlipEvent: Sendable {
    /// Channels up (or down, when negative), and the kernel's time of the key.
    case step(Int, key: HostTime)
    case digit(Int, key: HostTime)
    /// Shows where a flip would lead. It begins none.
    case preview(FlipPreview, key: HostTime)
    /// OK: goes to what is previewed, ends a number, retries a channel that failed.
    case confirm(key: HostTime)
    /// Back: takes back the number or the preview, then the flip.
    case cancel(key: HostTime)
    case tune(Channel.ID, key: HostTime)
    /// To the channel before this one.
    case last(key: HostTime)

    case timer(FlipTimer)

    /// The item's first frame is decoded.
    case itemReady(ItemID)
    /// The item's first frame is on the screen; or would be, if a screen were connected.
    case itemShown(ItemID)
    /// - Parameter retryAfter: the server asks not to be asked before.
    case itemFailed(ItemID, String, retryAfter: Duration? = nil)

    /// A hidden item of the channel is kept, and may be adopted; or has become ready, or is no longer.
    case warmed(Channel.ID, ItemID, isReady: Bool)
    /// It is kept no longer: it is gone, adopted meanwhile or not.
    case cooled(ItemID)

    case gate(Channel.ID, FlipGate)
    case lineupChanged(Lineup)
    /// Standby, or something else wants the screen.
    case stop
}

package enum FlipPreview: Hashable, Sendable {
    /// Channels up (or down, when negative), from the one previewed or chosen.
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
    /// Not now: back to the channel before.
    case refused
}

package enum FlipAction: Hashable, Sendable {
    case show(Interstitial)
    case hideInterstitial

    /// Begin to play the channel, without a frame or a sample of it coming out.
    case prepare(ItemID, Channel)
    /// In place of `prepare`: the item was kept warm, and is the machine's from now on.
    case adopt(ItemID, Channel)
    /// Picture and sound of the item replace those of the one before.
    case reveal(ItemID)
    case discard(ItemID)
    /// The item is left, hidden and silent, and lives: whoever keeps channels warm may keep it, or discard it.
    case release(ItemID, Channel)
    /// Keep the item's last frame, dimmed, below the interstitial; it plays on unseen.
    case hold(ItemID)
    /// Fade out the sound of a held item.
    case silence(ItemID)
    /// Picture and sound as before `hold`.
    case resume(ItemID)

    /// Answer with `FlipEvent.gate`, once the other actions are done.
    case askGate(Channel)
    case askPasscode(Channel)
    case dismissPasscode

    case startTimer(FlipTimer, Duration)
    case cancelTimer(FlipTimer)

    /// A flip begins, or aims elsewhere: begin its trace anew.
    case aimed(Flip)
    /// The channel did not come, or went: each time. It is tried again.
    case failed(Channel.ID, FlipFailure)
    /// Once for each flip.
    case completed(Flip.ID, FlipOutcome)
    /// The channel is the one to come back to after a restart.
    case remember(Channel.ID)
}
