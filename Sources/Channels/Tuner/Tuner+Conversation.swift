import MediaCore

// What the flip machine, warming and the gate say to each other.
extension Tuner {
    /// Tells the flip machine something, and everybody what came of it.
    mutating func flip(_ event: FlipEvent, _ now: HostTime) {
        let actions = flips.handle(event, at: now)
        if !actions.isEmpty { didChange = true }
        for action in actions { digest(action, now) }
        follow(actions, now)
        // Answers make actions of their own: they follow when these are done.
        for case .askGate(let channel) in actions { answer(for: channel, now) }
    }

    private mutating func digest(_ action: FlipAction, _ now: HostTime) {
        switch action {
        case .show, .hideInterstitial: interstitialChanged = true
        case .prepare(let item, let channel):
            items[item] = TunerItem(channel)
            effects.append(.prepare(item, channel))
        case .adopt(let item, let channel): effects.append(.adopt(item, channel))
        case .reveal(let item):
            items[item]?.wasRevealed = true
            effects.append(.reveal(item))
        case .discard(let item): discard(item)
        case .release(let item, _): leaveScreen(item)
        case .silence(let item): effects.append(.silence(item))
        case .resume(let item): effects.append(.resume(item))
        case .askGate: break
        case .askPasscode(let channel):
            // One question at a time: the one for what is to be watched takes the place of one for later.
            if ahead.isAsked { answerAhead(.denied(.left), now) }
            ask(for: channel, now)
        case .dismissPasscode:
            // It is of the question for what is to be watched.
            if ahead.isAsked { break }
            prompt = nil
            effects.append(.dismissPasscode)
        case .startTimer(let timer, let duration): timers[timer.kind] = (timer, now + duration)
        case .cancelTimer(let timer): if timers[timer.kind]?.timer == timer { timers[timer.kind] = nil }
        case .aimed(let flip): effects.append(.aimed(flip))
        case .failed(let channel, let failure): effects.append(.failed(channel, failure))
        case .completed(let id, let outcome): effects.append(.completed(id, outcome))
        case .remember(let channel): effects.append(.remember(channel))
        }
    }

    /// Tells warming what a step of the flip machine changed.
    mutating func follow(_ actions: [FlipAction], _ now: HostTime) {
        var adopted: [ItemID] = []
        var left: [WarmingEvent.Left] = []
        for action in actions {
            switch action {
            case .adopt(let item, _): adopted.append(item)
            case .release(let item, let channel):
                let known = items[item]
                let lives = known?.livesOn == true
                let wasShown = lives && known?.wasRevealed == true
                left.append(
                    WarmingEvent.Left(
                        item: item, channel: known?.channel ?? channel, wasShown: wasShown,
                        isReady: wasShown || (lives && known?.isReady == true)))
            default: break
            }
        }
        followCorner(actions, now)
        let viewing = WarmingEvent.Viewing(
            selected: flips.selected, watching: flips.watching, last: flips.lastChannel, isSettled: flips.isSettled)
        warm(.flipped(viewing, adopted: adopted, left: left), now)
        warm(.point(at: pointedChannel), now)
    }

    /// Where a half-typed number leads, or OK.
    private var pointedChannel: Channel.ID? {
        guard let interstitial = flips.interstitial, [.typing, .previewing].contains(interstitial.state) else {
            return nil
        }
        return interstitial.to?.id
    }

    /// Tells warming something, and the flip machine what is kept since.
    mutating func warm(_ event: WarmingEvent, _ now: HostTime) {
        for action in warming.handle(event, at: now) { digest(action) }
        agree(now)
    }

    private mutating func digest(_ action: WarmingAction) {
        switch action {
        case .warm(let item, let channel, let warmth, let bandwidth):
            items[item] = TunerItem(channel)
            effects.append(.warm(item, channel, warmth, maximumBandwidth: bandwidth))
        case .setReadiness(let item, let warmth):
            if warmth < .picture { items[item]?.isReady = false }
            effects.append(.setReadiness(item, warmth))
        case .cool(let item): discard(item)
        case .wake(let time): warmingWake = time
        }
    }

    /// Brings the flip machine's knowledge of what is kept up to what warming keeps. A word about one item may change
    /// what is kept of the others, which is told in turn; each round leaves fewer to tell.
    private mutating func agree(_ now: HostTime) {
        guard !isAgreeing else { return }
        isAgreeing = true
        defer { isAgreeing = false }
        for _ in 0..<Self.mostRounds {
            let kept = warming.kept
            let gone = flips.warm.values.filter { known in !kept.values.contains { $0.item == known.item } }
            let new = kept.filter { flips.warm[$0.key] != $0.value }.sorted {
                $0.value.item.value < $1.value.item.value
            }
            if gone.isEmpty, new.isEmpty { return }
            for warm in gone.sorted(by: { $0.item.value < $1.item.value }) { flip(.cooled(warm.item), now) }
            for (channel, warm) in new where warming.kept[channel] == warm {
                flip(.warmed(channel, warm.item, isReady: warm.isReady), now)
            }
        }
        assertionFailure("warming and the flip machine do not agree")
    }

    private static let mostRounds = 8
    private static let networkInterval = Duration.seconds(1)
    /// While little is buffered of the channel watched.
    private static let tightInterval = Duration.milliseconds(250)

    // MARK: Items

    private mutating func discard(_ item: ItemID) {
        items[item] = nil
        leaveScreen(item)
        effects.append(.discard(item))
    }

    /// It is not what the viewer watches any more.
    private mutating func leaveScreen(_ item: ItemID) {
        guard shownItem == item else { return }
        shownItem = nil
        pauseDeadline = nil
        effects.append(.leftScreen)
        setStalled(false)
    }

    mutating func setStalled(_ stalled: Bool, until deadline: HostTime? = nil) {
        guard stalled != isStalled else { return }
        isStalled = stalled
        stallDeadline = deadline
        effects.append(.stalled(stalled))
    }

    mutating func coolEverything(_ now: HostTime) {
        warm(.stopped, now)
        measureTime = nil
    }

    /// What is kept was begun with other wishes than the viewer has now.
    mutating func beginWarmingAnew(_ now: HostTime) {
        let corner = warming.corner
        coolEverything(now)
        follow([], now)
        if let corner { setCorner(corner, now) }
        wantsMeasure = true
    }

    // MARK: Time

    mutating func wake(_ now: HostTime) {
        for timer in timers.values.filter({ $0.deadline <= now }).sorted(by: { $0.deadline < $1.deadline }) {
            // One that fired before may have replaced it.
            guard timers[timer.timer.kind]?.timer == timer.timer else { continue }
            timers[timer.timer.kind] = nil
            flip(.timer(timer.timer), now)
        }
        if let deadline = stallDeadline, deadline <= now, let item = shownItem {
            stallDeadline = nil
            giveUp(item, items[item]?.trouble ?? ItemTrouble("no media came in time"), now)
        }
        if let time = measureTime, time <= now {
            measureTime = nil
            wantsMeasure = true
        }
        if let time = warmingWake, time <= now {
            warmingWake = nil
            warm(.wake, now)
        }
    }

    mutating func take(_ network: WarmingEvent.Network, measured: Double?, _ now: HostTime) {
        guard warming.settings.neighbours > 0 else { return }
        if let measured { lineRate.note(measured, at: now) }
        var network = network
        network.throughput = lineRate.value
        warm(.network(network), now)
        measureTime = now + (warming.isLow ? Self.tightInterval : Self.networkInterval)
    }
}
