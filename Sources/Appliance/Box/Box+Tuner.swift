import Channels
import Commands
import ControlProtocol
import Devices
import HLS
import Layout
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Carries out what the `Tuner` wants done.
extension Box {
    func perform(_ effect: TunerEffect) {
        switch effect {
        case .prepare(let item, let channel): prepare(item.inPlayer, channel)
        case .warm(let item, let channel, let warmth, let bandwidth): warm(item.inPlayer, channel, warmth, bandwidth)
        case .setReadiness(let item, let warmth): player.setReadiness(warmth.inPlayer, of: item.inPlayer)
        case .adopt(let item, let channel): adopt(item.inPlayer, channel)
        case .reveal(let item):
            count(.phase(.revealed, item.inPlayer, at: now))
            countFrames()
            // What is on the screen is about to be left.
            lookAtPlace()
            if let channel = playout[item.inPlayer]?.channel { lay(.reveals(item.inPlayer, of: channel)) }
            drawCurtain(.reveal)
            player.reveal(item.inPlayer)
            devices.display.wake()
        case .silence(let item): player.silence(item.inPlayer)
        case .resume(let item):
            if let channel = playout[item.inPlayer]?.channel { lay(.reveals(item.inPlayer, of: channel)) }
            // Another may have been on its way to the screen already.
            player.reveal(item.inPlayer)
            player.unsilence(item.inPlayer)
            devices.display.wake()
        case .discard(let item): discard(item.inPlayer)
        case .corner(let item): showCorner(item?.inPlayer)
        case .leftScreen:
            if playout.search.isUnderWay { cancelScrub() }
            tell(.transport(nil))
            tell(.resumed(nil))
        case .stopped:
            lookAtPlace()
            player.stop()
            tell(.soundOnly(nil))
            devices.display.wake()
        case .covered: stage.cut()
        // Beneath what has taken its place it may still be seen.
        case .locked: stage.endFade()
        case .interstitialChanged: showInterstitial()
        case .askPasscode(let channel, let end):
            count(.locked)
            tell(.passcode(PasscodePrompt(for: channel, of: tuner, lockedUntil: end)))
        case .dismissPasscode: tell(.passcode(nil))
        case .passcodeAccepted: tell(.passcodeResult(.accepted))
        case .passcodeRejected(let end):
            tell(.passcodeResult(end.map { .locked(until: $0) } ?? .wrong(attemptsLeft: tuner.gate.attemptsLeft)))
        case .verifyPasscode(let code, let channel): verify(code, channel)
        case .wrongPasscode(let channel, let count):
            logger.notice(
                "a wrong passcode",
                metadata: ["in a row": "\(count)", "channel": "\(tuner.lineup[channel]?.number ?? 0)"])
        case .authorized(let channel, let result): tell(result, of: channel)
        case .stalled(let stalled): showStall(stalled)
        case .standby(let standby): showStandby(standby)
        case .aimed: note(.aimed)
        case .failed(let channel, let failure):
            let error = ControlError(NowPlaying.Failure(kind: failure, cause: playout.blame))
            logger.fails(channel, in: tuner.lineup, reason: error.cause)
            if !tellQueue(.failed(channel)), isCast(channel) { tellCasts(.failed) }
        case .completed(let id, let outcome): completed(id, outcome)
        case .remember(let channel): remember(channel)
        case .blame(let item): note(.blamed(item?.inPlayer))
        case .hiddenFailed(let item): if let facts = playout[item.inPlayer] { logger.hiddenFailed(facts) }
        case .measureNetwork: measureNetwork()
        }
    }

    // MARK: Items

    private func prepare(_ item: Playback.ItemID, _ channel: Channel) {
        count(.prepared(item, isWarm: false))
        note(.began(item, channel))
        // It may be the film that plays, which is begun anew where it is.
        lookAtPlace()
        logger.tuning(channel, isRetry: tuner.standing == .failing, isElsewhere: isElsewhere(channel))
        player.prepare(source(of: channel), id: item)
    }

    private func warm(_ item: Playback.ItemID, _ channel: Channel, _ warmth: Warmth, _ bandwidth: UInt64?) {
        note(.began(item, channel))
        var source = source(of: channel)
        source.options.maximumBandwidth = bandwidth
        logger.keepsWarm(channel, warmth)
        player.prepare(source, id: item, readiness: warmth.inPlayer)
    }

    /// Tunes an item that was kept warm: what it has done took no time of this flip.
    private func adopt(_ item: Playback.ItemID, _ channel: Channel) {
        count(.prepared(item, isWarm: true))
        logger.tuning(channel, isWarm: true)
        let watched = tuner.watching.flatMap { tuner.lineup[$0] }
        player.hasten(item, line: watched?.host == channel.host ? tuner.lineRate.value : nil)
        note(.adopted(item))
    }

    private func discard(_ item: Playback.ItemID) {
        keepMedia(item)
        if player.status?.item == item { lookAtPlace() }
        // Of what is restricted nothing stays that nobody looks after: what locks it would not find it.
        let channel = playout[item].flatMap { tuner.lineup[$0.channel] }
        let isFree = channel.map { !tuner.isRestricted($0) } ?? false
        if player.discard(item, keepsPicture: isFree) { stage.cut() }
        note(.discarded(item))
        devices.display.wake()
    }

    func source(of channel: Channel) -> MediaSource {
        var options = memory.options(for: channel)
        options.start =
            queue.start(of: channel.url).map { .offset(.seconds($0)) } ?? resume.start(of: ResumeIdentity(channel).text)
        options.maximumSize = devices.display.output.size
        if let limit = devices.fetcher.connectionLimit(of: channel.url) {
            options.maximumDownloads = min(options.maximumDownloads, limit)
            // Parts want a reload and a hint that are held back, beside what is there already.
            options.lowLatency = limit > 2
        }
        // What was learnt of its own address says nothing of another.
        if isElsewhere(channel) { options.rememberedPlaylist = nil }
        let breaks = queue.declared(of: channel.url)?.interstitials ?? []
        return MediaSource(
            url: channel.url, options: options,
            interstitials: breaks.enumerated().compactMap { PlacedInterstitial($1, number: $0 + 1) })
    }

    /// Whether the channel is to be played at another address than its own.
    private func isElsewhere(_ channel: Channel) -> Bool {
        tuner.lineup[channel.id].map { $0.url != channel.url } ?? false
    }

    // MARK: What is seen of it

    /// Says why a channel stays locked, where the viewer may not know, and what there is instead.
    private func tell(_ result: Authorization, of channel: Channel.ID) {
        let told = AuthorizationInfo(channel: channel, result: result)
        var why: String?
        switch result {
        case .granted, .denied(.left): break
        case .denied(.wrongCodes(let end)):
            why = inWords { Strings.locked(for: Int((end - now).inSeconds.rounded(.up))) }
        case .denied(.device): why = inWords { Strings.lockedForGood }
        case .unavailable: why = inWords { Strings.lockedUnchecked }
        }
        logger.notice(
            "parental gate",
            metadata: [
                "channel": "\(tuner.lineup[channel]?.number ?? 0)", "result": "\(told.result.rawValue)",
                "reason": "\(told.reason ?? "-")",
            ])
        publish(.authorization(told))
        if let why { tell(.track(TrackNotice(.unplayable, why))) }
        // There was no channel to go back to: here are all.
        if result != .granted, tuner.standing == nil, !tuner.lineup.channels.isEmpty { openChannels() }
    }

    private func showStall(_ stalled: Bool) {
        if !stalled, let item = shownItem { note(.troubled(item, nil)) }
        if stalled, let channel = tuner.watching {
            logger.stalled(channel, in: tuner.lineup, shownItem.flatMap { playout[$0]?.trouble })
        }
        tell(.stalled(stalled))
    }

    private func showStandby(_ standby: Bool) {
        logger.notice("\(standby ? "standby" : "on")")
        devices.cec?.tell(.standby(standby))
        if standby {
            tellRemotes(.keyTest(false))
            tell(.closeEverything)
        }
        count(.look)
    }

    /// Has the store check a code, which takes tens of milliseconds: not on the box's own time.
    private func verify(_ code: String, _ channel: Channel) {
        errands.begin { [weak self, store = journal.store, logger] in
            var isRight: Bool?
            do {
                isRight = try await store.verifyPasscode(code)
            } catch {
                logger.error("the passcode can't be checked", metadata: ["reason": "\(error)"])
            }
            await self?.steer(.passcodeVerified(isRight, for: channel.id))
        }
    }

    /// Measures what the playing channel leaves of the network for those that nobody watches.
    private func measureNetwork() {
        guard tuner.keepsWarm, let status = player.status else { return }
        let facts = shownItem.flatMap { playout[$0] }
        steer(
            .network(
                WarmingEvent.Network(
                    bandwidth: status.info.bandwidth.flatMap { $0 > 0 ? Double($0) : nil } ?? status.mediaRate,
                    // What has come whole needs no more of the line, however little of it is left.
                    buffered: status.isPaused || status.isLoaded ? nil : status.mediaBuffered,
                    latency: status.info.targetLatency, isStalled: tuner.isStalled),
                measured: facts?.throughput ?? memory.throughput))
    }
}
