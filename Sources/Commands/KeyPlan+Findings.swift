extension KeyPlan {
    /// An effect of a plan's changes that its author may not have meant.
    package struct Finding: Hashable, Sendable {
        /// The change that is to blame; nil: all of them together.
        package var scope: Scope?
        package var stroke: KeyStroke?
        /// The code that was given away, where that is to blame.
        package var code: KeyCode?
        package var reason: String
    }

    /// The conflicts within the plan, and the functions that can't be reached with it any more; none
    /// in a built-in one.
    package var findings: [Finding] {
        changes.keys.sorted { $0.name < $1.name }.flatMap { scope in
            (changes[scope] ?? [:]).keys.sorted { $0.name < $1.name }.flatMap { stroke in
                [takenCode(scope, stroke), lostRepeats(scope, stroke), withoutEffect(scope, stroke)].compactMap(\.self)
            }
        } + keysWithoutCode + outOfReach
    }

    /// The finding that a change names a code which is one of several for a function.
    private func takenCode(_ scope: Scope, _ stroke: KeyStroke) -> Finding? {
        guard case .other(let code) = stroke.key, let key = keymap[code], key != stroke.key else { return nil }
        return Finding(
            scope: scope, stroke: stroke,
            reason: "\(code) is the key \(key.name), so this is never used: change "
                + "\(KeyStroke(key, isHeld: stroke.isHeld).name), or make the code a key of its own with "
                + "\(code) = \"\(code)\" under [keys.codes]")
    }

    /// The finding that a key which repeats while it is held has been given a meaning when held, and
    /// no longer repeats.
    private func lostRepeats(_ scope: Scope, _ stroke: KeyStroke) -> Finding? {
        guard stroke.isHeld, case .command? = changes[scope]?[stroke] else { return nil }
        let focuses = Focus.allCases.filter { focus in
            (scope == .focus(focus) || scope == .everywhere && focus.followsEverywhere)
                && command(for: KeyStroke(stroke.key), in: focus)?.repeats == true
                && change(of: stroke, in: focus) == changes[scope]?[stroke]
        }
        guard let focus = focuses.first, let command = command(for: KeyStroke(stroke.key), in: focus) else {
            return nil
        }
        let places = focuses.map(\.rawValue).joined(separator: ", ")
        return Finding(
            scope: scope, stroke: stroke,
            reason:
                "\(stroke.key.name) no longer repeats \(command.text) while it is held (\(places)), and acts when it is let go"
        )
    }

    /// The finding that a change for every focus has no effect, because each focus has its own.
    private func withoutEffect(_ scope: Scope, _ stroke: KeyStroke) -> Finding? {
        guard scope == .everywhere else { return nil }
        let others = Focus.allCases.filter(\.followsEverywhere)
        guard others.allSatisfy({ changes[.focus($0)]?[stroke] != nil }) else { return nil }
        return Finding(
            scope: scope, stroke: stroke, reason: "never used: every table of a focus has its own \(stroke.name)")
    }

    /// The findings about functions that have no code left.
    private var keysWithoutCode: [Finding] {
        let keymap = keymap
        return Key.named.filter { Key.few.contains($0) && keymap.codes(of: $0).isEmpty }.map { key in
            let code = Keymap.standard.codes(of: key).first { codes[$0] != nil }
            return Finding(code: code, reason: "no code of any remote is the key \(key.name) any more")
        }
    }

    /// The findings about what arrows, OK, Back and CH± alone can't do with the changes, and could
    /// without.
    private var outOfReach: [Finding] {
        guard !changes.isEmpty else { return [] }
        // What a kiosk hides is meant to be out of reach.
        var usual = KeyPlan(name)
        usual.kiosk = kiosk
        let before = Reach(plan: usual, keys: Key.few)
        let now = Reach(plan: self, keys: Key.few)
        let lost = now.missing.filter { before.ways[$0] != nil }
        var findings = lost.map { function in
            Finding(reason: "with arrows, OK, Back and CH± alone there is no way to \(function.rawValue) any more")
        }
        findings += now.traps.map { focus in
            Finding(reason: "with arrows, OK, Back and CH± alone there is no way out of \(focus.rawValue) any more")
        }
        return findings
    }
}
