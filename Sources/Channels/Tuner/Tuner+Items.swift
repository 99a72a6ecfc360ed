import MediaCore

// What the player's items do.
extension Tuner {
    /// A channel that stands still for so long is tuned anew: at the live edge, with a word on why.
    private static let stallPatience = Duration.seconds(8)
    /// A server that asks for so long is waited for without a word.
    private static let waitsForServer = Duration.seconds(2)
    /// What a channel that ended is said to have failed of.
    package static let endedText = "ended"

    mutating func ready(_ item: ItemID, _ now: HostTime) {
        items[item]?.isReady = true
        if isHidden(item) {
            items[item]?.trouble = nil
            warm(.ready(item), now)
        } else {
            flip(.itemReady(item), now)
        }
    }

    mutating func shown(_ item: ItemID, _ now: HostTime) {
        // The late word of one that was left meanwhile says nothing, also where it is on its way again.
        guard items[item] != nil, flips.playing?.item == item || flips.attempt?.stage == .revealing(item) else {
            return
        }
        shownItem = item
        setStalled(false)
        effects.append(.blame(nil))
        flip(.itemShown(item), now)
        // One that was still on the screen when it was lowered can be lowered now.
        for (item, warmth) in warming.readiness.sorted(by: { $0.key.value < $1.key.value }) {
            effects.append(.setReadiness(item, warmth))
        }
        wantsMeasure = true
    }

    mutating func troubled(_ item: ItemID, _ trouble: ItemTrouble, _ now: HostTime) {
        guard let channel = items[item]?.channel.id else { return }
        items[item]?.trouble = trouble
        let asksForTime = trouble.retryAfter.map { $0 > Self.waitsForServer } ?? false
        if isHidden(item) {
            // Nothing will come of it for so long.
            if asksForTime { return warm(.failed(item, trouble.refusal), now) }
            return tell(of: trouble, channel, now)
        }
        tell(of: trouble, channel, now)
        guard item != shownItem, items[item] != nil else { return }
        effects.append(.blame(item))
        // Until then nothing will come: better said at once than when the patience is over.
        if asksForTime { flip(.itemFailed(item, trouble.text, retryAfter: trouble.retryAfter), now) }
    }

    mutating func failed(_ item: ItemID, _ failure: ItemTrouble, _ playsOn: Bool, _ now: HostTime) {
        guard let channel = items[item]?.channel.id else { return }
        if isHidden(item) {
            effects.append(.hiddenFailed(item))
            return warm(.failed(item, failure.refusal), now)
        }
        tell(of: failure, channel, now)
        guard items[item] != nil else { return }
        items[item]?.failure = failure
        // What is buffered plays first; then it stalls or ends.
        if item == shownItem, playsOn { return }
        giveUp(item, failure, now)
    }

    /// A provider that refuses is left alone, whichever channel it refused.
    private mutating func tell(of trouble: ItemTrouble, _ channel: Channel.ID, _ now: HostTime) {
        if let refusal = trouble.refusal { warm(.refused(channel, refusal), now) }
    }

    mutating func giveUp(_ item: ItemID, _ trouble: ItemTrouble, _ now: HostTime) {
        effects.append(.blame(item))
        flip(.itemFailed(item, trouble.text, retryAfter: trouble.retryAfter), now)
    }

    mutating func stalled(_ item: ItemID, _ stalled: Bool, _ now: HostTime) {
        guard item == shownItem else { return }
        if stalled, let failure = items[item]?.failure { return giveUp(item, failure, now) }
        if !stalled, isStalled { items[item]?.trouble = nil }
        setStalled(stalled, until: stalled ? now + Self.stallPatience : nil)
    }

    /// A channel that stops sending is tried again; after a film comes the channel before it.
    mutating func ended(_ item: ItemID, _ isLive: Bool, _ now: HostTime) {
        guard let known = items[item] else { return }
        if isHidden(item) {
            // A film that is over has nothing more for the corner.
            if !isLive, known.channel.id == corner { setCorner(nil, now) }
            return warm(.failed(item), now)
        }
        if let failure = known.failure { return giveUp(item, failure, now) }
        let isWatched = item == shownItem && flips.selected == flips.watching
        if isLive || !isWatched {
            effects.append(.blame(nil))
            flip(.itemFailed(item, Self.endedText), now)
        } else if flips.lastChannel != nil {
            flip(.last(key: now), now)
        } else {
            stop(now)
        }
    }
}
