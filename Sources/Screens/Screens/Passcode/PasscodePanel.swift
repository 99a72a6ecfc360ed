import Layout

/// The question for a code, in the middle of a dark screen: what is locked and why, the dots, and a keypad for remotes
/// that have only arrows.
enum PasscodePanel {
    static let frame = Rectangle(Theme.screen).aligning(Size(width: 1240, height: 900), .center)

    private static let keySize = Size(width: 116, height: 76)
    private static let gap = 12.0
    private static var keypadSize: Size {
        Size(width: keySize.width * 3 + gap * 2, height: keySize.height * 4 + gap * 3)
    }
    /// How far the keypad stands from the foot of the panel: a line of keys is beneath it.
    private static let foot = 78.0

    static func node(for entry: PasscodeEntry, secondsLocked: Int?) -> Node {
        let isLocked = secondsLocked != nil
        let prompt = entry.prompt
        var lines = [
            Theme.logo(prompt.channel, side: 112),
            Theme.title(Strings.isLocked(prompt.channel)),
        ]
        if let reason = prompt.reason { lines.append(Theme.body(Strings.reason(reason), color: Theme.secondary)) }
        let words = Node.column(lines, spacing: 12, alignment: Alignment(.center, .center))
        let legs: [Node] = [
            Theme.key(Strings.digits, Strings.enterPasscode),
            Theme.key(Strings.back, prompt.back.map(Strings.backTo) ?? Strings.cancel),
        ]
        return Node.column(
            [
                words.sized(width: .fill, height: .fill),
                dots(entry, isLocked: isLocked).sized(height: .fixed(48)),
                notice(entry, secondsLocked: secondsLocked),
                keypad(entry).faded(isLocked ? 0.35 : 1),
                Node.row(legs, spacing: 44).sized(height: .fixed(foot)),
            ], spacing: 8, alignment: Alignment(.center, .start)
        ).sized(width: .fill, height: .fill)
    }

    private static func dots(_ entry: PasscodeEntry, isLocked: Bool) -> Node {
        let side = 30.0
        return .row(
            (0..<entry.prompt.length).map { index in
                Node(.empty).sized(side).boxed(
                    index < entry.typedCount ? Theme.accent : nil, cornerRadius: side / 2,
                    border: .init(color: index < entry.typedCount ? Theme.accent : Theme.secondary, width: 3))
            }, spacing: 26
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
        return Node.text(
            Text(text, size: 28, weight: .medium, color: Theme.accent, alignment: .center, minimumScale: 0.8)
        ).sized(width: .fill, height: .fixed(52)).aligned(.center)
    }

    private static func keypad(_ entry: PasscodeEntry) -> Node {
        .column(
            PasscodeEntry.keypad.map { row in
                .row(row.map { key($0, isFocused: false) }, spacing: gap)
            }, spacing: gap, alignment: .center
        ).sized(width: .fixed(keypadSize.width), height: .fixed(keypadSize.height))
    }

    /// The key that has the focus, over the one that has not.
    static func focusedKey(_ entry: PasscodeEntry) -> Node { key(entry.focusedKey, isFocused: true) }

    /// Where a key of the keypad stands, on the screen.
    static func place(row: Int, column: Int) -> Rectangle {
        Rectangle(
            x: frame.x + (frame.width - keypadSize.width) / 2 + Double(column) * (keySize.width + gap),
            y: frame.maxY - foot - 8 - keypadSize.height + Double(row) * (keySize.height + gap),
            width: keySize.width, height: keySize.height)
    }

    private static func key(_ key: PasscodeEntry.Key, isFocused: Bool) -> Node {
        let color = isFocused ? Theme.onLight : Theme.primary
        let sign: Node =
            switch key {
            case .digit(let digit): .text(Text("\(digit)", size: 40, weight: .semibold, color: color))
            case .cancel:
                .text(Text(Strings.cancel, size: 26, weight: .medium, color: color, minimumScale: 0.5))
            case .delete: Theme.icon(.backspace, 38, color)
            }
        return Node.row([sign], alignment: .center)
            .padded(Insets(horizontal: 8, vertical: 0))
            .sized(width: .fixed(keySize.width), height: .fixed(keySize.height))
            .boxed(isFocused ? Theme.focused : Theme.raised, cornerRadius: Theme.cardRadius)
    }
}
