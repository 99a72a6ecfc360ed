import Commands

/// The table of `keys list`: every key of a plan, and its meaning by focus.
struct KeyTable: Encodable, Equatable {
    struct Row: Encodable, Equatable {
        let key: String
        /// The kernel's names of the codes that remotes send for it.
        let codes: [String]
        /// The commands by focus; absent where it has none.
        let pressed: [String: String]
        let held: [String: String]
    }

    let plan: String
    let keys: [Row]

    init(_ plan: KeyPlan) {
        self.plan = plan.name.rawValue
        let keymap = plan.keymap
        keys = plan.keys.map { key in
            func meanings(isHeld: Bool) -> [String: String] {
                let found = Focus.allCases.compactMap { focus in
                    plan.command(for: KeyStroke(key, isHeld: isHeld), in: focus).map { (focus.rawValue, $0.text) }
                }
                return Dictionary(found) { $1 }
            }
            return Row(
                key: key.name, codes: keymap.codes(of: key).map(\.description), pressed: meanings(isHeld: false),
                held: meanings(isHeld: true))
        }
    }

    /// The rows for one focus, one for each key: its meaning there.
    func lines(in focus: Focus) -> [String] {
        let rows = keys.compactMap { row -> [String]? in
            let pressed = row.pressed[focus.rawValue]
            let held = row.held[focus.rawValue]
            guard pressed != nil || held != nil else { return nil }
            return [row.key, pressed ?? "-", held.map { "held: \($0)" } ?? ""]
        }
        return ["plan \(plan), \(focus.rawValue)"] + Output.table(rows)
    }

    /// The rows of all keys, each with all its meanings and their focuses.
    var lines: [String] {
        var rows: [[String]] = []
        for row in keys {
            rows.append([row.key, row.codes.joined(separator: " ")])
            for (what, meanings) in [("pressed", row.pressed), ("held", row.held)] {
                for (index, group) in Self.grouped(meanings).enumerated() {
                    rows.append([
                        "  " + (index == 0 ? what : ""), "\(group.command)  (\(group.focuses.joined(separator: ", ")))",
                    ])
                }
            }
        }
        return ["plan \(plan)"] + Output.table(rows)
    }

    /// The focuses grouped by command, in the order of the focuses.
    private static func grouped(_ meanings: [String: String]) -> [(command: String, focuses: [String])] {
        var groups: [(command: String, focuses: [String])] = []
        for focus in Focus.allCases {
            guard let command = meanings[focus.rawValue] else { continue }
            if let index = groups.firstIndex(where: { $0.command == command }) {
                groups[index].focuses.append(focus.rawValue)
            } else {
                groups.append((command, [focus.rawValue]))
            }
        }
        return groups
    }
}
