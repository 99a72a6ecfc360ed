import Devices
import Touch

/// The meaning of a finger's gesture in the present focus, by the plan of the arrows it stands for.
package enum TouchMeaning: Hashable, Sendable {
    /// The gesture acts as if the key had been pressed.
    case key(Key)
    case command(Command)
    /// Show a hint where a click at that edge would lead; nil: hide it.
    case hint(Direction?)
}

extension CommandRouter {
    /// The meaning of a gesture. A brush must not change what plays: over a picture a swipe that would is a preview
    /// instead, and means nothing where there is no preview.
    ///
    /// - Returns: nil when it means nothing there
    package func meaning(of gesture: TouchGesture, focus: Focus, settings: TouchSettings) -> TouchMeaning? {
        switch gesture.kind {
        case .tap: return focus == .standby ? nil : .key(.confirm)
        case .rest(let edge): return .hint(edge)
        case .turn(let notches):
            return focus == .transport ? .command(.scrub(notches)) : nil
        case .step(let direction): return .key(direction.key)
        case .swipe(let direction, let swipe):
            guard let command = plan.command(for: KeyStroke(direction.key), in: focus) else { return nil }
            guard let preview = command.previewed ?? (command.isPreview ? command : nil) else {
                return swipe == .reached && !command.endsWhatPlays ? .key(direction.key) : nil
            }
            switch swipe {
            case .reached: return .command(preview)
            case .completed: return settings.previews || focus != .preview ? nil : .command(.confirm)
            case .takenBack: return focus == .preview ? .command(preview.reversed ?? .back) : nil
            }
        }
    }

    /// The use of a finger's movements in a focus.
    package static func use(in focus: Focus) -> TouchRecogniser.Use {
        switch focus {
        case .video, .numberEntry, .preview, .offer, .failure: .swipes
        case .transport: .transport
        case .overlay, .guide, .text: .list
        case .info, .passcode: .steps
        case .standby: .nothing
        }
    }
}

extension Command {
    /// Whether the command would end what plays, other than by a flip, which can be previewed.
    fileprivate var endsWhatPlays: Bool {
        switch self {
        case .play, .stop, .togglePower, .standBy, .digit: true
        default: false
        }
    }

    /// The preview in the opposite direction; nil for other commands.
    fileprivate var reversed: Command? {
        switch self {
        case .preview(.next): .preview(.previous)
        case .preview(.previous): .preview(.next)
        default: nil
        }
    }
}

extension Direction {
    /// The arrow key that points there.
    package var key: Key {
        switch self {
        case .up: .up
        case .down: .down
        case .left: .left
        case .right: .right
        }
    }
}

extension TouchClick {
    /// The key that a remote without a touch surface has there.
    package var key: Key {
        switch self {
        case .ok: .confirm
        case .arrow(let direction): direction.key
        }
    }
}
