import ControlProtocol
import Languages
import Screens

/// Says what has the focus, to who follows events and aloud.
extension Box {
    func perform(_ effect: Narration.Effect) {
        switch effect {
        case .tell(let focus): publish(.focus(focus))
        case .say(let text): devices.speaker?.say(text, in: lookControl.look.catalogue.language)
        case .hush: devices.speaker?.hush()
        }
    }
}
