import Commands
import Screens

extension KeyPlan {
    /// The hints that come by themselves; none where a kiosk hides them.
    var unaskedHints: [KeyHint] { kiosk.hidden.contains(.hints) ? [] : hints }

    /// The keys that the plan has over the picture, for the hint at start and while a key is held.
    var hints: [KeyHint] {
        let signs: [(KeyHint.Sign, KeyStroke)] = [
            (.up, KeyStroke(.up)), (.left, KeyStroke(.left)), (.channelKeys, KeyStroke(.channelUp)),
            (.right, KeyStroke(.right)),
            (.down, KeyStroke(.down)), (.heldOK, KeyStroke(.confirm, isHeld: true)),
            (.heldBack, KeyStroke(.back, isHeld: true)),
        ]
        var hints: [KeyHint] = []
        for (sign, stroke) in signs {
            guard let meaning = command(for: stroke, in: .video)?.hint else { continue }
            // Arrows that flip need no hint beside CH±, nor does a meaning that is there already.
            let isKnown = meaning == .channels ? sign != .channelKeys : hints.contains { $0.meaning == meaning }
            if !isKnown { hints.append(KeyHint(sign, meaning)) }
        }
        return hints
    }
}

extension Command {
    /// What a hint says that the command does; nil: no hint speaks of it.
    var hint: KeyHint.Meaning? {
        switch self {
        case .channelUp, .channelDown: .channels
        case .tuneLast: .lastChannel
        case .showFavourites: .favourites
        case .showChannels, .showGuide: .channelList
        case .showInfo, .showTransport: .information
        case .showMenu: .menu
        default: nil
        }
    }
}
