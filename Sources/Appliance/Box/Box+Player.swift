import Channels
import Commands
import ControlProtocol
import Guide
import HLS
import Logging
import MediaCore
import Playback
import Screens

/// Passes on what the player's items do: to the tuner, and to the memory of visits.
extension Box {
    /// The item whose picture, or sound where there is none, is out.
    var shownItem: Playback.ItemID? { tuner.shownItem?.inPlayer }

    func handle(_ event: PlayerEvent) {
        let item = event.item
        let tuned = item.inChannels
        if let phase = event.kind.phase { traces.note(phase, item, at: event.time) }
        switch event.kind {
        case .playlistLoaded, .firstByte, .firstFrameDecoded: break
        case .ready:
            if tuner.isHidden(tuned) { itemFacts[item]?.trouble = nil }
            steer(.ready(tuned))
        case .firstFrameShown: shown(item)
        case .motionShown: finishTraces()
        case .firstSound:
            // A radio channel has no picture: its sound is the sign that it plays.
            if itemFacts[item]?.hasVideo == false { shown(item) }
            finishTraces()
        case .stalled: steer(.stalled(tuned, true))
        case .resumed: steer(.stalled(tuned, false))
        case .leftOut(let duration): leftOut(duration, of: item)
        case .trouble(let failure):
            itemFacts[item]?.trouble = failure
            if !tuner.isHidden(tuned) { tellTrouble(failure, item) }
            steer(.troubled(tuned, ItemTrouble(failure)))
        case .failed(let failure):
            itemFacts[item]?.failure = failure
            // What is buffered plays first; then it stalls or ends.
            let playsOn = item == shownItem && player.status?.phase == .playing
            if playsOn { tellTrouble(failure, item) }
            steer(.failed(tuned, ItemTrouble(failure), playsOn: playsOn))
        case .ended: steer(.ended(tuned, isLive: itemFacts[item]?.info.isLive == true))
        case .seeked: arrived(item)
        case .seekFailed(let failure):
            guard item == shownItem else { return }
            logger.notice("another place can't be played", metadata: ["reason": "\(failure)"])
            loseScrub()
        case .info(let info):
            itemFacts[item]?.update(info)
            if tuner.isHidden(tuned) {
                _ = steer(.cost(tuned, WarmingEvent.Cost(info)))
                return
            }
            tellUnplayable(item)
            learn(item)
        case .throughput(let throughput):
            itemFacts[item]?.throughput = throughput
            // Nothing of a hidden channel is kept for the next visit: nobody has watched it.
            guard !tuner.isHidden(tuned) else { return }
            self.throughput = throughput
            learn(item)
        }
    }

    private func shown(_ item: Playback.ItemID) {
        guard itemFacts[item] != nil else { return }
        steer(.shown(item.inChannels))
        guard shownItem == item else { return }
        learn(item)
        tellUnplayable(item)
        let hasPicture = itemFacts[item]?.hasVideo != false
        tell(.soundOnly(hasPicture ? nil : tuner.watching.flatMap { tuner.lineup[$0] }.map(ChannelLabel.init)))
    }

    /// Tells once, when the channel is there, what of it can't be played.
    private func tellUnplayable(_ item: Playback.ItemID) {
        guard item == shownItem, let facts = itemFacts[item], facts.unplayable != facts.toldUnplayable else { return }
        itemFacts[item]?.toldUnplayable = facts.unplayable
        guard let sentence = facts.unplayable else { return }
        logger.notice(
            "not all of the channel plays", metadata: ["channel": "\(facts.source.number)", "reason": "\(sentence)"])
        tell(.track(TrackNotice(.unplayable, sentence)))
    }

    /// Tells the viewer why the picture jumped.
    private func leftOut(_ duration: Duration, of item: Playback.ItemID) {
        itemFacts[item]?.leftOut += duration
        guard item == shownItem, duration >= Self.noticedCut else { return }
        logger.notice(
            "left out, to be live again",
            metadata: [
                "seconds": "\((duration.inSeconds * 10).rounded() / 10)",
                "channel": "\(selectedChannel?.name ?? "none")",
                "reason": "it had fallen behind the live edge",
            ])
        tell(.track(TrackNotice(.live, Strings.leftOut(seconds: max(1, Int(duration.inSeconds.rounded()))))))
        publishState()
    }

    private static let noticedCut = Duration.milliseconds(500)

    /// Keeps what the next visit of the channel starts with, once it plays.
    private func learn(_ item: Playback.ItemID) {
        guard item == shownItem, let facts = itemFacts[item] else { return }
        let memory = facts.memory
        playlists[facts.channel] = facts.info.playlist
        learnMedia(item)
        let old = memories.updateValue(memory, forKey: facts.channel)
        // The throughput moves with every segment: not worth a write.
        guard old?.variantBandwidth != memory.variantBandwidth, !guests.contains(facts.channel) else { return }
        save { try await $0.remember(memory, of: facts.channel) }
    }

    /// Keeps the playlists of an item as they were last: for a few seconds they are as good as fresh ones.
    func learnMedia(_ item: Playback.ItemID) {
        guard let channel = itemFacts[item]?.channel, let known = player.remembered(item) else { return }
        knownMedia[channel] = known
    }
}

extension PlayerEvent.Kind {
    /// The phase of a flip's trace that the event marks; nil: none.
    fileprivate var phase: FlipTrace.Phase? {
        switch self {
        case .playlistLoaded: .playlist
        case .firstByte: .firstByte
        case .firstFrameDecoded: .firstFrameDecoded
        case .firstFrameShown: .firstFrameScanout
        case .motionShown: .motion
        case .firstSound: .firstSound
        default: nil
        }
    }
}

extension ItemTrouble {
    fileprivate init(_ failure: PlaybackFailure) {
        var status: Int?
        if case .httpStatus(let code, _, _) = failure { status = code }
        self.init("\(failure)", status: status, retryAfter: failure.retryAfter)
    }
}

extension WarmingEvent.Cost {
    fileprivate init(_ info: Playback.PlaybackInfo) {
        let pixels = info.size.isEmpty ? nil : info.size.width * info.size.height
        self.init(
            bandwidth: info.bandwidth.map { Double($0) }, isLadder: info.variantCount > 1,
            pictureBytes: pixels.map { $0 * 3 / 2 })
    }
}
