import Commands
import Devices
import MediaCore

/// Types a passcode: with digits, or with arrows and OK on a keypad.
struct PasscodeEntry: Hashable, Sendable {
    enum Key: Hashable, Sendable {
        case digit(UInt8)
        case cancel
        case delete
    }

    enum Notice: Hashable, Sendable {
        case checking
        case wrong(attemptsLeft: Int?)
    }

    enum Outcome: Hashable, Sendable {
        case none
        case submit(Passcode)
        case cancel
    }

    static let keypad: [[Key]] = [
        [.digit(1), .digit(2), .digit(3)],
        [.digit(4), .digit(5), .digit(6)],
        [.digit(7), .digit(8), .digit(9)],
        [.cancel, .digit(0), .delete],
    ]

    /// No OK that was meant for what was on the screen before lands on the keypad.
    private static let keypadDelay = Duration.seconds(1)

    private(set) var prompt: PasscodePrompt
    /// From when on OK counts, unless an arrow came first.
    private var takesOKFrom: HostTime
    private(set) var notice: Notice?
    private(set) var row = 1
    private(set) var column = 1
    private var typed = Passcode()

    /// - Parameter now: when it comes on the screen
    init(prompt: PasscodePrompt, at now: HostTime) {
        self.prompt = prompt
        takesOKFrom = now + Self.keypadDelay
    }

    var typedCount: Int { typed.digits.count }
    var focusedKey: Key { Self.keypad[row][column] }

    func isLocked(at now: HostTime) -> Bool {
        prompt.lockedUntil.map { now < $0 } ?? false
    }

    /// The entry for the same question with another lock keeps what was typed.
    func following(_ before: PasscodeEntry?) -> PasscodeEntry {
        guard var entry = before, entry.prompt.channel.id == prompt.channel.id, entry.prompt.length == prompt.length
        else { return self }
        entry.prompt = prompt
        return entry
    }

    mutating func type(_ digit: Int, at now: HostTime) -> Outcome {
        guard let digit = UInt8(exactly: digit), digit <= 9, notice != .checking, !isLocked(at: now) else {
            return .none
        }
        notice = nil
        typed.digits.append(digit)
        guard typed.digits.count >= prompt.length else { return .none }
        let code = typed
        typed = Passcode()
        notice = .checking
        return .submit(code)
    }

    private mutating func delete() {
        guard notice != .checking else { return }
        _ = typed.digits.popLast()
    }

    mutating func move(_ direction: Command.Direction) {
        takesOKFrom = .zero
        switch direction {
        case .up: row = max(0, row - 1)
        case .down: row = min(Self.keypad.count - 1, row + 1)
        case .left: column = max(0, column - 1)
        case .right: column = min(Self.keypad[row].count - 1, column + 1)
        }
    }

    mutating func confirm(at now: HostTime) -> Outcome {
        guard now >= takesOKFrom else { return .none }
        switch focusedKey {
        case .digit(let digit): return type(Int(digit), at: now)
        case .cancel: return .cancel
        case .delete:
            delete()
            return .none
        }
    }

    mutating func reject(attemptsLeft: Int?) {
        typed = Passcode()
        notice = .wrong(attemptsLeft: attemptsLeft)
    }

    mutating func lock(until time: HostTime) {
        typed = Passcode()
        notice = nil
        prompt.lockedUntil = time
    }
}
