import MediaCore

// The parental gate, and the question for its code.
extension Tuner {
    /// What the flip machine asked.
    mutating func answer(for channel: Channel, _ now: HostTime) {
        switch gate.decision(for: channel, at: now) {
        case .open: flip(.gate(channel.id, .open), now)
        case .ask, .wait: flip(.gate(channel.id, .locked), now)
        }
    }

    mutating func ask(for channel: Channel, _ now: HostTime) {
        prompt = channel
        effects.append(.askPasscode(channel, lockedUntil: wait(for: channel, now)))
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

    mutating func verified(_ isRight: Bool, _ channel: Channel.ID, _ now: HostTime) {
        isCheckingPasscode = false
        let isAsked = prompt?.id == channel
        if isRight {
            guard isAsked else { return }
            prompt = nil
            gate.acceptedCode(for: channel, at: now)
            effects.append(.passcodeAccepted)
            return flip(.gate(channel, .open), now)
        }
        // It counts though the viewer has left meanwhile.
        let delay = gate.rejectedCode(at: now)
        effects.append(.wrongPasscode(channel, inARow: gate.wrongCodes))
        guard isAsked else { return }
        effects.append(.passcodeRejected(lockedUntil: delay > .zero ? now + delay : nil))
    }

    /// What the old code opened is locked, also what is on its way.
    mutating func setPasscode(digits: Int, _ now: HostTime) {
        gate.setPasscode(digits: digits)
        if let channel = flips.attempt.flatMap({ lineup[$0.to] }) { answer(for: channel, now) }
    }

    mutating func cancelPasscode(_ now: HostTime) {
        guard let channel = prompt else { return }
        prompt = nil
        flip(.gate(channel.id, .refused), now)
        // There was no channel before: the question stays.
        if flips.selected == channel.id { ask(for: channel, now) }
    }
}
