import Channels
import HLS
import Logging
import MediaCore
import Playback

/// Carries out what `Warming` decides about channels that are kept ready, and tells it what there is to know.
extension Box {
    private static let networkInterval = Duration.seconds(1)
    /// The interval of measuring while little is buffered of the channel watched.
    private static let tightInterval = Duration.milliseconds(250)

    func isWarm(_ item: Playback.ItemID) -> Bool { warming.channel(of: item.inChannels) != nil }

    func warm(_ event: WarmingEvent) {
        for action in warming.handle(event, at: now) { perform(action) }
        tellFlips()
    }

    private func perform(_ action: WarmingAction) {
        switch action {
        case .warm(let item, let channel, let warmth, let bandwidth):
            itemFacts[item.inPlayer] = PlaybackFacts(channel)
            var source = source(of: channel)
            source.options.maximumBandwidth = bandwidth
            logger.debug("keeps warm", metadata: ["channel": "\(channel.number) \(channel.name)", "readiness": "\(warmth)"])
            player.prepare(source, id: item.inPlayer, readiness: warmth.inPlayer)
        case .setReadiness(let item, let warmth):
            if warmth < .picture { itemFacts[item.inPlayer]?.isReady = false }
            player.setReadiness(warmth.inPlayer, of: item.inPlayer)
        case .cool(let item): discard(item.inPlayer)
        case .wake(let time): alarms.set(.warming, at: time)
        }
    }

    /// Tells the flip machine which items it may adopt: those that are kept, and which of them are ready.
    private func tellFlips() {
        guard !isTellingFlips else { return }
        isTellingFlips = true
        defer { isTellingFlips = false }
        // The answer to one change may change what is kept of the others.
        for _ in 0..<4 {
            let kept = warming.kept
            let gone = flips.warm.values.filter { known in !kept.values.contains { $0.item == known.item } }
            let new = kept.filter { flips.warm[$0.key] != $0.value }.sorted { $0.value.item.value < $1.value.item.value }
            if gone.isEmpty, new.isEmpty { return }
            for warm in gone.sorted(by: { $0.item.value < $1.item.value }) { flip(.cooled(warm.item)) }
            for (channel, warm) in new where warming.kept[channel] == warm {
                flip(.warmed(channel, warm.item, isReady: warm.isReady))
            }
        }
    }

    // MARK: Flips

    /// Tells `Warming` what a step of the flip machine changed, when its actions are done.
    func followFlips(_ actions: [FlipAction]) {
        var adopted: [Channels.ItemID] = []
        var left: [WarmingEvent.Left] = []
        for action in actions {
            switch action {
            case .adopt(let item, _): adopted.append(item)
            case .release(let item, let channel):
                let facts = itemFacts[item.inPlayer]
                // An item that has failed only plays its rest; one that was moved to another place is not where
                // a viewer joins.
                let lives = facts != nil && facts?.failure == nil && facts?.isWound == false
                left.append(
                    WarmingEvent.Left(
                        item: item, channel: facts?.source ?? channel, wasShown: lives && facts?.wasRevealed == true,
                        isReady: lives && (facts?.isReady == true || facts?.wasRevealed == true)))
            default: break
            }
        }
        warm(
            .flipped(
                WarmingEvent.Viewing(
                    selected: flips.selected, watching: flips.watching, last: flips.lastChannel, isSettled: flips.isSettled),
                adopted: adopted, left: left))
        warm(.point(at: pointedChannel))
    }

    /// The channel that a half-typed number or a preview points at: where OK would lead.
    private var pointedChannel: Channel.ID? {
        guard let interstitial = flips.interstitial, [.typing, .previewing].contains(interstitial.state) else { return nil }
        return interstitial.to?.id
    }

    /// Takes over an item that was kept warm: what it has done took no time of this flip.
    func adopt(_ item: Channels.ItemID, _ channel: Channel) {
        let item = item.inPlayer
        traces.prepared(item, isWarm: true)
        logger.info("tuning", metadata: ["channel": "\(channel.number) \(channel.name)", "warm": "true"])
        player.setReadiness(.full, of: item)
        // Kept as the reason, should nothing come.
        lastFailure = itemFacts[item]?.trouble
    }

    /// Lowers an item that was still on the screen when its readiness was lowered.
    func settleWarm() {
        for (item, warmth) in warming.readiness { player.setReadiness(warmth.inPlayer, of: item.inPlayer) }
        measureNetwork()
    }

    func coolEverything() {
        warm(.stopped)
        alarms.set(.network, at: nil)
    }

    /// Drops all warm items, as they were begun with other preferences than the viewer has now.
    func renewWarm() {
        coolEverything()
        followFlips([])
        measureNetwork()
    }

    // MARK: Events of warm items

    /// Handles an event of a warm item. Nothing of it is shown on the screen or kept for the next visit: nobody
    /// has watched it.
    func handleWarm(_ event: PlayerEvent) {
        let item = event.item
        switch event.kind {
        case .playlistLoaded: traces.note(.playlist, item, at: event.time)
        case .firstByte: traces.note(.firstByte, item, at: event.time)
        case .firstFrameDecoded: traces.note(.firstFrameDecoded, item, at: event.time)
        // Late events of an item that was left just now.
        case .firstFrameShown: traces.note(.firstFrameScanout, item, at: event.time)
        case .motionShown: traces.note(.motion, item, at: event.time)
        case .firstSound: traces.note(.firstSound, item, at: event.time)
        case .ready:
            itemFacts[item]?.isReady = true
            itemFacts[item]?.trouble = nil
            warm(.ready(item.inChannels))
        case .trouble(let failure):
            itemFacts[item]?.trouble = failure
            // Nothing will come of the item for so long.
            if let asked = failure.retryAfter, asked > Self.waitsForServer {
                warm(.failed(item.inChannels, WarmingEvent.Refusal(failure)))
            } else {
                tellRefusal(failure, item)
            }
        case .failed(let failure):
            logger.info(
                "a warm channel failed",
                metadata: ["channel": "\(itemFacts[item]?.source.name ?? "")", "reason": "\(failure)"])
            warm(.failed(item.inChannels, WarmingEvent.Refusal(failure)))
        case .ended: warm(.failed(item.inChannels))
        case .info(let info):
            itemFacts[item]?.update(info)
            let pixels = info.size.isEmpty ? nil : info.size.width * info.size.height
            warm(
                .cost(
                    item.inChannels,
                    WarmingEvent.Cost(
                        bandwidth: info.bandwidth.map { Double($0) }, isLadder: info.variantCount > 1,
                        pictureBytes: pixels.map { $0 * 3 / 2 })))
        case .throughput(let throughput): itemFacts[item]?.throughput = throughput
        case .stalled, .resumed, .renewed, .renewalFailed: break
        }
    }

    /// Tells `Warming` that a provider refused: it is left alone, whichever channel it refused.
    func tellRefusal(_ failure: PlaybackFailure, _ item: Playback.ItemID) {
        guard let channel = itemFacts[item]?.channel, let refusal = WarmingEvent.Refusal(failure) else { return }
        warm(.refused(channel, refusal))
    }

    // MARK: Spare resources

    /// Tells `Warming` what the network can spare; called now and then while something plays.
    func measureNetwork() {
        guard settings.warming.neighbours > 0, let status = player.status else { return }
        let facts = shownItem.flatMap { itemFacts[$0] }
        if let measured = facts?.throughput ?? throughput { lineRate.note(measured, at: now) }
        warm(
            .network(
                WarmingEvent.Network(
                    throughput: lineRate.value, bandwidth: status.info.bandwidth.map { Double($0) },
                    buffered: status.isPaused ? nil : status.mediaBuffered, latency: status.info.targetLatency,
                    isStalled: isStalled)))
        alarms.set(.network, at: now + (warming.isTight ? Self.tightInterval : Self.networkInterval))
    }
}

extension WarmingEvent.Refusal {
    /// The refusal in a failure; nil when no server said no.
    fileprivate init?(_ failure: PlaybackFailure) {
        guard case .httpStatus(let status, _, let retryAfter) = failure else { return nil }
        self.init(status: status, retryAfter: retryAfter)
    }
}

extension Warmth {
    var inPlayer: ItemReadiness {
        switch self {
        case .playlist: .playlist
        case .media: .media
        case .picture: .picture
        case .full: .full
        }
    }
}
