import MediaCore

// Decides where flips lead, and what becomes of their items.
extension FlipMachine {
    // MARK: Aiming

    mutating func aim(at target: Channel.ID, _ key: HostTime, settles: Bool, _ now: HostTime) {
        guard lineup[target] != nil else { return }
        if let playing, playing.isAlive, playing.channel == target { return abandon() }
        if attempt?.to == target {
            if case .waiting = attempt?.stage { prepare() }
            return
        }
        promoteRevealing(now)
        leaveItem()
        fallbacks.begin(target, at: now)

        var flip: Flip
        if let pending = attempt?.flip {
            flip = pending
            flip.to = target
            flip.keyTime = key
            flip.presses += 1
        } else {
            flip = Flip(id: Flip.ID(value: newCount()), to: target, keyTime: key, presses: 1)
        }
        flip.from = playing?.channel
        actions.append(.aimed(flip))

        let left = attempt?.flip == nil ? attempt?.to : attempt?.back
        let back = playing.map(\.channel) ?? left
        attempt = FlipAttempt(to: target, back: back == target ? nil : back, flip: flip, stage: .settling)
        if settles {
            start(.stage, timing.settle)
            hurry()
        } else {
            prepare()
        }
    }

    /// Counts an item that is being revealed as playing, since it may be on the screen already.
    private mutating func promoteRevealing(_ now: HostTime) {
        guard let attempt, case .revealing(let item) = attempt.stage else { return }
        replacePlaying(with: item, attempt, now)
        self.attempt?.stage = .settling
    }

    /// Ends the attempt and goes back to what plays, which never stopped.
    private mutating func abandon() {
        guard attempt != nil else { return }
        leaveItem()
        complete(.cancelled)
        attempt = nil
        end(.stage)
    }

    mutating func goBack(_ key: HostTime, _ now: HostTime) {
        guard let attempt else { return }
        if let playing, playing.isAlive { return abandon() }
        guard let back = attempt.back, lineup[back] != nil else { return }
        leaveItem()
        complete(.cancelled)
        self.attempt?.stage = .settling
        aim(at: back, key, settles: false, now)
        // A second Back must not return to what was just left.
        self.attempt?.back = nil
    }

    // MARK: Getting an item

    mutating func prepare() {
        guard let target = attempt?.to, let channel = lineup[target] else { return }
        start(.stage, timing.prepare)
        if let warm = warm.removeValue(forKey: target) {
            actions.append(.adopt(warm.item, channel))
            attempt?.isAdopted = true
            attempt?.stage = .preparing(warm.item)
            if warm.isReady { ready(warm.item) }
        } else {
            let item = newItem()
            attempt?.isAdopted = false
            attempt?.stage = .preparing(item)
            actions.append(.prepare(item, fallbacks[channel]))
        }
        askGate(channel)
    }

    /// Prepares a warm channel that is ready at once: it costs nothing, and need not wait until
    /// presses end.
    private mutating func hurry() {
        guard let attempt, attempt.stage == .settling, warm[attempt.to]?.isReady == true,
            let channel = lineup[attempt.to]
        else { return }
        if attempt.gate == .open { prepare() } else { askGate(channel) }
    }

    private mutating func askGate(_ channel: Channel) {
        guard attempt?.gate == .unasked else { return }
        attempt?.gate = .asked
        actions.append(.askGate(channel))
    }

    mutating func warmed(_ channel: Channel.ID, _ new: Warm) {
        guard new.item != attempt?.item, new.item != playing?.item else { return }
        warm[channel] = new
        hurry()
    }

    mutating func cooled(_ item: ItemID) {
        if let channel = warm.first(where: { $0.value.item == item })?.key { warm[channel] = nil }
        if item == attempt?.item { prepare() }
    }

    /// Prepares the channel anew when an item that was kept warm has failed: the channel itself may
    /// be all right.
    mutating func prepareAnew(insteadOf item: ItemID) {
        actions.append(.discard(item))
        prepare()
    }

    // MARK: Items

    mutating func ready(_ item: ItemID) {
        if let channel = warm.first(where: { $0.value.item == item })?.key {
            warm[channel]?.isReady = true
            return hurry()
        }
        guard let attempt, case .preparing(item) = attempt.stage else { return }
        self.attempt?.stage = .ready(item)
        switch attempt.gate {
        case .open: reveal(item)
        case .locked: end(.stage)
        case .asked, .unasked: break
        }
    }

    private mutating func reveal(_ item: ItemID) {
        attempt?.stage = .revealing(item)
        actions.append(.reveal(item))
        start(.stage, timing.reveal)
    }

    mutating func shown(_ item: ItemID, _ now: HostTime) {
        guard let attempt, case .revealing(item) = attempt.stage else { return }
        replacePlaying(with: item, attempt, now)
        complete(.shown)
        fallbacks.played(attempt.to)
        self.attempt = nil
        end(.stage)
    }

    private mutating func replacePlaying(with item: ItemID, _ attempt: FlipAttempt, _ now: HostTime) {
        if let playing {
            if playing.isAlive {
                release(playing.item, of: playing.channel)
            } else {
                actions.append(.discard(playing.item))
            }
        }
        playing = FlipPlaying(item: item, channel: attempt.to, failures: attempt.failures)
        shownAt = now
        if let home, home != attempt.to { previous = home }
        home = attempt.to
        actions.append(.remember(attempt.to))
    }

    /// Releases the item that was on its way. One that was being revealed may be on the screen
    /// already: it is taken away, and nobody keeps it.
    private mutating func leaveItem() {
        guard let attempt, let item = attempt.item else { return }
        if attempt.isRevealing { actions.append(.discard(item)) } else { release(item, of: attempt.to) }
    }

    /// Releases an item to whoever keeps channels warm, if its channel is still in the lineup; else
    /// discards it.
    private mutating func release(_ item: ItemID, of channel: Channel.ID) {
        actions.append(lineup[channel].map { .release(item, $0) } ?? .discard(item))
    }

    mutating func failed(_ item: ItemID, _ reason: FlipFailure, _ asked: Duration?, _ now: HostTime) {
        if let attempt, item == attempt.item {
            // A server that asks for time gets it.
            if attempt.isAdopted, asked == nil {
                prepareAnew(insteadOf: item)
            } else {
                failAttempt(reason, asked: asked, at: now)
            }
        } else if let playing, playing.item == item, playing.isAlive {
            self.playing?.isAlive = false
            guard attempt == nil else { return }
            // Stay on the channel. A failure soon after it had come continues the old trouble.
            let hasRecovered = now - shownAt >= RetryLadder.recovery
            attempt = FlipAttempt(to: playing.channel, stage: .settling)
            attempt?.failures = hasRecovered ? 0 : playing.failures
            if lineup[playing.channel] == nil {
                leaveMissingChannel(now)
            } else {
                failAttempt(reason, asked: asked, at: now)
            }
        } else if let channel = warm.first(where: { $0.value.item == item })?.key {
            warm[channel] = nil
        }
    }

    mutating func failAttempt(_ reason: FlipFailure, asked: Duration? = nil, at now: HostTime) {
        guard let attempt else { return }
        if let item = attempt.item { actions.append(.discard(item)) }
        if let channel = lineup[attempt.to],
            fallbacks.failed(channel, in: lineup, asksForTime: asked != nil, at: now)
        {
            actions.append(.failed(attempt.to, reason))
            // Who waited so long is told why it goes on.
            if reason == .timedOut { self.attempt?.failure = reason }
            // Asked again where the answer had not come: it belongs to the item that is gone.
            if attempt.gate == .asked { self.attempt?.gate = .unasked }
            return prepare()
        }
        let failures = attempt.failures.addingSaturating(1)
        let delay = RetryLadder.delay(afterFailures: failures, asked: asked)
        self.attempt?.failures = failures
        self.attempt?.failure = reason
        self.attempt?.stage = .waiting(until: now + delay)
        if attempt.gate == .asked { self.attempt?.gate = .unasked }
        actions.append(.failed(attempt.to, reason))
        complete(.failed(reason))
        start(.stage, delay)
    }

    private mutating func complete(_ outcome: FlipOutcome) {
        guard let flip = attempt?.flip else { return }
        attempt?.flip = nil
        actions.append(.completed(flip.id, outcome))
    }

    // MARK: The gate, the lineup, the end

    mutating func gate(_ channel: Channel.ID, _ answer: FlipGate, _ now: HostTime) {
        guard let attempt, attempt.to == channel, attempt.gate != .unasked else { return }
        if attempt.isRevealing {
            // The answer is too late for this item. Should another be needed, the gate is asked
            // again.
            if answer != .open { self.attempt?.gate = .unasked }
            return
        }
        switch answer {
        case .open:
            self.attempt?.gate = .open
            if case .ready(let item) = attempt.stage { reveal(item) } else { hurry() }
        case .locked:
            self.attempt?.gate = .locked
            if case .ready = attempt.stage { end(.stage) }
        case .refused:
            self.attempt?.gate = .locked
            if case .ready = attempt.stage { end(.stage) }
            goBack(now, now)
            if self.attempt?.to == channel { leaveLocked(channel, now) }
        }
    }

    /// Leaves a locked channel before which nothing plays: for the one shown last, else for nothing. A question must
    /// not stand for ever.
    private mutating func leaveLocked(_ channel: Channel.ID, _ now: HostTime) {
        guard let home, home != channel, lineup[home] != nil else { return stop() }
        leaveItem()
        complete(.cancelled)
        attempt?.stage = .settling
        aim(at: home, now, settles: false, now)
        attempt?.back = nil
    }

    mutating func change(_ lineup: Lineup, _ now: HostTime) {
        fallbacks.forget()
        self.lineup = lineup
        if let preview, lineup[preview] == nil { endPreview() }
        if let attempt, lineup[attempt.to] == nil { leaveMissingChannel(now) }
    }

    /// Leaves the channel of the attempt, which is no longer in the lineup.
    private mutating func leaveMissingChannel(_ now: HostTime) {
        goBack(now, now)
        guard let attempt, lineup[attempt.to] == nil else { return }
        if let first = lineup.channels.first {
            aim(at: first.id, now, settles: false, now)
        } else {
            abandon()
            if let playing, !playing.isAlive {
                actions.append(.discard(playing.item))
                self.playing = nil
            }
        }
    }

    mutating func stop() {
        home = selected
        if let item = attempt?.item { actions.append(.discard(item)) }
        attempt?.stage = .settling
        abandon()
        if let playing { actions.append(.discard(playing.item)) }
        playing = nil
        lastPress = nil
        endNumber()
        endPreview()
    }
}
