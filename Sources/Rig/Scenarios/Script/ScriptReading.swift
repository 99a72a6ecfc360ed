import ConfigurationFile
import Foundation
import TOMLKit

/// A script as it was read, with everything that is wrong with it.
package struct ScriptReading: Sendable {
    /// The script; nil where there is an error.
    package private(set) var script: Script?
    package private(set) var errors: [ConfigurationDiagnostic] = []

    private static let topKeys = ["name", "summary", "mode", "passcode", "cec", "lineup", "step"]

    /// Reads a file; the pictures it names lie beside it.
    package init(contentsOfFile path: String) {
        let file = URL(fileURLWithPath: path)
        switch Result(catching: { try String(contentsOf: file, encoding: .utf8) }) {
        case .success(let text): self.init(text: text, name: path, folder: file.deletingLastPathComponent().path)
        case .failure(let error):
            self.init(ConfigurationDiagnostic(file: path, reason: error.localizedDescription))
        }
    }

    private init(_ error: ConfigurationDiagnostic) { errors = [error] }

    /// Reads the text of a file called `name`.
    ///
    /// - Parameter folder: the folder of the pictures it names; none of them is opened
    package init(text: String, name: String, folder: String) {
        guard !text.utf8.contains(0) else {
            errors = [ConfigurationDiagnostic(file: name, reason: "there is a NUL byte in it")]
            return
        }
        do {
            read(try TOMLTable(string: text), lines: ScriptLines(of: text), name: name, folder: folder)
        } catch let error as TOMLParseError {
            errors = [ConfigurationDiagnostic(file: name, line: error.source.begin.line, reason: error.description)]
        } catch {
            errors = [ConfigurationDiagnostic(file: name, reason: "\(error)")]
        }
    }

    private mutating func read(_ table: TOMLTable, lines: ScriptLines, name: String, folder: String) {
        let mistakes = Mistakes()
        func wrong(_ line: Int?, _ key: String?, _ reason: String) {
            mistakes.found.append(ConfigurationDiagnostic(file: name, line: line, key: key, reason: reason))
        }
        defer { errors = mistakes.found }
        let top = ScriptFields(table) { wrong(lines.line(of: $0), $0, $1) }
        top.refuseOthers(than: Self.topKeys)
        let title = top.text("name")
        if title == nil, !table.contains(key: "name") { wrong(nil, "name", "missing: name = \"what-it-shows\"") }
        if let title, title.isEmpty || !title.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) {
            wrong(lines.line(of: "name"), "name", "letters, digits and hyphens only: files are named after it")
        }
        var settings = BoxSettings()
        settings.mode = top.text("mode") ?? settings.mode
        settings.passcode = top.text("passcode")
        if let passcode = settings.passcode, passcode.isEmpty || !passcode.allSatisfy({ $0.isASCII && $0.isNumber }) {
            wrong(lines.line(of: "passcode"), "passcode", "digits only")
        }
        settings.takesCEC = top.flag("cec") ?? false
        settings.lineup = top.text("lineup")

        let summary = top.text("summary") ?? ""
        guard let array = table["step"]?.tomlValue.array, !array.isEmpty else {
            wrong(lines.line(of: "step"), "step", "no steps: each begins with a line [[step]]")
            return
        }
        var steps: [ScriptStep] = []
        for index in 0..<array.count {
            guard let step = array[index].tomlValue.table else {
                wrong(lines.line(of: "step"), "step", "each step begins with a line [[step]]")
                continue
            }
            let fields = ScriptFields(step) {
                wrong(lines.line(of: $0, step: index) ?? lines.line(step: index), $0, $1)
            }
            if let action = fields.action(folder: folder) {
                steps.append(ScriptStep(line: lines.line(step: index) ?? 0, action))
            }
        }
        if mistakes.found.isEmpty, let title {
            script = Script(name: title, summary: summary, settings: settings, steps: steps)
        }
    }
}

/// The errors that several tables of a file report.
private final class Mistakes {
    var found: [ConfigurationDiagnostic] = []
}

/// The error that a script is wrong, with all that is wrong with it.
package struct WrongScript: Error, CustomStringConvertible {
    package var diagnostics: [ConfigurationDiagnostic]

    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The lines at which keys and steps stand: the parser gives the line of a syntax error, but not of
/// a value.
private struct ScriptLines {
    private var top: [String: Int] = [:]
    private var steps: [(line: Int, keys: [String: Int])] = []

    init(of text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.filter { !$0.isWhitespace }
            if content.hasPrefix("[[step]]") {
                steps.append((index + 1, [:]))
            } else if !content.hasPrefix("#"), let equals = content.firstIndex(of: "=") {
                let key = content[..<equals].filter { $0 != "\"" && $0 != "'" }
                if steps.isEmpty {
                    top[key] = top[key] ?? index + 1
                } else {
                    steps[steps.count - 1].keys[key] = steps[steps.count - 1].keys[key] ?? index + 1
                }
            }
        }
    }

    func line(of key: String) -> Int? { top[key] }
    func line(step: Int) -> Int? { steps.indices.contains(step) ? steps[step].line : nil }
    func line(of key: String, step: Int) -> Int? { steps.indices.contains(step) ? steps[step].keys[key] : nil }
}
