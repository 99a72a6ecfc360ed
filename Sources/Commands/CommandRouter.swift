/// Finds the command that a gesture means in the present focus: one table for every door with keys, made from a
/// plan.
package struct CommandRouter: Sendable {
    package let plan: KeyPlan
    /// The codes of the plan's keys.
    package let keymap: Keymap
    // These are looked up with every key, so they are made once.
    private let longPresses: [Focus: Set<Key>]
    private let repeating: [Focus: Set<Key>]

    package init(plan: KeyPlan = KeyPlan()) {
        self.plan = plan
        keymap = plan.keymap
        longPresses = Dictionary(uniqueKeysWithValues: Focus.allCases.map { ($0, plan.longPressKeys(in: $0)) })
        repeating = Dictionary(uniqueKeysWithValues: Focus.allCases.map { ($0, plan.repeatingKeys(in: $0)) })
    }

    /// The keys that do something else when held: they act on their release.
    package func longPressKeys(in focus: Focus) -> Set<Key> { longPresses[focus] ?? [] }

    /// The keys that repeat while they are held.
    package func repeatingKeys(in focus: Focus) -> Set<Key> { repeating[focus] ?? [] }

    /// The command that a gesture means; nil when it means nothing in this focus.
    package func command(for gesture: KeyGesture, focus: Focus) -> Command? {
        switch gesture.kind {
        case .holding: nil
        case .press: plan.command(for: KeyStroke(gesture.key), in: focus)
        // A layer that a key opened may give the key another meaning: that takes a new press, or a repeat of its
        // own.
        case .repetition: plan.command(for: KeyStroke(gesture.key), in: focus).flatMap { $0.repeats ? $0 : nil }
        case .longPress: plan.command(for: KeyStroke(gesture.key, isHeld: true), in: focus)
        }
    }
}
