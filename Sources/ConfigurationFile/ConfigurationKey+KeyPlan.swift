import Commands
import TOMLKit

/// Reads the `[keys]` section, with keys by the names that `KeyStroke` and `Key` have for them.
///
///     [keys.codes]
///     KEY_PROG1 = "favourites"
///     [keys.video]
///     hold_up = "tune 1"
extension ConfigurationKey {
    /// The key for a path under `keys.`; nil when no key of the plan is called that. Its own path has the
    /// first of several names for a code.
    static func keyPlan(_ path: String) -> ConfigurationKey? {
        let parts = path.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count == 3, parts[0] == "keys" else { return nil }
        if parts[1] == "codes" {
            guard let code = code(parts[2]) else { return nil }
            return Self(Self.path(of: code), keyName) { $0.keys.codes[code] = $1 }
        }
        guard let scope = KeyPlan.Scope(name: parts[1]), let stroke = KeyStroke(name: parts[2]) else { return nil }
        return Self(Self.path(of: stroke, in: scope), meaning) { $0.keys.changes[scope, default: [:]][stroke] = $1 }
    }

    /// The paths that a misspelt path under `keys.` may have meant; none for others.
    static func keyPlanCandidates(for path: String) -> [String] {
        // Nobody knows what a number was meant to be.
        guard path.hasPrefix("keys."), !path.hasPrefix("keys.codes.0x") else { return [] }
        let strokes = Key.named.flatMap { [KeyStroke($0), KeyStroke($0, isHeld: true)] }
        let names = Set(Keymap.standard.allCodes.map(\.description))
        return KeyPlan.Scope.all.flatMap { scope in strokes.map { Self.path(of: $0, in: scope) } }
            + names.sorted().map { "keys.codes.\($0)" }
    }

    /// The path of the change that a finding blames; nil when it blames none.
    static func path(of finding: KeyPlan.Finding) -> String? {
        if let code = finding.code { return path(of: code) }
        guard let scope = finding.scope, let stroke = finding.stroke else { return nil }
        return path(of: stroke, in: scope)
    }

    private static func path(of code: KeyCode) -> String { "keys.codes.\(code)" }

    private static func path(of stroke: KeyStroke, in scope: KeyPlan.Scope) -> String {
        "keys.\(scope.name).\(stroke.name)"
    }

    /// The code of this kernel name, or of a number for one that has none.
    private static func code(_ name: String) -> KeyCode? {
        if name.hasPrefix("0x") { return UInt16(name.dropFirst(2), radix: 16).map { KeyCode($0) } }
        return name.hasPrefix("KEY_") || name.hasPrefix("BTN_") ? KeyCode(name: name) : nil
    }
}

private let keyName: @Sendable (TOMLValue) throws(ConfigurationKey.WrongValue) -> Key = {
    value throws(ConfigurationKey.WrongValue) in
    guard let name = value.string else {
        throw ConfigurationKey.WrongValue(reason: "expected a key's name in quotes, found \(value.debugDescription)")
    }
    guard let key = Key(name: name) else {
        let similar = closest(to: name, among: Key.named.map(\.name)).map { "; did you mean \"\($0)\"?" }
        throw ConfigurationKey.WrongValue(
            reason: "there is no key \"\(name)\"" + (similar ?? ": 'hearthctl keys list' has them all"))
    }
    return key
}

private let meaning: @Sendable (TOMLValue) throws(ConfigurationKey.WrongValue) -> KeyPlan.Meaning = {
    value throws(ConfigurationKey.WrongValue) in
    guard let text = value.string else {
        throw ConfigurationKey.WrongValue(
            reason: "expected a command in quotes, or \"nothing\", found \(value.debugDescription)")
    }
    if text == "nothing" { return .nothing }
    do throws(Command.SyntaxError) {
        return .command(try Command(text: text))
    } catch {
        guard case .unknown(let word) = error else { throw ConfigurationKey.WrongValue(reason: error.reason) }
        let words = Command.plain.map(\.word) + Command.withParameter.map(\.word) + ["nothing"]
        let similar = closest(to: word, among: words).map { "; did you mean \"\($0)\"?" }
        throw ConfigurationKey.WrongValue(
            reason: error.reason + (similar ?? ": 'hearthctl keys commands' has them all"))
    }
}
