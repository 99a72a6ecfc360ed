import Layout

/// The prompt for the passcode, with a keypad for remotes that have only arrows.
enum PasscodePanel {
    static let frame = Rectangle(Theme.screen).aligning(Size(width: 1280, height: 600), .center)

    private static let keySize = Size(width: 128, height: 96)
    private static let gap = 14.0

    static func node(for entry: PasscodeEntry, secondsLocked: Int?) -> Node {
        let isLocked = secondsLocked != nil
        let words = Node.column(
            [
                Theme.icon(.lock, 64, Theme.accent),
                Theme.title(Strings.enterPasscode, size: 46),
                Theme.body(Strings.toWatch(entry.prompt.channel), size: 30, color: Theme.secondary, lines: 2),
                dots(entry, isLocked: isLocked),
                notice(entry, secondsLocked: secondsLocked),
                .spacer.sized(width: .fixed(1)),
                Theme.key(Strings.back, Strings.cancel),
            ], spacing: 20
        ).sized(width: .fill, height: .fill)
        return Theme.panel(
            .row([words, keypad(entry).faded(isLocked ? 0.35 : 1)], spacing: 56)
                .padded(Insets(horizontal: 56, vertical: 54)))
    }

    private static func dots(_ entry: PasscodeEntry, isLocked: Bool) -> Node {
        let side = min(30, 560 / Double(entry.prompt.length) - 18)
        return .row(
            (0..<entry.prompt.length).map { index in
                Node(.empty).sized(side).boxed(
                    index < entry.typedCount ? Theme.accent : nil, cornerRadius: side / 2,
                    border: .init(color: index < entry.typedCount ? Theme.accent : Theme.secondary, width: 3))
            }, spacing: 18
        ).faded(isLocked ? 0.35 : 1)
    }

    /// The line for messages, always there so that nothing moves when it has one.
    private static func notice(_ entry: PasscodeEntry, secondsLocked: Int?) -> Node {
        let text: String
        if let secondsLocked {
            text = Strings.locked(for: secondsLocked)
        } else {
            switch entry.notice {
            case .checking: text = Strings.checking
            case .wrong(let attemptsLeft): text = attemptsLeft.map(Strings.attemptsLeft) ?? Strings.wrongCode
            case nil: text = ""
            }
        }
        return Theme.note(text, color: Theme.accent, lines: 2).sized(width: .fill, height: .fixed(78))
    }

    private static func keypad(_ entry: PasscodeEntry) -> Node {
        .column(
            PasscodeEntry.keypad.map { row in
                .row(row.map { key($0, isFocused: $0 == entry.focusedKey) }, spacing: gap)
            }, spacing: gap, alignment: .center
        ).sized(width: .fixed(keySize.width * 3 + gap * 2), height: .fill)
    }

    private static func key(_ key: PasscodeEntry.Key, isFocused: Bool) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        let sign: Node =
            switch key {
            case .digit(let digit): .text(Text("\(digit)", size: 44, weight: .bold, color: color))
            case .cancel: .text(Text(Strings.cancel, size: 26, color: color, minimumScale: 0.5))
            case .delete: Theme.icon(.backspace, 42, color)
            }
        return Node.row([sign], alignment: .center)
            .padded(Insets(horizontal: 8, vertical: 0))
            .sized(width: .fixed(keySize.width), height: .fixed(keySize.height))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: 20)
    }
}
