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
    private var light = FocusLight()

    init(_ prompt: PasscodePrompt, at now: HostTime) {
        entry = PasscodeEntry(prompt: prompt, at: now)
    }

    var focus: Focus? { .passcode }
    /// Nobody sees the picture behind a question: no code, no channel.
    var farewell: [InterfaceAction] { [.cancelPasscode] }
    var countdown: HostTime? { entry.prompt.lockedUntil }
    var videoOpacity: Double { 0.3 }
    var frame: Rectangle { PasscodePanel.frame }

    func following(_ before: Self?) -> Self {
        var screen = self
        screen.entry = entry.following(before?.entry)
        screen.light = before?.light ?? light
        return screen
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        switch key {
        case .digit(let digit): return answer(entry.type(digit, at: now))
        case .confirm: return answer(entry.confirm(at: now))
        case .move(let direction):
            light.leaves(keyPlace, at: now)
            entry.move(direction)
        case .back: return .leave
        case .page, .type, .erase: break
        }
        return .stay()
    }

    private var keyPlace: Rectangle { PasscodePanel.place(row: entry.row, column: entry.column) }

    private func answer(_ outcome: PasscodeEntry.Outcome) -> KeyAnswer {
        switch outcome {
        case .none: .stay()
        case .submit(let code): .stay([.submitPasscode(code)])
        case .cancel: .leave
        }
    }

    func parts(at moment: Moment) -> [ScreenPart] {
        let seconds = moment.secondsLeft(until: countdown)
        // A locked channel shows nothing of itself.
        let parts = [Scrim.whole(0.88), .panel(PasscodePanel.node(for: entry, secondsLocked: seconds), frame)]
        if seconds != nil { return parts }
        return parts + [.focus(PasscodePanel.focusedKey(entry), keyPlace, light.glide(to: keyPlace))]
    }
}
