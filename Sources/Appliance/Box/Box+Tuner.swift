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

/// Tells the `Tuner` what happens, and carries out what it wants done.
extension Box {
    /// Tells the tuner something, and carries out what comes of it.
    ///
    /// - Returns: whether anything changed but what is kept ready
    @discardableResult
    func steer(_ event: TunerEvent) -> CommandResult {
        let wasFailing = tuner.standing == .failing
        let effects = tuner.handle(event, at: now)
        let result: CommandResult = tuner.didChange ? .done : .nothingToDo
        alarms.set(.tuner, at: tuner.nextWake)
        // Its trace must be there when the interstitial, which comes first, is shown.
        for case .aimed(let aim) in effects { traces.begin(aim) }
        for effect in effects { perform(effect) }
        if wasFailing, tuner.standing == .playing { tellRecovery() }
        renewChannels()
        publishState()
        updateModes()
        return result
    }

    private func perform(_ effect: TunerEffect) {
        switch effect {
        case .prepare(let item, let channel): prepare(item.inPlayer, channel)
        case .warm(let item, let channel, let warmth, let bandwidth): warm(item.inPlayer, channel, warmth, bandwidth)
        case .setReadiness(let item, let warmth): player.setReadiness(warmth.inPlayer, of: item.inPlayer)
        case .adopt(let item, let channel): adopt(item.inPlayer, channel)
        case .reveal(let item):
            traces.note(.revealed, item.inPlayer, at: now)
            countFrames()
            player.reveal(item.inPlayer)
            devices.display.wake()
        case .silence(let item): player.silence(item.inPlayer)
        case .resume(let item):
            // Another may have been on its way to the screen already.
            player.reveal(item.inPlayer)
            player.unsilence(item.inPlayer)
        case .discard(let item): discard(item.inPlayer)
        case .leftScreen:
            if scrub != nil { cancelScrub() }
            tell(.transport(nil))
        case .stopped:
            player.stop()
            tell(.soundOnly(nil))
            devices.display.wake()
        case .interstitialChanged: showInterstitial()
        case .askPasscode(let channel, let end):
            traces.locked()
            tell(.passcode(PasscodePrompt(channel: ChannelLabel(channel), length: passcodeLength, lockedUntil: end)))
        case .dismissPasscode: tell(.passcode(nil))
        case .passcodeAccepted: tell(.passcodeResult(.accepted))
        case .passcodeRejected(let end):
            tell(.passcodeResult(end.map { .locked(until: $0) } ?? .wrong(attemptsLeft: nil)))
        case .verifyPasscode(let code, let channel): verify(code, channel)
        case .wrongPasscode(let channel, let count):
            logger.notice(
                "a wrong passcode",
                metadata: ["in a row": "\(count)", "channel": "\(tuner.lineup[channel]?.number ?? 0)"])
        case .stalled(let stalled): showStall(stalled)
        case .standby(let standby): showStandby(standby)
        case .aimed: lastFailure = nil
        case .failed(let channel, let failure): tellFailure(of: channel, failure)
        case .completed(let id, let outcome): completed(id, outcome)
        case .remember(let channel): remember(channel)
        case .blame(let item): blame(item?.inPlayer)
        case .hiddenFailed(let item): tellHiddenFailure(item.inPlayer)
        case .measureNetwork: measureNetwork()
        }
    }

    // MARK: Items

    private func prepare(_ item: Playback.ItemID, _ channel: Channel) {
        traces.prepared(item, at: now)
        itemFacts[item] = PlaybackFacts(channel)
        let level: Logger.Level = tuner.standing == .failing ? .debug : .info
        logger.log(level: level, "tuning", metadata: ["channel": "\(channel.number) \(channel.name)"])
        player.prepare(source(of: channel), id: item)
    }

    private func warm(_ item: Playback.ItemID, _ channel: Channel, _ warmth: Warmth, _ bandwidth: UInt64?) {
        itemFacts[item] = PlaybackFacts(channel)
        var source = source(of: channel)
        source.options.maximumBandwidth = bandwidth
        logger.debug(
            "keeps warm", metadata: ["channel": "\(channel.number) \(channel.name)", "readiness": "\(warmth)"])
        player.prepare(source, id: item, readiness: warmth.inPlayer)
    }

    /// Tunes an item that was kept warm: what it has done took no time of this flip.
    private func adopt(_ item: Playback.ItemID, _ channel: Channel) {
        traces.prepared(item, isWarm: true)
        logger.info("tuning", metadata: ["channel": "\(channel.number) \(channel.name)", "warm": "true"])
        player.setReadiness(.full, of: item)
        // Why nothing comes, should nothing come.
        lastFailure = itemFacts[item]?.trouble
    }

    private func discard(_ item: Playback.ItemID) {
        learnMedia(item)
        player.discard(item)
        itemFacts[item] = nil
        devices.display.wake()
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
            // Parts want a reload and a hint that are held back, beside what is there already.
            options.lowLatency = limit > 2
        }
        return MediaSource(url: channel.url, options: options)
    }

    /// Keeps why the wanted channel does not play, as its item told it.
    private func blame(_ item: Playback.ItemID?) {
        lastFailure = item.flatMap { itemFacts[$0] }.map { facts in
            facts.failure ?? facts.trouble ?? .timeout(url: RedactedURL(facts.source.url).description)
        }
    }

    // MARK: What is seen of it

    private func showStall(_ stalled: Bool) {
        if !stalled, let item = shownItem { itemFacts[item]?.trouble = nil }
        if stalled { tellStall() }
        tell(.stalled(stalled))
    }

    private func showStandby(_ standby: Bool) {
        logger.notice("\(standby ? "standby" : "on")")
        devices.cec?.tell(.standby(standby))
        if standby {
            tellRemotes(.keyTest(false))
            tell(.closeEverything)
        }
        refreshDiagnostics()
    }

    /// Has the store check a code, which takes tens of milliseconds: not on the box's own time.
    private func verify(_ code: String, _ channel: Channel) {
        Task { [store, logger] in
            do {
                let isRight = try await store.verifyPasscode(code)
                self.steer(.passcodeVerified(isRight, for: channel.id))
            } catch {
                logger.error("the passcode can't be checked", metadata: ["reason": "\(error)"])
                self.steer(.passcodeVerified(false, for: channel.id))
            }
        }
    }

    /// Measures what the playing channel leaves of the network for those that nobody watches.
    private func measureNetwork() {
        guard settings.warming.neighbours > 0, let status = player.status else { return }
        let facts = shownItem.flatMap { itemFacts[$0] }
        steer(
            .network(
                WarmingEvent.Network(
                    bandwidth: status.info.bandwidth.map { Double($0) },
                    buffered: status.isPaused ? nil : status.mediaBuffered,
                    latency: status.info.targetLatency, isStalled: tuner.isStalled),
                measured: facts?.throughput ?? throughput))
    }
}

extension Warmth {
    fileprivate var inPlayer: ItemReadiness {
        switch self {
        case .playlist: .playlist
        case .media: .media
        case .picture: .picture
        case .full: .full
        }
    }
}

extension Channels.ItemID {
    var inPlayer: Playback.ItemID { Playback.ItemID(UInt64(clamping: value)) }
}

extension Playback.ItemID {
    var inChannels: Channels.ItemID { Channels.ItemID(value: Int(clamping: value)) }
}
