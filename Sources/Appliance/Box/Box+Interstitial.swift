import Channels
import Commands
import ControlProtocol
import Guide
import Logging
import MediaCore
import Playback
import Screens

/// What the screen says between channels and over one that failed, and how flips ended.
extension Box {
    func showInterstitial() {
        guard let interstitial = tuner.interstitial else {
            tell(.failure(nil))
            tell(.flip(nil))
            return
        }
        for channel in [interstitial.from, interstitial.to].compactMap({ $0 }) { wantArtwork(channel.logo) }
        var why = FailureReason.timedOut
        if case .failed(let failure, let retryAt) = interstitial.state {
            why = reason(failure)
            // A channel that was playing and died has no other to go back to beneath it.
            if let to = interstitial.to, interstitial.from?.id == to.id || interstitial.from == nil {
                tell(.flip(nil))
                tell(
                    .failure(
                        FailureState(
                            channel: ChannelLabel(to), reason: why, retryAt: retryAt,
                            canGoBack: tuner.lastChannel != nil)))
                return
            }
        }
        tell(.failure(nil))
        tell(.flip(InterstitialState(interstitial, lineup: tuner.lineup, reason: why)))
    }

    private func reason(_ failure: FlipFailure) -> FailureReason {
        switch failure {
        case .timedOut: lastFailure.map(FailureReason.init) ?? .timedOut
        case .item(Tuner.endedText): .ended
        case .item(let text): lastFailure.map(FailureReason.init) ?? .other(text)
        }
    }

    /// A cue is on screen.
    func seen(_ sighting: Stage.OverlaySeen) {
        traces.seen(version: sighting.version, at: sighting.time)
    }

    // MARK: Ends

    func completed(_ id: Flip.ID, _ outcome: FlipOutcome) {
        switch outcome {
        case .shown:
            logger.notice(
                "channel",
                metadata: ["number": "\(selectedChannel?.number ?? 0)", "name": "\(selectedChannel?.name ?? "")"])
        case .failed: break
        case .cancelled:
            tally.cancel()
            tell(.flipGivenUp)
        }
        traces.completed(id, outcome, at: now)
        // Sound may follow the picture; what has not come by then will not.
        alarms.set(.trace, at: now + .seconds(3))
        finishTraces()
    }

    /// Stores the traces that have all their phases, or have waited long enough for the rest.
    func finishTraces() {
        for record in traces.finished(at: now, vblank: vblankPeriod) { finished(record) }
    }

    func remember(_ channel: Channel.ID) {
        // What no list has is not there after a restart.
        guard !guests.contains(channel) else { return }
        save { try await $0.setLastChannel(channel) }
    }
}
