import ConfigurationFile
import MediaCore
import TOMLKit

/// Reads the keys of one table of a script; errors in them go to `report`.
struct ScriptFields {
    private let table: TOMLTable
    /// Called with the key and the reason of each error.
    private let report: (String, String) -> Void

    init(_ table: TOMLTable, report: @escaping (String, String) -> Void) {
        self.table = table
        self.report = report
    }

    /// The actions that a step can be, each with the keys that may stand beside it.
    private static let actions: KeyValuePairs<String, [String]> = [
        "press": ["hand", "hold_ms"], "wait_ms": [], "wait_for_channel": ["within_ms"],
        "wait_for_text": ["region", "within_ms"], "wait_for_match": ["region", "within_ms"], "expect_black": ["region"],
        "expect_motion": ["region", "for_ms"], "expect_beep_hz": ["for_ms"], "expect_silence": ["for_ms"],
        "expect_level_db": ["for_ms"], "hearthctl": ["expect_output", "within_ms"], "strike": [], "mend": [],
    ]

    // MARK: Values

    /// Reports every key that is not known. Returns whether there were none.
    @discardableResult
    func refuseOthers(than known: [String]) -> Bool {
        let others = table.keys.filter { !known.contains($0) }
        for key in others {
            let similar = closest(to: key, among: known).map { "; did you mean \($0)?" }
            report(key, "no such key" + (similar ?? "; there are: \(known.joined(separator: ", "))"))
        }
        return others.isEmpty
    }

    func text(_ key: String) -> String? {
        value(key, "a string in quotes") { $0.string }
    }

    func flag(_ key: String) -> Bool? {
        value(key, "true or false") { $0.bool }
    }

    private func integer(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        value(key, "a whole number, \(range.lowerBound) to \(range.upperBound)") { value in
            value.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private func milliseconds(_ key: String, default: Duration = .zero) -> Duration {
        integer(key, 1...3_600_000).map { .milliseconds($0) } ?? `default`
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, _ type: Choice.Type) -> Choice?
    where Choice.RawValue == String {
        guard let name = text(key) else { return nil }
        if let choice = Choice(rawValue: name) { return choice }
        let names = type.allCases.map(\.rawValue)
        let similar = closest(to: name, among: names).map { "did you mean \"\($0)\"?" }
        report(key, "no \"\(name)\": " + (similar ?? "one of \(names.joined(separator: ", "))"))
        return nil
    }

    private var region: Region {
        let area = value("region", "[x, y, width, height] in pixels of the screen") { value -> Region? in
            guard let array = value.array, array.count == 4 else { return nil }
            let numbers = (0..<4).compactMap { array[$0].tomlValue.int }
            guard numbers.count == 4, numbers.allSatisfy({ (0...16_384).contains($0) }), numbers[2] > 0, numbers[3] > 0
            else { return nil }
            return .area(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        return area ?? .all
    }

    private var decibels: ClosedRange<Double>? {
        value("expect_level_db", "[lowest, highest] in decibels, −180 to 0") { value in
            guard let array = value.array, array.count == 2 else { return nil }
            let numbers = (0..<2).compactMap { array[$0].tomlValue.double ?? array[$0].tomlValue.int.map(Double.init) }
            guard numbers.count == 2, numbers[0] <= numbers[1], numbers.allSatisfy({ (-180...0).contains($0) }) else {
                return nil
            }
            return numbers[0]...numbers[1]
        }
    }

    /// A key's value; nil where there is no such key, and where its value is wrong, which is
    /// reported.
    private func value<Value>(_ key: String, _ expected: String, _ read: (TOMLValue) -> Value?) -> Value? {
        guard let value = table[key]?.tomlValue else { return nil }
        if let result = read(value) { return result }
        report(key, "expected \(expected), found \(value.debugDescription)")
        return nil
    }

    // MARK: Steps

    /// The step's action; nil, which is reported, where there is none, more than one, or a wrong
    /// value.
    func action(folder: String) -> ScriptStep.Action? {
        let found = Self.actions.filter { table.contains(key: $0.key) }
        guard let (action, options) = found.first else {
            // A mistyped key is reported as unknown.
            guard refuseOthers(than: Self.actions.map(\.key) + Set(Self.actions.flatMap(\.value)).sorted()) else {
                return nil
            }
            report("step", "it does nothing; one of \(Self.actions.map(\.key).joined(separator: ", "))")
            return nil
        }
        guard found.count == 1 else {
            report(found[1].key, "a second thing in one step, beside \(action): begin another with [[step]]")
            return nil
        }
        refuseOthers(than: [action] + options)
        return self.action(action, folder: folder)
    }

    private func action(_ name: String, folder: String) -> ScriptStep.Action? {
        let within = milliseconds("within_ms", default: .seconds(10))
        // Enough for two beeps of the origin, wherever it begins.
        let during = milliseconds("for_ms", default: .milliseconds(2_500))
        switch name {
        case "press": return press
        case "wait_ms": return .wait(milliseconds(name))
        case "wait_for_channel": return integer(name, 0...255).map { .waitForChannel($0, within: within) }
        case "wait_for_text": return text(name).map { .waitForText($0, region: region, within: within) }
        case "wait_for_match":
            return text(name).map { file in
                .waitForMatch(file.hasPrefix("/") ? file : "\(folder)/\(file)", region: region, within: within)
            }
        case "expect_black": return flag(name).map { .expectBlack($0, region: region) }
        case "expect_motion": return flag(name).map { .expectMotion($0, region: region, during: during) }
        case "expect_beep_hz": return integer(name, 100...4_000).map { .expectBeep(hertz: Double($0), during: during) }
        case "expect_silence":
            guard let silent = flag(name) else { return nil }
            if !silent { report(name, "only true: for sound there are expect_beep_hz and expect_level_db") }
            return .expectSilence(during: during)
        case "expect_level_db": return decibels.map { .expectLevel($0, during: during) }
        case "hearthctl": return text(name).map { .hearthctl($0, output: text("expect_output"), within: within) }
        case "strike": return choice(name, FaultKind.self).map { .strike($0) }
        case "mend": return choice(name, FaultKind.self).map { .mend($0) }
        default: return nil
        }
    }

    private var press: ScriptStep.Action? {
        guard let name = text("press") else { return nil }
        guard let key = RemoteKey(name: name) else {
            let names = RemoteKey.allCases.map(\.rawValue)
            let similar = closest(to: name, among: names).map { "did you mean \"\($0)\"?" }
            report("press", "no key \"\(name)\": " + (similar ?? "one of \(names.joined(separator: ", "))"))
            return nil
        }
        return .press(
            key, hand: choice("hand", HandKind.self), hold: milliseconds("hold_ms", default: .milliseconds(80)))
    }
}
