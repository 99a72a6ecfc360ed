/// The meaning of every key, pressed and held, in every focus: one of the built-in tables, with what `[keys]` of the
/// configuration changes in it.
package struct KeyPlan: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable {
        /// A plan as on tvOS: over the picture left and right flip, up brings the custom overlay, down the information.
        case standard
        /// A plan as on TV boxes: up and down flip, left brings the channel list, right the channel before.
        case tvBox = "tv-box"
    }

    /// The focus or focuses in which a change applies.
    package enum Scope: Hashable, Sendable {
        /// Every focus with `Focus.followsEverywhere`.
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
    /// The codes that mean another key than in `Keymap.standard`.
    package var codes: [KeyCode: Key] = [:]
    /// The differences from the built-in table.
    package var changes: [Scope: [KeyStroke: Meaning]] = [:]
    /// What hands may not do.
    package var kiosk = Kiosk()

    package init(_ name: Name = .standard) {
        self.name = name
    }

    /// The codes of all keys that mean anything. A code without function and change is not in it.
    package var keymap: Keymap {
        var keymap = Keymap.standard
        for case .other(let code) in changes.values.flatMap(\.keys).map(\.key) where keymap[code] == nil {
            keymap[code] = .other(code)
        }
        for (code, key) in codes { keymap[code] = key }
        return keymap
    }

    /// The command of a key in a focus; nil for none.
    package func command(for stroke: KeyStroke, in focus: Focus) -> Command? {
        let command: Command? =
            switch change(of: stroke, in: focus) {
            case .command(let command): command
            case .nothing: nil
            case nil: builtIn(stroke, focus)
            }
        return permitted(command, of: stroke, in: focus)
    }

    /// The change that applies to a key in a focus: the focus' own before that for every focus.
    package func change(of stroke: KeyStroke, in focus: Focus) -> Meaning? {
        if let own = changes[.focus(focus)]?[stroke] { return own }
        return focus.followsEverywhere ? changes[.everywhere]?[stroke] : nil
    }

    /// All keys that mean something somewhere: those with a function, then the others that the configuration names.
    package var keys: [Key] {
        let others = Set(changes.values.flatMap(\.keys).map(\.key)).union(codes.values).subtracting(Key.named)
        return Key.named + others.sorted { $0.name < $1.name }
    }

    /// The keys that do something else when held: they act on their release.
    package func longPressKeys(in focus: Focus) -> Set<Key> {
        Set(keys.filter { command(for: KeyStroke($0, isHeld: true), in: focus) != nil })
    }

    /// The keys that are pressed again and again while they are held.
    package func repeatingKeys(in focus: Focus) -> Set<Key> {
        Set(keys.filter { command(for: KeyStroke($0), in: focus)?.repeats == true }).subtracting(
            longPressKeys(in: focus))
    }
}
