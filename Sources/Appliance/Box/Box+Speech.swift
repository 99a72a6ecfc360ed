import ControlProtocol
import Languages
import Playback
import Screens

/// Says what has the focus, to who follows events and aloud.
extension Box {
    func perform(_ effect: Narration.Effect) {
        switch effect {
        case .tell(let focus): publish(.focus(focus))
        case .say(let text):
            player.hush()
            devices.speaker?.say(text, in: lookControl.look.catalogue.language) { [player] in player.speak($0) }
        case .hush:
            devices.speaker?.hush()
            player.hush()
        }
    }
}
