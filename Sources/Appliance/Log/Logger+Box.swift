import Base
import Channels
import Devices
import Guide
import Logging
import MediaCore
import Playback
import Store

/// What the log says of channels and devices: at notice and above, what a viewer would notice, with its cause; and once,
/// with its number, what repeats.
extension Logger {
    // MARK: Channels

    /// A channel is begun to be played.
    ///
    /// - Parameters:
    ///   - isRetry: it failed before, which was told
    ///   - isElsewhere: at another address than its own, which failed
    func tuning(_ channel: Channel, isWarm: Bool = false, isRetry: Bool = false, isElsewhere: Bool = false) {
        var metadata: Metadata = ["channel": "\(channel.number) \(channel.name)"]
        if isElsewhere { metadata["instead"] = "\(RedactedURL(channel.url))" }
        if isWarm { metadata["warm"] = "true" }
        log(level: isRetry ? .debug : .info, "tuning", metadata: metadata)
    }

    func keepsWarm(_ channel: Channel, _ warmth: Warmth) {
        debug("keeps warm", metadata: ["channel": "\(channel.number) \(channel.name)", "readiness": "\(warmth)"])
    }

    func shown(_ channel: Channel?) {
        notice("channel", metadata: ["number": "\(channel?.number ?? 0)", "name": "\(channel?.name ?? "")"])
    }

    /// A film goes on from where it was left.
    func resumed(_ channel: Channel, in lineup: Lineup) {
        info("goes on from where it was left", metadata: facts(of: channel.id, in: lineup))
    }

    /// A channel did not come, or went; told each time.
    func fails(_ channel: Channel.ID, in lineup: Lineup, reason: String) {
        warning("channel does not play", metadata: facts(of: channel, in: lineup, reason: reason))
    }

    /// The channel that is watched is there again.
    func recovered(_ channel: Channel.ID, in lineup: Lineup) {
        notice("channel plays again", metadata: facts(of: channel, in: lineup))
    }

    func stalled(_ channel: Channel.ID, in lineup: Lineup, _ trouble: PlaybackFailure?) {
        notice(
            "the picture stands still",
            metadata: facts(of: channel, in: lineup, reason: trouble.map { "\($0)" } ?? "nothing came in time"))
    }

    /// Something is in the way of the wanted channel, which plays on for now.
    func playsOn(_ channel: Channel.ID, in lineup: Lineup, _ failure: PlaybackFailure) {
        info("playing on", metadata: facts(of: channel, in: lineup, reason: "\(failure)"))
    }

    /// A hidden channel failed: for whoever looks for the cause of a slow flip, as nobody watches it.
    func hiddenFailed(_ item: PlaybackFacts) {
        info(
            "a warm channel failed",
            metadata: [
                RepeatedLine.about: "\(item.channel)", "channel": "\(item.source.name)",
                "reason": "\(item.failure.map { "\($0)" } ?? "ended")",
            ])
    }

    func unplayable(_ sentence: String, of channel: Channel) {
        notice("not all of the channel plays", metadata: ["channel": "\(channel.number)", "reason": "\(sentence)"])
    }

    func leftOut(_ duration: Duration, of channel: Channel?) {
        notice(
            "left out, to be live again",
            metadata: [
                "seconds": "\((duration.inSeconds * 10).rounded() / 10)", "channel": "\(channel?.name ?? "none")",
                "reason": "it had fallen behind the live edge",
            ])
    }

    /// A flip was slow, by what is usual on its channel.
    func slow(_ record: FlipRecord) {
        guard let step = record.slowestStep else { return }
        info(
            "a slow flip",
            metadata: [
                "to": "\(record.to)", "warm": "\(record.warm)", "step": "\(step.rawValue)",
                "ms": "\((record.duration(of: step) ?? 0) / 1_000_000)",
            ])
    }

    /// What is wrong with the channel list, and not a line for each channel.
    func list(_ notes: ListNotes, from source: String) {
        // One line for each of several lists.
        let file = source.split(separator: "\n").map { RedactedURL(String($0)).description }.joined(separator: ", ")
        notice("channels", metadata: ["count": "\(notes.channelCount)", "file": "\(file)"])
        for leftOut in notes.leftOut {
            let lines = leftOut.count == 1 ? "a line of the channel list was" : "lines of the channel list were"
            let parts = leftOut.count == 1 ? "a line of the channel list counts" : "lines of the channel list count"
            warning(
                leftOut.reason.keepsLine ? "\(parts) only in part" : "\(lines) left out",
                metadata: [
                    "file": "\(file)", "count": "\(leftOut.count)",
                    "line": "\(leftOut.lines.isEmpty ? "later" : leftOut.lines)", "reason": "\(leftOut.reason.words)",
                ])
        }
        if let own = notes.disregarded {
            notice(
                "channels are numbered in the order of their list: its numbers don't tell them apart",
                metadata: ["file": "\(file)", "numbered": "\(own.asked)", "apart": "\(own.apart)"])
        }
        if notes.renumberedCount > 0 {
            notice(
                "channels that ask for a number another has come after all others",
                metadata: ["count": "\(notes.renumberedCount)", "first": "\(notes.renumbered)"])
        }
    }

    private func facts(of channel: Channel.ID, in lineup: Lineup, reason: String? = nil) -> Metadata {
        let known = lineup[channel]
        var facts: Metadata = [
            RepeatedLine.about: "\(channel)", "number": "\(known?.number ?? 0)", "name": "\(known?.name ?? channel)",
        ]
        if let reason { facts["reason"] = "\(reason)" }
        return facts
    }

    // MARK: Devices

    func screen(_ output: DisplayOutput) {
        notice(
            "screen",
            metadata: [
                "name": "\(output.name)", "size": "\(output.size)", "connected": "\(output.isConnected)",
                "rate": "\(output.refreshRate)",
            ])
    }
}
