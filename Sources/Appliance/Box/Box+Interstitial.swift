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
            tell(.interstitial(nil))
            return
        }
        for channel in [interstitial.from, interstitial.to].compactMap({ $0 }) {
            wantArtwork(of: ChannelLabel(tuner.veiled(channel)))
        }
        var why = FailureReason.timedOut
        if case .failed(let failure, let retryAt) = interstitial.state {
            why = FailureReason(NowPlaying.Failure(kind: failure, cause: playout.blame))
            // A channel that was playing and died has no other to go back to beneath it.
            if let to = interstitial.to, interstitial.from?.id == to.id || interstitial.from == nil {
                tell(.interstitial(nil))
                tell(
                    .failure(
                        FailureState(
                            channel: tuner.label(to), reason: why, retryAt: retryAt,
                            canGoBack: tuner.lastChannel != nil,
                            back: tuner.lastChannel.flatMap { tuner.lineup[$0] }.map(tuner.label))))
                return
            }
        }
        tell(.failure(nil))
        tell(.interstitial(InterstitialState(interstitial, in: tuner, listings: listings, reason: why)))
    }

    /// An overlay is on the screen.
    func seen(_ sighting: Stage.OverlaySeen) {
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

    /// The channel that the viewer chose and has not stopped; a stop chooses nothing.
    var chosenChannel: Channel.ID? { tuner.standing == nil ? nil : tuner.selected }

    /// Keeps the channel that the viewer chose, before it is shown: who was told of a flip comes back to where it led.
    /// One that asks for a code is none to come back to before the code was given.
    func keepChosen() {
        guard let chosen = chosenChannel.flatMap({ tuner.lineup[$0] }), lineupMaker.isListed(chosen.id),
            !tuner.isRestricted(chosen)
        else { return }
        save(about: .chosenChannel) { try await $0.setChosenChannel(chosen.id) }
    }
}
