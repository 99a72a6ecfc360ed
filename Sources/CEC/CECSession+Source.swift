import Devices
import MediaCore

/// Handles the box's part as a source: what the TV shows, and what the box does about it.
extension CECSession {
    // MARK: One-touch play

    /// Switches the TV on and over to this box, as far as the policy lets it.
    mutating func beginOneTouchPlay(_ cause: CECCause) {
        guard line?.physicalAddress != nil, showing != .known || television == .standby else { return }
        attempt = Attempt(cause: cause, triesLeft: Int(CECPolicy.patience / Self.retryInterval), next: nil)
        tryOneTouchPlay()
    }

    mutating func tryOneTouchPlay() {
        guard var trying = attempt else { return }
        guard trying.triesLeft > 0,
            send(.imageViewOn, to: CECAddress.television, because: trying.cause)
        else {
            attempt = nil
            return
        }
        trying.triesLeft -= 1
        trying.cause = .retry
        trying.next = nil
        attempt = trying
    }

    /// Handles the outcome of Image View On: a TV that is booting acknowledges nothing yet.
    mutating func imageViewOnSaid(_ outcome: CECOutcome) {
        guard attempt != nil else { return }
        if outcome == .acknowledged {
            attempt = nil
            // The TV is starting, so its last reported state is no longer true.
            if television == .standby { television = nil }
            sayActiveSource(.wake)
            if isActive, let address = line?.physicalAddress {
                claim = Claim(address: address, until: now + Self.bootTime)
            }
        } else {
            attempt?.next = now + Self.retryInterval
        }
    }

    private mutating func sayActiveSource(_ cause: CECCause) {
        guard let line, let address = line.physicalAddress, let own = line.logicalAddress else { return }
        let frame = CECFrame(
            from: own, to: CECAddress.broadcast, .activeSource, [UInt8(address >> 8), UInt8(address & 0xff)])
        guard mayAnswerAgain(cause) else {
            return withhold(frame, because: cause, "it was answered \(Self.mostAnswers) times just now")
        }
        showing = send(frame, because: cause) ? .known : .no
        memory = nil
        if isActive { undoHeld() }
    }

    /// Whether a further Active Source may be sent: a TV that answers each one by choosing the box again would go on
    /// for ever, so only three are sent within two seconds.
    private mutating func mayAnswerAgain(_ cause: CECCause) -> Bool {
        guard case .answer = cause, isActive else { return true }
        answered.removeAll { now - $0 > Self.answerSpan || $0 > now }
        guard answered.count < Self.mostAnswers else { return false }
        answered.append(now)
        return true
    }

    // MARK: What the TV shows

    /// Notes that the TV, or a switch, chose this box.
    mutating func chosen(by opcode: CECOpcode) {
        television = .on
        attempt = nil
        policy.invited(at: now)
        if line?.answeredBelow.contains(opcode) == true {
            (showing, memory) = (.known, nil)
            undoHeld()
        } else {
            sayActiveSource(.answer(to: opcode))
        }
        if isStandby { actions.append(.order(.wake)) }
    }

    /// Somebody asks who is shown. Who only believes it is silent: it might take the input from who is.
    mutating func askedForSource() {
        guard showing == .known, !isStandby, line?.answeredBelow.contains(.requestActiveSource) != true else { return }
        policy.invited(at: now)
        sayActiveSource(.answer(to: .requestActiveSource))
    }

    /// Notes that the TV shows the device at `address`.
    mutating func shown(_ address: UInt16) {
        guard address != line?.physicalAddress else { return }
        loseInput()
    }

    /// Notes that the TV's source lies in the direction of `address`: perhaps this box, of which Routing Information
    /// will tell.
    mutating func routed(to address: UInt16, by opcode: CECOpcode) {
        guard let own = line?.physicalAddress else { return }
        if address == own {
            chosen(by: opcode)
        } else if !CECAddress.path(address, holds: own) {
            loseInput()
        }
    }

    mutating func loseInput() {
        policy.dismissed()
        claim = nil
        attempt = nil
        memory = nil
        // Also where the box did not know that it was shown.
        if !isStandby { actions.append(.order(.lock)) }
        guard isActive else { return }
        showing = .no
        guard !isStandby else { return }
        switch settings.inputLost {
        case .nothing: break
        case .pause: pause()
        case .mute:
            held = .muted
            actions.append(.order(.mute))
        }
    }

    /// Handles a TV that is off.
    /// - Parameter isNews: it was on until now
    mutating func televisionIsOff(isNews: Bool) {
        let before = television
        television = .standby
        policy.dismissed()
        claim = nil
        attempt = nil
        (showing, memory) = (.no, nil)
        guard !isStandby else { return }
        // Also where it is not known what it was before: better asked once too often.
        if before != .standby { actions.append(.order(.lock)) }
        guard isNews else { return }
        switch settings.televisionOff {
        case .nothing: break
        case .pause: pause()
        case .standby: actions.append(.order(.standBy))
        }
    }

    /// The TV is on. Showed it the box when the last run ended, and nobody has said otherwise, it still does.
    mutating func televisionIsOn() {
        television = .on
        guard let memory, memory == line?.physicalAddress, !isActive else { return }
        (showing, self.memory) = (.believed, nil)
    }

    private mutating func pause() {
        guard deck == .playing else { return }
        held = .paused
        actions.append(.order(.pause))
    }

    private mutating func undoHeld() {
        switch held {
        case .paused: actions.append(.order(.resume))
        case .muted: actions.append(.order(.unmute))
        case nil: break
        }
        held = nil
    }

    // MARK: What the box reports

    mutating func told(_ news: CECNews) {
        switch news {
        case .pressed(let time): policy.pressed(at: time)
        case .standby(let standby): standbyChanged(standby)
        case .deck(let deck): deckChanged(deck)
        case .volume(let key, let time): volumePressed(key, at: time)
        }
    }

    private mutating func standbyChanged(_ standby: Bool) {
        guard standby != isStandby else { return }
        isStandby = standby
        attempt = nil
        claim = nil
        guard standby else { return beginOneTouchPlay(.wake) }
        // The hold is over: whoever switches the box on again wants to see and hear something.
        if held == .muted { actions.append(.order(.unmute)) }
        held = nil
        guard isActive, let address = line?.physicalAddress else { return }
        if settings.switchesTelevisionOff, showing == .known {
            send(.standby, to: CECAddress.television, because: .standby)
        } else {
            send(
                .inactiveSource, to: CECAddress.television, [UInt8(address >> 8), UInt8(address & 0xff)],
                because: .standby)
        }
        (showing, memory) = (.no, nil)
        policy.dismissed()
    }

    private mutating func deckChanged(_ deck: CECNews.Deck) {
        guard deck != self.deck else { return }
        self.deck = deck
        // Somebody has resumed playing by hand.
        if held == .paused, deck == .playing { held = nil }
        if let deckFollower { send(.deckStatus, to: deckFollower, [deckInfo], because: .deck) }
    }

    /// The deck's state: HDMI 1.4 CEC table 29, "Deck Info".
    var deckInfo: UInt8 {
        switch deck {
        case .playing: 0x11
        case .paused: 0x14
        // "No media": the box refuses Deck Control, which a deck with media would not.
        case .stopped: 0x19
        }
    }

    // MARK: Sound

    /// The device whose volume the keys change; nil: the box's own.
    var volumeTarget: UInt8? {
        guard line?.logicalAddress != nil else { return nil }
        switch settings.volume {
        case .box: return nil
        case .receiver: return hasSystemAudio ? CECAddress.audioSystem : nil
        case .television:
            if hasSystemAudio { return CECAddress.audioSystem }
            return isActive && television == .on ? CECAddress.television : nil
        }
    }

    /// Sends a volume key as a press and a release each: a key that is never held can't stick.
    private mutating func volumePressed(_ key: CECNews.VolumeKey, at time: HostTime) {
        guard now - time <= Self.volumePatience, let target = volumeTarget else { return }
        let code: UInt8 =
            switch key {
            case .up: 0x41
            case .down: 0x42
            case .mute: 0x43
            }
        guard send(.userControlPressed, to: target, [code], because: .volume) else { return }
        send(.userControlReleased, to: target, because: .volume)
    }
}
