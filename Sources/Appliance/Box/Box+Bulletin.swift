import Base
import ControlProtocol
import Logging
import Store

/// Tells followers what happens, and what went wrong before the box began.
extension Box {
    func publish(_ event: ControlEvent) { bulletin.publish(event) }

    package func events() -> AsyncStream<ControlEvent> { bulletin.follow() }

    /// Sends the state to followers when it has changed.
    func publishState() {
        let state = playState
        guard bulletin.isNews(state) else { return }
        tellDeck(state)
        publish(.state(state, channel: nowPlaying.channelInfo))
    }

    /// Shows a warning about a subject, or withdraws it.
    /// - Parameter text: nil withdraws the warning of that subject
    package func warn(_ subject: String, _ text: String?) {
        guard bulletin.isNews(text, of: subject), let text else { return }
        logger.warning("\(text)", metadata: [RepeatedLine.about: "\(subject)"])
        publish(.warning(text))
    }

    func warnOfState() {
        switch journal.store.condition {
        case .sound: break
        case .restored(let backup, let file):
            warn("state", "the state was damaged (\(file ?? "it was gone")) and is that of the backup \(backup)")
        case .replaced(let file): warn("state", "the state was damaged and begins anew; what there was is in \(file)")
        case .inMemory(let reason): warn("state", "nothing will be remembered: \(reason)")
        }
        if let trouble = journal.store.passcodeTrouble {
            warn(
                "passcode",
                "what is restricted stays locked, no code opens it: \(trouble); root may set a new one: "
                    + "sudo hearthctl passcode set")
        }
    }
}
