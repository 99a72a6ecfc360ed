import Layout

/// The panel of a lesson, in the middle of the lower half, over the running picture.
enum LearningPanel {
    static let frame = Rectangle(x: (Theme.screen.width - 1280) / 2, y: Theme.safe.maxY - 440, width: 1280, height: 440)

    static func node(for state: LearningState) -> Node {
        var lines = [head(state), Theme.title(headline(state), size: 52)]
        if case .over(.failed(let reason)) = state.phase {
            lines.append(.text(Text(reason, size: 28, color: Theme.secondary, maximumLines: 4)))
        } else if let note = state.note.map(Strings.learning) {
            lines.append(.text(Text(note, size: 30, color: Theme.accent, maximumLines: 2)))
        }
        if state.isAsking {
            lines += [.spacer, Theme.note(Strings.withAnotherRemote, size: 24), keys]
        }
        return Theme.panel(.column(lines, spacing: 14).padded(Insets(horizontal: 48, vertical: 32)))
    }

    private static func head(_ state: LearningState) -> Node {
        var parts = [Theme.note(Strings.teaching(state.remote), size: 28).sized(width: .fill)]
        if case .asking(_, let number) = state.phase {
            let count = Text("\(number) / \(state.count)", size: 28, color: Theme.secondary, alignment: .end)
            parts.append(.text(count).sized(width: .fixed(160)).aligned(.trailing))
        }
        return Node.row(parts, spacing: 20).sized(width: .fill, height: .fixed(40))
    }

    private static var keys: Node {
        Node.row(
            [
                Theme.key(Strings.right, Strings.leaveOut), Theme.key(Strings.left, Strings.keyBefore),
                Theme.key(Strings.back, Strings.enough),
            ], spacing: 36)
    }

    /// What is asked for, or what came of it.
    static func headline(_ state: LearningState) -> String {
        switch state.phase {
        case .asking(let key, _): Strings.pressKey(key)
        case .keeping: Strings.keepingRemote
        case .over(.kept(let keys)): Strings.remoteKept(keys: keys)
        case .over(.nothing): Strings.nothingLearnt
        case .over(.failed): Strings.learningFailed
        }
    }
}
