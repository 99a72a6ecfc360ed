import ControlProtocol
import Store

/// Tells followers what happens, and what went wrong before the box began.
extension Box {
    func publish(_ event: ControlEvent) { bulletin.publish(event) }

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
