import Base
import Channels
import ControlProtocol
import Logging
import Playback

/// What the log says of channels: at notice and above, what a viewer would notice, with its cause; and once, with its
/// number, what repeats.
extension Box {
    /// Each time that a channel did not come, or went.
    func tellFailure(of channel: Channel.ID, _ failure: FlipFailure) {
        logger.warning("channel does not play", metadata: facts(of: channel, reason: trouble(failure).cause))
    }

    /// The channel that is watched is there again.
    func tellRecovery() {
        guard let channel = flips.watching else { return }
        logger.notice("channel plays again", metadata: facts(of: channel))
    }

    func tellStall() {
        guard let channel = flips.watching else { return }
        let reason = shownItem.flatMap { itemFacts[$0]?.trouble }.map { "\($0)" }
        logger.notice("the picture stands still", metadata: facts(of: channel, reason: reason ?? "nothing came in time"))
    }

    /// Of the channel that is wanted: it plays on, for now.
    func tellTrouble(_ failure: PlaybackFailure, _ item: Playback.ItemID) {
        guard let channel = itemFacts[item]?.channel else { return }
        logger.info("playing on", metadata: facts(of: channel, reason: "\(failure)"))
    }

    private func facts(of channel: Channel.ID, reason: String? = nil) -> Logger.Metadata {
        let known = flips.lineup[channel]
        var facts: Logger.Metadata = [
            RepeatedLine.about: "\(channel)", "number": "\(known?.number ?? 0)", "name": "\(known?.name ?? channel)",
        ]
        if let reason { facts["reason"] = "\(reason)" }
        return facts
    }
}
