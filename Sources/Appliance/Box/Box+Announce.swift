import ControlProtocol
import Logging
import MediaCore
import Playback

/// Plays short sounds of the owner's automation over what plays, and gives it back.
extension Box {
    /// So much later than its end it is looked whether a sound is over: what the sink has taken is still to be heard.
    private static let rest = Duration.milliseconds(300)

    func announce(_ sound: WaveFile, quieter decibels: Double) throws(ControlError) {
        guard player.announce(sound, quieter: decibels) else {
            throw ControlError(
                .notNow, cause: "another announcement plays", nextStep: "'hearthctl announce --stop' ends it")
        }
        logger.notice("an announcement", metadata: ["length": "\(sound.duration)"])
        publish(.interruption(InterruptionInfo(source: .announcement, what: .began)))
        wake(.announcement, at: now + sound.duration + Self.rest)
    }

    func endAnnouncement() throws(ControlError) {
        guard player.isAnnouncing else {
            throw ControlError(.notNow, cause: "nothing is announced", nextStep: "")
        }
        player.stopAnnouncement()
        wake(.announcement, at: now + Self.rest)
    }

    func lookAtAnnouncement() {
        // The sink may have begun later than now was.
        guard !player.isAnnouncing else { return wake(.announcement, at: now + Self.rest) }
        let wasStopped = player.tidyAnnouncement()
        publish(.interruption(InterruptionInfo(source: .announcement, what: wasStopped ? .cancelled : .ended)))
    }
}
