import Base
import Channels
import ControlProtocol
import Devices
import Logging
import Playback

/// What the log says of channels: at notice and above, what a viewer would notice, with its cause; and once, with its
/// number, what repeats.
extension Box {
    /// Tells that a channel did not come, or went; each time.
    func tellFailure(of channel: Channel.ID, _ failure: FlipFailure) {
        logger.warning(
            "channel does not play",
            metadata: facts(
                of: channel, reason: ControlError(NowPlaying.Failure(kind: failure, cause: playout.blame)).cause))
    }

    /// Tells that the channel that is watched is there again.
    func tellRecovery() {
        guard let channel = tuner.watching else { return }
        logger.notice("channel plays again", metadata: facts(of: channel))
    }

    func tellStall() {
        guard let channel = tuner.watching else { return }
        let reason = shownItem.flatMap { playout[$0]?.trouble }.map { "\($0)" }
        logger.notice(
            "the picture stands still", metadata: facts(of: channel, reason: reason ?? "nothing came in time"))
    }

    /// Tells what is in the way of the wanted channel, which plays on for now.
    func tellTrouble(_ failure: PlaybackFailure, _ item: Playback.ItemID) {
        guard let channel = playout[item]?.channel else { return }
        logger.info("playing on", metadata: facts(of: channel, reason: "\(failure)"))
    }

    /// Tells that a hidden channel failed: for whoever looks for the cause of a slow flip, as nobody watches it.
    func tellHiddenFailure(_ item: Playback.ItemID) {
        guard let facts = playout[item] else { return }
        logger.info(
            "a warm channel failed",
            metadata: [
                RepeatedLine.about: "\(facts.channel)", "channel": "\(facts.source.name)",
                "reason": "\(facts.failure.map { "\($0)" } ?? "ended")",
            ])
    }

    private func facts(of channel: Channel.ID, reason: String? = nil) -> Logger.Metadata {
        let known = tuner.lineup[channel]
        var facts: Logger.Metadata = [
            RepeatedLine.about: "\(channel)", "number": "\(known?.number ?? 0)", "name": "\(known?.name ?? channel)",
        ]
        if let reason { facts["reason"] = "\(reason)" }
        return facts
    }

    /// Tells what is wrong with the channel list, and not a line for each channel.
    func tell(of notes: ListNotes) {
        let file = RedactedURL(settings.lineup ?? "").description
        logger.notice("channels", metadata: ["count": "\(notes.channelCount)", "file": "\(file)"])
        for leftOut in notes.leftOut {
            logger.warning(
                leftOut.count == 1
                    ? "a line of the channel list was left out" : "lines of the channel list were left out",
                metadata: [
                    "file": "\(file)", "count": "\(leftOut.count)",
                    "line": "\(leftOut.lines.isEmpty ? "later" : leftOut.lines)", "reason": "\(leftOut.reason.words)",
                ])
        }
        if notes.renumberedCount > 0 {
            logger.notice(
                "channels that ask for a number another has come after all others",
                metadata: ["count": "\(notes.renumberedCount)", "first": "\(notes.renumbered)"])
        }
    }
}
