import Commands
import ConfigurationFile

/// The report of `keys check` about one remote.
struct RemoteCheck: Encodable, Equatable {
    struct Part: Encodable, Equatable {
        let `protocol`: String
        let variant: String?
    }

    /// The way in which a function is reached.
    struct Way: Encodable, Equatable {
        /// The focus in which the key works.
        let focus: String
        /// The remote's keys that do it.
        let keys: [String]
        let held: Bool
        /// The item of the menu that is chosen.
        let menu: String?
    }

    struct Finding: Encodable, Equatable {
        let severity: String
        let line: Int?
        let reason: String
        let text: String
    }

    let file: String
    let name: String?
    let protocols: [Part]
    /// The number of scancodes that are keys.
    let keys: Int
    /// Whether every function of the interface is reached; a number need not be typed where there is the list.
    let complete: Bool
    /// The functions that are reached, by their names.
    let functions: [String: Way]
    let missing: [String]
    /// The remote's keys that mean nothing by this plan.
    let unused: [String]
    let findings: [Finding]

    /// Whether the check passes, which decides the exit code: the file can be loaded, and the remote's arrows, OK and
    /// Back have their usual functions.
    var passes: Bool { !findings.contains { $0.severity == "error" } }

    /// The essential keys, arrows, OK and Back, with their functions.
    static let essentials: [(key: Key, function: InterfaceFunction)] = [
        (.up, .up), (.down, .down), (.left, .left), (.right, .right), (.confirm, .choose), (.back, .back),
    ]

    init(file: String, plan: KeyPlan) { self.init(RemoteKeymapReading(file: file), file: file, plan: plan) }

    init(_ reading: RemoteKeymapReading, file: String, plan: KeyPlan) {
        let codes = reading.errors.isEmpty ? reading.keymap.codes : []
        let keymap = plan.keymap
        let reach = Reach(plan: plan, codes: codes)
        let sorted = codes.sorted { $0.rawValue < $1.rawValue }
        self.file = file
        name = reading.keymap.name
        protocols = reading.keymap.parts.map { Part(protocol: $0.kind, variant: $0.variant) }
        keys = reading.keymap.keyCount
        complete = reach.missing.allSatisfy { $0 == .channelNumber }
        functions = Dictionary(
            uniqueKeysWithValues: reach.ways.map { function, way in
                // All keys that do the same there, not the first alone.
                let keys = sorted.filter { code in
                    guard let key = keymap[code] else { return false }
                    guard way.item == nil else { return key == way.stroke.key }
                    let command = plan.command(for: KeyStroke(key, isHeld: way.stroke.isHeld), in: way.focus)
                    return command.flatMap { InterfaceFunction($0, in: way.focus) } == function
                }
                return (
                    function.rawValue,
                    Way(
                        focus: way.focus.rawValue, keys: keys.map(\.description), held: way.stroke.isHeld,
                        menu: way.item?.rawValue)
                )
            })
        missing = reach.missing.map(\.rawValue)
        unused = sorted.filter { keymap[$0] == nil }.map(\.description)
        var findings =
            reading.errors.map { Finding(severity: "error", $0) }
            + reading.warnings.map { Finding(severity: "warning", $0) }
        for (key, function) in Self.essentials where reach.ways[function] == nil {
            guard let code = sorted.first(where: { Keymap.standard[$0] == key }) else { continue }
            let reason = "the remote has \(code), but by this plan there is no way to \(function.rawValue)"
            findings.append(Finding(severity: "error", ConfigurationDiagnostic(file: file, reason: reason)))
        }
        self.findings = findings
    }

    /// The report for people.
    var lines: [String] {
        if functions.isEmpty, !passes { return findings.map { "\($0.severity): \($0.text)" } }
        let parts = protocols.map { part in [part.protocol, part.variant].compactMap(\.self).joined(separator: " ") }
        var lines = ["\(file): \(name ?? "a remote without a name") (\(parts.joined(separator: ", "))), \(keys) keys"]
        var rows: [[String]] = []
        for function in InterfaceFunction.allCases {
            guard let way = functions[function.rawValue] else { continue }
            rows.append(["  " + function.rawValue, way.text])
        }
        lines += Output.table(rows)
        if !missing.isEmpty { lines.append("  out of reach: \(missing.joined(separator: ", "))") }
        if !unused.isEmpty { lines.append("  without a meaning: \(unused.joined(separator: ", "))") }
        lines += findings.map { "\($0.severity): \($0.text)" }
        return lines
    }
}

extension RemoteCheck.Way {
    fileprivate var text: String {
        let key = keys.joined(separator: " or ") + (held ? ", held" : "")
        if let menu { return "\(menu) in the menu: \(key)" }
        return focus == Focus.video.rawValue ? key : "\(key) (\(focus))"
    }
}

extension RemoteCheck.Finding {
    fileprivate init(severity: String, _ diagnostic: ConfigurationDiagnostic) {
        self.init(severity: severity, line: diagnostic.line, reason: diagnostic.reason, text: diagnostic.description)
    }
}
