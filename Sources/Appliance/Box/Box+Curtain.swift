import Channels
import Commands
import Devices
import MediaCore
import Playback

/// Lets picture and sound fade when the viewer stops, and come back.
extension Box {
    /// Stops or turns off once what plays has faded.
    func leave(_ wish: Curtain.Wish) -> CommandResult {
        let wasFalling = curtain.isFalling
        // Nothing of what is restricted stays a moment longer.
        let isFree = tuner.watching.flatMap { tuner.lineup[$0] }.map { !tuner.isRestricted($0) } ?? true
        let isSeen = shownItem != nil && isFree && player.status?.isPaused != true
        let effects = drawCurtain(.fall(wish, isSeen: isSeen))
        if curtain.isFalling { return wasFalling ? .nothingToDo : .done }
        return effects ?? .nothingToDo
    }

    /// Takes a fall back where a command is given meanwhile.
    ///
    /// - Returns: the command's result, where that is all that it wants
    func takeBack(for command: Command) -> CommandResult? {
        guard curtain.isFalling else { return nil }
        switch Curtain.Meaning(command) {
        case .none: return nil
        case .replaces:
            drawCurtain(.takeBack)
            return nil
        case .takesBack:
            drawCurtain(.takeBack)
            return .done
        }
    }

    /// - Returns: what stopping or turning off came to, where that was done
    func perform(_ effect: Curtain.Effect) -> CommandResult? {
        switch effect {
        case .lock: steer(.lock)
        case .fade(let strength):
            stage.fade(to: strength, pace: Curtain.duration, at: now)
            player.fade(to: strength, pace: Curtain.duration)
            devices.display.wake()
        case .carryOut(.stop): return steer(.stop)
        case .carryOut(.standby(let key)): return steer(.standby(true, key: key))
        case .open:
            stage.fade(to: 1, pace: .zero, at: now)
            player.fade(to: 1, pace: .zero)
        }
        return nil
    }
}
