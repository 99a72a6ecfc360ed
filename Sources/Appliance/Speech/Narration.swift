import ControlProtocol
import Screens

/// Decides what is said and told of the focus: a label when it is another than before, with the heading of a screen that
/// has just come. The newest takes the place of what is being said.
struct Narration: Sendable {
    enum Effect: Hashable, Sendable {
        /// Tell followers; nil: the picture has the focus.
        case tell(FocusInfo?)
        /// Say it, in place of whatever is being said.
        case say(String)
        /// Say nothing more.
        case hush
    }

    private var label: SpokenLabel?
    private var screen: String?
    private var mode = LookWishes.Speech.off

    /// Takes what has the focus now.
    ///
    /// - Parameters:
    ///   - label: nil: the picture has it
    ///   - screen: the name of the screen that has it
    ///   - isOn: whether anybody is there to see or hear it: the box is not in standby
    mutating func handle(
        _ label: SpokenLabel?, on screen: String?, mode: LookWishes.Speech, isOn: Bool = true
    ) -> [Effect] {
        let wasSpeaking = self.mode == .speak
        defer { self.mode = isOn ? mode : .off }
        guard isOn, mode != .off else {
            let wasTold = self.label != nil
            (self.label, self.screen) = (nil, nil)
            return (wasTold && self.mode != .off ? [.tell(nil)] : []) + (wasSpeaking ? [.hush] : [])
        }
        var effects: [Effect] = wasSpeaking && mode != .speak ? [.hush] : []
        guard label != self.label || screen != self.screen else { return effects }
        let isNew = screen != self.screen || label?.heading != self.label?.heading
        (self.label, self.screen) = (label, screen)
        // What was said last is said to its end where the picture is all there is now.
        guard let label, let screen else { return effects + [.tell(nil)] }
        let text = label.text(withHeading: isNew)
        effects.append(.tell(FocusInfo(label, on: screen, text: text)))
        if mode == .speak { effects.append(.say(text)) }
        return effects
    }
}

extension FocusInfo {
    fileprivate init(_ label: SpokenLabel, on screen: String, text: String) {
        self.init(
            screen: screen, role: label.role.rawValue, name: label.name,
            state: label.states.isEmpty ? nil : label.states.joined(separator: ", "),
            number: label.position?.number, count: label.position?.count, label: text)
    }
}
