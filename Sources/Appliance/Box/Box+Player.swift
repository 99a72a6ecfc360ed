import Channels
import Commands
import ControlProtocol
import HLS
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Passes on what the player's items do: to the tuner, and to the memory of visits.
extension Box {
    func handle(_ event: PlayerEvent) {
        defer { nowPlayingMayDiffer() }
        let item = event.item
        let tuned = item.inChannels
        if let phase = event.kind.phase { count(.phase(phase, item, at: event.time)) }
        switch event.kind {
        case .playlistLoaded, .firstByte, .firstFrameDecoded, .motionShown: break
        case .ready:
            if tuner.isHidden(tuned) { note(.troubled(item, nil)) }
            steer(.ready(tuned))
        case .firstFrameShown: shown(item)
        case .firstSound:
            // A radio channel has no picture: its sound is the sign that it plays.
            if playout[item]?.hasVideo == false { shown(item) }
        case .stalled:
            // Should nothing more come, it is begun anew here.
            lookAtPlace()
            steer(.stalled(tuned, true))
        case .resumed: steer(.stalled(tuned, false))
        case .leftOut(let duration): leftOut(duration, of: item)
        case .trouble(let failure):
            note(.troubled(item, failure))
            if !tuner.isHidden(tuned) { tellTrouble(failure, item) }
            steer(.troubled(tuned, ItemTrouble(failure)))
        case .failed(let failure):
            note(.failed(item, failure))
            // What is buffered plays first; then it stalls or ends.
            let playsOn = item == shownItem && player.status?.phase == .playing
            if playsOn { tellTrouble(failure, item) }
            steer(.failed(tuned, ItemTrouble(failure), playsOn: playsOn))
        case .ended:
            if let channel = playout[item]?.source {
                tellResume(
                    .ended(item, identity: ResumeIdentity(channel).text, hasFailed: playout[item]?.failure != nil))
            }
            tellProposals(.ended(item))
            if let channel = playout[item]?.channel, item == shownItem {
                if isCast(channel), casts.isLast { return tellCasts(.ended) }
                if tellQueue(.ended(channel)) { return }
                // Behind the last of a queue comes what was on before its first, not the one before it.
                if queue.channel == channel, let origin = queue.origin, tuner.lineup[origin] != nil {
                    steer(.tune(origin, key: now))
                    return
                }
            }
            steer(.ended(tuned, isLive: playout[item]?.info.isLive == true))
        case .breakChanged: if item == shownItem { breakChanged() }
        case .seeked: arrived(item)
        case .seekFailed(let failure):
            guard item == shownItem else { return }
            logger.notice("another place can't be played", metadata: ["reason": "\(failure)"])
            place(.failed)
        case .info(let info):
            note(.info(item, info))
            if tuner.isHidden(tuned) {
                _ = steer(.cost(tuned, WarmingEvent.Cost(info)))
                return
            }
            if item == shownItem { note(.watched(item)) }
            learn(item)
        case .throughput(let throughput):
            note(.throughput(item, throughput))
            // Nothing of a hidden channel is kept for the next visit: nobody has watched it.
            guard !tuner.isHidden(tuned) else { return }
            remember(.throughput(throughput))
            learn(item)
        }
    }

    private func shown(_ item: Playback.ItemID) {
        guard playout[item] != nil else { return }
        steer(.shown(item.inChannels))
        guard shownItem == item else { return }
        if let channel = playout[item]?.channel {
            tellQueue(.shown(channel))
            if isCast(channel) { tellCasts(.shown) }
            tellHandoffs(.shown(channel))
        }
        learn(item)
        note(.watched(item))
        resumed(item)
        showSoundOnly()
    }

    /// Carries out what is to be told of the items.
    func perform(_ effect: Playout.Effect) {
        switch effect {
        case .unplayable(let sentence, let channel):
            logger.unplayable(sentence, of: channel)
            tell(.track(TrackNotice(.unplayable, nowPlaying.facts?.unplayable ?? sentence)))
        case .place(let effect): perform(effect)
        }
    }

    /// Tells the viewer why the picture jumped.
    private func leftOut(_ duration: Duration, of item: Playback.ItemID) {
        note(.leftOut(item, duration))
        guard item == shownItem, duration >= Self.noticedCut else { return }
        logger.leftOut(duration, of: selectedChannel)
        tell(.track(TrackNotice(.live, Strings.leftOut(seconds: max(1, Int(duration.inSeconds.rounded()))))))
        publishState()
    }

    private func tellTrouble(_ failure: PlaybackFailure, _ item: Playback.ItemID) {
        if let channel = playout[item]?.channel { logger.playsOn(channel, in: tuner.lineup, failure) }
    }

    private static let noticedCut = Duration.milliseconds(500)

    /// Keeps what the next visit of the channel starts with, once it plays.
    private func learn(_ item: Playback.ItemID) {
        guard item == shownItem, let facts = playout[item] else { return }
        keepMedia(item)
        remember(
            .learnt(
                facts.visit, of: facts.channel, playlist: facts.info.playlist,
                isListed: lineupMaker.isListed(facts.channel)))
    }

    /// Keeps the playlists of an item as they are.
    func keepMedia(_ item: Playback.ItemID) {
        guard let channel = playout[item]?.channel, let known = player.remembered(item) else { return }
        remember(.kept(known, of: channel))
    }

    /// Carries out what is to be done with what visits taught.
    func perform(_ effect: ChannelMemory.Effect) {
        switch effect {
        case .store(let record, let channel): save { try await $0.remember(record, of: channel) }
        case .storeChoices(let choices, let channel, let last):
            save { try await $0.setTrackChoices(choices, of: channel, last: last) }
        case .choose(let choices): player.choose(choices)
        case .wishesChanged: steer(.wishesChanged)
        }
    }

    // MARK: Tracks

    /// Chooses a sound or a text: it holds on the channel, and is a preference on all others.
    func choose(_ pick: (TrackMenu) -> TrackPick) -> CommandResult {
        let playing = nowPlaying
        guard let tracks = playing.tracks else { return .notNow("nothing plays") }
        let picked = inWords { pick(tracks) }
        if let choice = picked.choice, let channel = playing.facts?.channel {
            remember(.chose(choice, on: channel, isListed: lineupMaker.isListed(channel)))
        }
        if let notice = picked.notice { tell(.track(notice)) }
        return picked.result
    }
}
