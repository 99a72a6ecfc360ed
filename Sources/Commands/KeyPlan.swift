/// What every key does, pressed and held, wherever the focus is: one of the built-in tables, and what `[keys]` of the
/// configuration changes in it.
package struct KeyPlan: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable {
        /// As on tvOS: the picture's left and right flip, up brings the custom overlay, down the information.
        case standard
        /// As on TV boxes: up and down flip, left brings the channel list, right the channel before.
        case tvBox = "tv-box"
    }

    /// Where a change holds.
    package enum Scope: Hashable, Sendable {
        /// Wherever `Focus.followsEverywhere`.
        case everywhere
        case focus(Focus)

        package init?(name: String) {
            if name == "everywhere" {
                self = .everywhere
            } else if let focus = Focus(rawValue: name) {
                self = .focus(focus)
            } else {
                return nil
            }
        }

        package var name: String {
            switch self {
            case .everywhere: "everywhere"
            case .focus(let focus): focus.rawValue
            }
        }

        package static let all = [Scope.everywhere] + Focus.allCases.map(Scope.focus)
    }

    package enum Meaning: Hashable, Sendable {
        case nothing
        case command(Command)
    }

    package var name = Name.standard
    /// Codes that are another key than in `Keymap.standard`.
    package var codes: [KeyCode: Key] = [:]
    /// What is otherwise than in the built-in table.
    package var changes: [Scope: [KeyStroke: Meaning]] = [:]

    package init(_ name: Name = .standard) {
        self.name = name
    }

    /// The codes of all keys that mean anything. A code that has no function and no change is no key at all.
    package var keymap: Keymap {
        var keymap = Keymap.standard
        for case .other(let code) in changes.values.flatMap(\.keys).map(\.key) where keymap[code] == nil {
            keymap[code] = .other(code)
        }
        for (code, key) in codes { keymap[code] = key }
        return keymap
    }

    /// Nil: nothing.
    package func command(for stroke: KeyStroke, in focus: Focus) -> Command? {
        switch change(of: stroke, in: focus) {
        case .command(let command): command
        case .nothing: nil
        case nil: builtIn(stroke, focus)
        }
    }

    /// Of the focus itself before that of everywhere.
    package func change(of stroke: KeyStroke, in focus: Focus) -> Meaning? {
        if let own = changes[.focus(focus)]?[stroke] { return own }
        return focus.followsEverywhere ? changes[.everywhere]?[stroke] : nil
    }

    /// Every key that means something somewhere: those with a function, then the others that the configuration names.
    package var keys: [Key] {
        let others = Set(changes.values.flatMap(\.keys).map(\.key)).union(codes.values).subtracting(Key.named)
        return Key.named + others.sorted { $0.name < $1.name }
    }

    /// The keys that do something else when held, so that they must wait for their release.
    package func longPressKeys(in focus: Focus) -> Set<Key> {
        Set(keys.filter { command(for: KeyStroke($0, isHeld: true), in: focus) != nil })
    }

    /// The keys that are pressed again and again while they are held.
    package func repeatingKeys(in focus: Focus) -> Set<Key> {
        Set(keys.filter { command(for: KeyStroke($0), in: focus)?.repeats == true }).subtracting(longPressKeys(in: focus))
    }
}
