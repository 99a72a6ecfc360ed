import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import HLS
import Layout
import Logging
import MediaCore
import Playback
import Screens

extension Box {
    /// Gives the flip machine an event and carries out its actions.
    @discardableResult
    func flip(_ event: FlipEvent) -> CommandResult {
        let actions = flips.handle(event, at: now)
        // The trace must exist before the interstitial, which comes first, is shown.
        for case .aimed(let aim) in actions { traces.begin(aim) }
        for action in actions { perform(action) }
        followFlips(actions)
        // Answers cause actions of their own: they follow when these are done.
        for case .askGate(let channel) in actions { askGate(channel) }
        // Painting takes milliseconds, so it comes last: what is ready has been revealed before, and what is not is
        // under way.
        if actions.contains(where: \.isOfInterstitial) { showInterstitial() }
        publishState()
        updateModes()
        return actions.isEmpty ? .nothingToDo : .done
    }

    private func perform(_ action: FlipAction) {
        switch action {
        case .show, .hideInterstitial: break
        case .prepare(let item, let channel): prepare(item, channel)
        case .adopt(let item, let channel): adopt(item, channel)
        case .reveal(let item):
            traces.note(.revealed, item.inPlayer, at: now)
            countFrames()
            itemFacts[item.inPlayer]?.wasRevealed = true
            player.reveal(item.inPlayer)
            devices.display.wake()
        case .discard(let item): discard(item.inPlayer)
        case .release(let item, _): leave(item.inPlayer)
        // The old picture plays on, dimmed, until the new one is there.
        case .hold: break
        case .silence(let item): player.silence(item.inPlayer)
        case .resume(let item):
            // The other item may have been on its way to the screen already.
            player.reveal(item.inPlayer)
            player.unsilence(item.inPlayer)
        case .askGate: break
        case .askPasscode(let channel): askPasscode(channel)
        case .dismissPasscode: tell(.passcode(nil))
        case .startTimer(let timer, let duration):
            flipTimers[timer.kind] = timer
            alarms.set(.flip(timer.kind), at: now + duration)
        case .cancelTimer(let timer):
            guard flipTimers[timer.kind] == timer else { return }
            flipTimers[timer.kind] = nil
            alarms.set(.flip(timer.kind), at: nil)
        case .aimed: lastFailure = nil
        case .completed(let id, let outcome): completed(id, outcome)
        case .remember(let channel): remember(channel)
        }
    }

    // MARK: Items

    private func prepare(_ item: Channels.ItemID, _ channel: Channel) {
        traces.prepared(item.inPlayer, at: now)
        itemFacts[item.inPlayer] = PlaybackFacts(channel)
        logger.info("tuning", metadata: ["channel": "\(channel.number) \(channel.name)"])
        player.prepare(source(of: channel), id: item.inPlayer)
    }

    func source(of channel: Channel) -> MediaSource {
        var options = SessionOptions()
        options.headers = channel.headers
        options.maximumSize = devices.display.output.size
        options.preferences = preferences
        options.choices = trackChoices[channel.id] ?? TrackChoices()
        let memory = memories[channel.id]
        options.rememberedThroughput = memory?.throughput.map(Double.init) ?? throughput
        options.rememberedBandwidth = memory?.variantBandwidth.map { UInt64(clamping: $0) }
        options.rememberedPlaylist = playlists[channel.id]
        options.rememberedMedia = knownMedia[channel.id]
        if let limit = devices.fetcher.connectionLimit(of: channel.url) {
            options.maximumDownloads = min(options.maximumDownloads, limit)
            // Playing by parts takes a blocked reload and a hint beside the other downloads.
            options.lowLatency = limit > 2
        }
        return MediaSource(url: channel.url, options: options)
    }

    func discard(_ item: Playback.ItemID) {
        learnMedia(item)
        player.discard(item)
        itemFacts[item] = nil
        leave(item)
        devices.display.wake()
    }

    /// Notes that the viewer no longer watches the item.
    private func leave(_ item: Playback.ItemID) {
        guard shownItem == item else { return }
        shownItem = nil
        if scrub != nil { cancelScrub() }
        tell(.transport(nil))
        setStalled(false)
    }

    func handle(_ event: PlayerEvent) {
        let item = event.item
        if isWarm(item) { return handleWarm(event) }
        switch event.kind {
        case .playlistLoaded: traces.note(.playlist, item, at: event.time)
        case .firstByte: traces.note(.firstByte, item, at: event.time)
        case .firstFrameDecoded: traces.note(.firstFrameDecoded, item, at: event.time)
        case .ready:
            itemFacts[item]?.isReady = true
            flip(.itemReady(item.inChannels))
        case .firstFrameShown:
            traces.note(.firstFrameScanout, item, at: event.time)
            shown(item)
        case .motionShown:
            traces.note(.motion, item, at: event.time)
            finishTraces()
        case .firstSound:
            traces.note(.firstSound, item, at: event.time)
            // A radio channel has no picture: its first sound shows that it plays.
            if itemFacts[item]?.hasVideo == false { shown(item) }
            finishTraces()
        case .stalled: stalled(item)
        case .resumed: if item == shownItem { setStalled(false) }
        case .trouble(let failure):
            tellRefusal(failure, item)
            itemFacts[item]?.trouble = failure
            guard item != shownItem, itemFacts[item] != nil else { return }
            lastFailure = failure
            // Nothing will come until then: say so at once and not when the patience is over.
            if let asked = failure.retryAfter, asked > Self.waitsForServer { giveUp(item, failure) }
        case .failed(let failure): failed(item, failure)
        case .ended: ended(item)
        case .renewed: arrived(item)
        case .renewalFailed(let failure):
            guard item == shownItem else { return }
            logger.notice("another place can't be played", metadata: ["reason": "\(failure)"])
            loseScrub()
        case .info(let info):
            itemFacts[item]?.update(info)
            learn(item)
        case .throughput(let throughput):
            self.throughput = throughput
            itemFacts[item]?.throughput = throughput
            learn(item)
        }
    }

    private static var endedText: String { "ended" }
    /// The longest Retry-After that is waited out without a word on the screen.
    static let waitsForServer = Duration.seconds(2)

    private func failed(_ item: Playback.ItemID, _ failure: PlaybackFailure) {
        guard itemFacts[item] != nil else { return }
        tellRefusal(failure, item)
        logger.error(
            "playback failed",
            metadata: ["channel": "\(selectedChannel?.name ?? "none")", "reason": "\(failure)"])
        itemFacts[item]?.failure = failure
        // What is buffered plays first; then the item stalls or ends.
        if item == shownItem, player.status?.phase == .playing { return }
        giveUp(item, failure)
    }

    private func giveUp(_ item: Playback.ItemID, _ failure: PlaybackFailure) {
        lastFailure = failure
        flip(.itemFailed(item.inChannels, "\(failure)", retryAfter: failure.retryAfter))
    }

    private func stalled(_ item: Playback.ItemID) {
        guard item == shownItem else { return }
        if let failure = itemFacts[item]?.failure { giveUp(item, failure) } else { setStalled(true) }
    }

    /// Handles an item that has ended: a channel that stops sending is tried again; after a film the channel before
    /// it comes back.
    private func ended(_ item: Playback.ItemID) {
        guard let facts = itemFacts[item] else { return }
        if let failure = facts.failure { return giveUp(item, failure) }
        let isWatched = item == shownItem && flips.selected == flips.watching
        if facts.info.isLive || !isWatched {
            lastFailure = nil
            flip(.itemFailed(item.inChannels, Self.endedText))
        } else if flips.lastChannel != nil {
            flip(.last(key: now))
        } else {
            perform(.stop, key: now)
        }
    }

    private func shown(_ item: Playback.ItemID) {
        // The item may have been discarded since.
        guard itemFacts[item] != nil else { return }
        shownItem = item
        lastFailure = nil
        setStalled(false)
        learn(item)
        flip(.itemShown(item.inChannels))
        settleWarm()
        let hasPicture = itemFacts[item]?.hasVideo != false
        tell(.soundOnly(hasPicture ? nil : flips.watching.flatMap { flips.lineup[$0] }.map(ChannelLabel.init)))
    }

    /// Stores what the next visit of the channel starts with, once it plays.
    private func learn(_ item: Playback.ItemID) {
        guard item == shownItem, let facts = itemFacts[item] else { return }
        let memory = facts.memory
        playlists[facts.channel] = facts.info.playlist
        learnMedia(item)
        let old = memories.updateValue(memory, forKey: facts.channel)
        // The throughput changes with every segment and is not worth a write.
        guard old?.variantBandwidth != memory.variantBandwidth else { return }
        save { try await $0.remember(memory, of: facts.channel) }
    }

    /// Keeps an item's playlists as they were last: for a few seconds they are as good as fresh ones.
    private func learnMedia(_ item: Playback.ItemID) {
        guard let channel = itemFacts[item]?.channel, let known = player.remembered(item) else { return }
        knownMedia[channel] = known
    }

    /// How long a channel may stall before it is tuned anew: at the live edge, with the reason on screen.
    private static let stallPatience = Duration.seconds(8)

    func giveUpStalled() {
        guard isStalled, let item = shownItem, let facts = itemFacts[item], let channel = selectedChannel else { return }
        giveUp(item, facts.trouble ?? .timeout(url: RedactedURL(channel.url).description))
    }

    func setStalled(_ stalled: Bool) {
        guard stalled != isStalled else { return }
        isStalled = stalled
        if !stalled, let item = shownItem { itemFacts[item]?.trouble = nil }
        alarms.set(.stall, at: stalled ? now + Self.stallPatience : nil)
        tell(.stalled(stalled))
        publishState()
    }

    // MARK: The interstitial

    private func showInterstitial() {
        guard let interstitial = flips.interstitial else {
            tell(.failure(nil))
            tell(.flip(nil))
            return
        }
        for channel in [interstitial.from, interstitial.to].compactMap({ $0 }) { wantArtwork(channel.logo) }
        var why = FailureReason.timedOut
        if case .failed(let failure, let retryIn) = interstitial.state {
            why = reason(failure)
            // For a channel that was playing and died there is no other one beneath to go back to.
            if let to = interstitial.to, interstitial.from?.id == to.id || interstitial.from == nil {
                tell(.flip(nil))
                tell(
                    .failure(
                        FailureState(
                            channel: ChannelLabel(to), reason: why, retryAt: retryIn.map { now + $0 },
                            canGoBack: flips.lastChannel != nil)))
                return
            }
        }
        tell(.failure(nil))
        tell(.flip(InterstitialState(interstitial, lineup: flips.lineup, reason: why, now: now)))
    }

    private func reason(_ failure: FlipFailure) -> FailureReason {
        switch failure {
        case .timedOut: lastFailure.map(FailureReason.init) ?? .timedOut
        case .item(Self.endedText): .ended
        case .item(let text): lastFailure.map(FailureReason.init) ?? .other(text)
        }
    }

    /// Notes that a cue is on screen.
    func seen(_ sighting: Stage.CueSeen) {
        traces.seen(version: sighting.version, at: sighting.time)
    }

    // MARK: Ends

    private func completed(_ id: Flip.ID, _ outcome: FlipOutcome) {
        switch outcome {
        case .shown: logger.notice("channel", metadata: ["number": "\(selectedChannel?.number ?? 0)", "name": "\(selectedChannel?.name ?? "")"])
        case .failed(let failure): logger.warning("channel does not play", metadata: ["reason": "\(trouble?.cause ?? "\(failure)")"])
        case .cancelled:
            tally.cancel()
            tell(.flipGivenUp)
        }
        traces.completed(id, outcome, at: now)
        // Sound may follow the picture; phases that have not come by then never will.
        alarms.set(.trace, at: now + .seconds(3))
        finishTraces()
    }

    /// Stores the traces that have all their phases, or have waited long enough for the rest.
    func finishTraces() {
        for record in traces.finished(at: now, vblank: vblankPeriod) { finished(record) }
    }

    private func remember(_ channel: Channel.ID) {
        gate.watches(channel)
        save { try await $0.setLastChannel(channel) }
    }

    // MARK: The gate

    private func askGate(_ channel: Channel) {
        switch gate.decision(for: channel, at: now) {
        case .open: flip(.gate(channel.id, .open))
        case .ask, .wait: flip(.gate(channel.id, .locked))
        }
    }

    private func askPasscode(_ channel: Channel) {
        passcodeChannel = channel
        traces.locked()
        var until: HostTime?
        if case .wait(let end) = gate.decision(for: channel, at: now) { until = end }
        tell(.passcode(PasscodePrompt(channel: ChannelLabel(channel), length: passcodeLength, lockedUntil: until)))
    }

    func submit(_ passcode: Passcode) {
        guard let channel = passcodeChannel, !isCheckingPasscode else { return }
        if case .wait(let until) = gate.decision(for: channel, at: now) {
            tell(.passcodeResult(.locked(until: until)))
            return
        }
        let code = passcode.digits.map(String.init).joined()
        isCheckingPasscode = true
        // Hashing takes tens of milliseconds, so it runs outside the actor.
        Task { [store, logger] in
            do {
                let isRight = try await store.verifyPasscode(code)
                self.checked(isRight, for: channel)
            } catch {
                logger.error("the passcode can't be checked", metadata: ["reason": "\(error)"])
                self.checked(false, for: channel)
            }
        }
    }

    private func checked(_ isRight: Bool, for channel: Channel) {
        isCheckingPasscode = false
        if isRight, passcodeChannel?.id == channel.id {
            gate.acceptedCode(for: channel.id, at: now)
            passcodeChannel = nil
            tell(.passcodeResult(.accepted))
            flip(.gate(channel.id, .open))
            return
        }
        var delay = Duration.zero
        if !isRight {
            // The wrong code counts though the viewer has left meanwhile.
            delay = gate.rejectedCode(at: now)
            logger.notice(
                "a wrong passcode", metadata: ["in a row": "\(gate.wrongCodes)", "channel": "\(channel.number)"])
        }
        guard passcodeChannel != nil else { return }
        tell(.passcodeResult(delay > .zero ? .locked(until: now + delay) : .wrong(attemptsLeft: nil)))
    }

    func cancelPasscode() {
        guard let channel = passcodeChannel else { return }
        passcodeChannel = nil
        flip(.gate(channel.id, .refused))
        // Without a channel to go back to, the question stays.
        if flips.selected == channel.id { askPasscode(channel) }
    }
}

extension FlipAction {
    fileprivate var isOfInterstitial: Bool {
        switch self {
        case .show, .hideInterstitial: true
        default: false
        }
    }
}

extension Channels.ItemID {
    var inPlayer: Playback.ItemID { Playback.ItemID(UInt64(clamping: value)) }
}

extension Playback.ItemID {
    var inChannels: Channels.ItemID { Channels.ItemID(value: Int(clamping: value)) }
}
