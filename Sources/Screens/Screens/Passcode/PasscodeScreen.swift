import Commands
import Layout
import MediaCore

/// The question for a passcode: it has all keys but channel keys and volume.
struct PasscodeScreen: Screen {
    static let row = ScreenRow(
        id: .passcode, kind: .question, style: .fade(), closes: [.failure],
        // The name of a channel that was refused must not linger as if it played.
        takesAlong: [.interstitial])

    var entry: PasscodeEntry

    init(_ prompt: PasscodePrompt, at now: HostTime) {
        entry = PasscodeEntry(prompt: prompt, at: now)
    }

    var focus: Focus? { .passcode }
    /// Nobody sees the picture behind a question: no code, no channel.
    var farewell: [InterfaceAction] { [.cancelPasscode] }
    var countdown: HostTime? { entry.prompt.lockedUntil }
    var videoOpacity: Double { 0.2 }
    var frame: Rectangle { PasscodePanel.frame }

    func following(_ before: Self?) -> Self {
        var screen = self
        screen.entry = entry.following(before?.entry)
        return screen
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .digit(let digit): return answer(entry.type(digit, at: now))
        case .confirm: return answer(entry.confirm(at: now))
        case .move(let direction): entry.move(direction)
        case .back: return .leave
        }
        return .stay()
    }

    private func answer(_ outcome: PasscodeEntry.Outcome) -> KeyAnswer {
        switch outcome {
        case .none: .stay()
        case .submit(let code): .stay([.submitPasscode(code)])
        case .cancel: .leave
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        let node = PasscodePanel.node(for: entry, secondsLocked: moment.secondsLeft(until: countdown))
        return [.panel(node, frame)]
    }
}
