import Channels
import Commands
import ControlProtocol
import Logging
import MediaCore
import Playback
import Screens
import Store

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
            why = FailureReason(NowPlaying.Failure(kind: failure, cause: playout.blame))
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

    /// A cue is on screen.
    func seen(_ sighting: Stage.CueSeen) {
        count(.seen(sighting.version, at: sighting.time))
    }

    // MARK: Ends

    func completed(_ id: Flip.ID, _ outcome: FlipOutcome) {
        switch outcome {
        case .shown:
            logger.shown(selectedChannel)
        case .failed: break
        case .cancelled: tell(.flipGivenUp)
        }
        count(.completed(id, outcome))
    }

    func remember(_ channel: Channel.ID) {
        // What no list has is not there after a restart.
        guard lineupMaker.isListed(channel) else { return }
        save { try await $0.setLastChannel(channel) }
    }
}
