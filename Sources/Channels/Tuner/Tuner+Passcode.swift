import MediaCore

// The parental gate, and the question for its code.
extension Tuner {
    /// What the flip machine asked.
    mutating func answer(for channel: Channel, _ now: HostTime) {
        switch gate.decision(for: channel, at: now) {
        case .open: flip(.gate(channel.id, .open), now)
        case .ask, .wait: flip(.gate(channel.id, .locked), now)
        case .never: refuse(channel.id, .denied(.device), now)
        }
    }

    /// Goes back to where the viewer was; where that is nowhere, nothing plays.
    private mutating func refuse(_ channel: Channel.ID, _ result: Authorization, _ now: HostTime) {
        flip(.gate(channel, .refused), now)
        if flips.standing == nil { rest(now) }
        effects.append(.authorized(channel, result))
    }

    mutating func ask(for channel: Channel, _ now: HostTime) {
        prompt = channel
        effects.append(.askPasscode(channel, lockedUntil: wait(for: channel, now)))
    }

    /// What is asked already is asked as it is now: no longer with a wait, or for another number of digits.
    mutating func askAnew(_ now: HostTime) {
        if let prompt { ask(for: prompt, now) }
    }

    private func wait(for channel: Channel, _ now: HostTime) -> HostTime? {
        if case .wait(let end) = gate.decision(for: channel, at: now) { end } else { nil }
    }

    mutating func submit(_ code: String, _ now: HostTime) {
        guard let prompt, !isCheckingPasscode else { return }
        if let end = wait(for: prompt, now) {
            effects.append(.passcodeRejected(lockedUntil: end))
            return
        }
        isCheckingPasscode = true
        effects.append(.verifyPasscode(code, prompt))
    }

    /// - Parameter isRight: nil: it can't be checked
    mutating func verified(_ isRight: Bool?, _ channel: Channel.ID, _ now: HostTime) {
        isCheckingPasscode = false
        let isAsked = prompt?.id == channel
        guard let isRight else {
            if isAsked { conclude(channel, .unavailable, now) }
            return
        }
        if isRight {
            guard isAsked else { return }
            gate.acceptedCode(
                for: channel, isLockedForAWhile: lineup[channel].map(gate.isLockedForAWhile) ?? false, at: now)
            if ahead.isAsked { return answerAhead(.granted, now) }
            prompt = nil
            effects += [.passcodeAccepted, .authorized(channel, .granted)]
            return flip(.gate(channel, .open), now)
        }
        // It counts though the viewer has left meanwhile.
        let delay = gate.rejectedCode(at: now)
        effects.append(.wrongPasscode(channel, inARow: gate.wrongCodes))
        guard isAsked else { return }
        if delay > .zero {
            conclude(channel, .denied(.wrongCodes(until: now + delay)), now)
        } else {
            effects.append(.passcodeRejected(lockedUntil: nil))
        }
    }

    mutating func cancelPasscode(_ now: HostTime) {
        if let channel = prompt { conclude(channel.id, .denied(.left), now) }
    }

    /// Ends the question without opening anything.
    private mutating func conclude(_ channel: Channel.ID, _ result: Authorization, _ now: HostTime) {
        if ahead.isAsked { answerAhead(result, now) } else { refuse(channel, result, now) }
    }

    // MARK: What is locked again

    /// Locks what was open long enough, paused long enough, or open while the screen went.
    mutating func expireGate(_ now: HostTime) {
        gate.expire(at: now)
        if let deadline = pauseDeadline, deadline <= now {
            pauseDeadline = nil
            gate.lock()
        }
        if let deadline = screenDeadline, deadline <= now {
            screenDeadline = nil
            gate.lock()
        }
    }

    /// Takes from the screen what may be seen no longer, and asks for it anew. After every event that holds: nothing
    /// is out, or about to come out, that is locked.
    mutating func enforceGate(_ now: HostTime) {
        enforceGateInCorner(now)
        let locked = mayBeSeen.filter { gate.decision(for: $0.channel, behind: $0.behind, at: now) != .open }
        if !locked.isEmpty {
            let wanted = flips.selected
            for (channel, _) in locked where gate.decision(for: channel, at: now) == .open { gate.demand(channel.id) }
            didChange = true
            // Its items go, so that not a sample of it can follow.
            letGo(now)
            effects.append(.covered)
            if let wanted { flip(.tune(wanted, key: now), now) }
        } else if let attempt = flips.attempt, attempt.gate == .open, let channel = lineup[attempt.to],
            gate.decision(for: channel, at: now) != .open
        {
            didChange = true
            answer(for: channel, now)
        }
    }

    /// The channels of the items whose picture or sound is out, or comes out at any moment, and how far behind the
    /// present that is.
    var mayBeSeen: [(channel: Channel, behind: Duration)] {
        let coming = flips.attempt.flatMap { $0.isRevealing ? $0.item : nil }
        return [flips.playing?.item, coming].compactMap { $0.flatMap { items[$0] } }.map {
            // The list may say something else of it by now.
            (lineup[$0.channel.id] ?? $0.channel, $0.behind)
        }
    }

    /// Whether a place of an item that is out may be seen, which is so far behind the present.
    package func mayBeSeen(_ item: ItemID, behind: Duration, at now: HostTime) -> Bool {
        guard let channel = items[item]?.channel else { return false }
        let isThere = behind > .seconds(60)
        return gate.decision(for: lineup[channel.id] ?? channel, behind: isThere ? behind : .zero, at: now) == .open
    }

    /// The steps that lead past channels which nothing opens.
    func possible(_ steps: Int, _ now: HostTime) -> Int {
        guard gate.policy.profile == .device, steps != 0 else { return steps }
        let start = interstitial?.state == .previewing ? interstitial?.to?.id : flips.selected
        var further = steps
        for _ in lineup.channels {
            guard let channel = lineup.channel(further, from: start), gate.decision(for: channel, at: now) == .never
            else { return further }
            further = further.addingSaturating(steps.signum())
        }
        return 0
    }
}
