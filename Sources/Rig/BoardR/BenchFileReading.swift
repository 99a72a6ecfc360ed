import ConfigurationFile
import Foundation
import TOMLKit

/// The result of reading a bench file, with everything that is wrong with it.
package struct BenchFileReading: Sendable {
    /// The file; nil where there is an error.
    package var file: BenchFile? { errors.isEmpty ? found : nil }
    package private(set) var errors: [ConfigurationDiagnostic] = []
    private var found = BenchFile()

    package init(contentsOfFile path: String) {
        do {
            self.init(text: try String(contentsOfFile: path, encoding: .utf8), name: path)
        } catch {
            self.init(errors: [ConfigurationDiagnostic(file: path, reason: error.localizedDescription)])
        }
    }

    private init(errors: [ConfigurationDiagnostic]) { self.errors = errors }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) {
        guard !text.utf8.contains(0) else {
            errors = [ConfigurationDiagnostic(file: name, reason: "there is a NUL byte in it")]
            return
        }
        do {
            let table = try TOMLTable(string: text)
            let lines = KeyLines(of: text)
            read(table, prefix: "", lines: lines, name: name)
            check(lines, name)
        } catch let error as TOMLParseError {
            errors = [ConfigurationDiagnostic(file: name, line: error.source.begin.line, reason: error.description)]
        } catch {
            errors = [ConfigurationDiagnostic(file: name, reason: "\(error)")]
        }
    }

    private mutating func read(_ table: TOMLTable, prefix: String, lines: KeyLines, name: String) {
        for key in table.keys {
            guard let value = table[key]?.tomlValue else { continue }
            let path = prefix + key
            if let inner = value.table {
                read(inner, prefix: path + ".", lines: lines, name: name)
                continue
            }
            guard let known = BenchFileKey.all.first(where: { $0.path == path }) else {
                let similar = closest(to: path, among: BenchFileKey.all.map(\.path))
                wrong(path, "no such key" + (similar.map { "; did you mean \($0)?" } ?? ""), lines, name)
                continue
            }
            do throws(BenchFileKey.WrongValue) {
                try known.set(&found, value)
            } catch {
                wrong(path, "expected \(error.expected), found \(value.debugDescription)", lines, name)
            }
        }
    }

    /// Checks rules that concern several keys.
    private mutating func check(_ lines: KeyLines, _ name: String) {
        let isWrong = Set(errors.compactMap(\.key))
        func missing(_ key: String) -> Bool { !isWrong.contains(key) }
        if found.name.isEmpty, missing("name") {
            wrong("name", "missing: name = \"what-the-bench-is-called\"", lines, name)
        }
        if found.eyes?.device == "", missing("eyes.v4l2") {
            wrong("eyes", "it needs v4l2, the capture device", lines, name)
        }
        if found.ears?.device == "", missing("ears.alsa") {
            wrong("ears", "it needs alsa, the sound card", lines, name)
        }
        for (kind, fault) in found.faults.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let path = "faults.\(kind.rawValue)"
            guard !isWrong.contains(where: { $0.hasPrefix(path) }), fault.strike.isEmpty || fault.mend.isEmpty else {
                continue
            }
            wrong(path, "it needs both commands, strike and mend", lines, name)
        }
    }

    private mutating func wrong(_ key: String, _ reason: String, _ lines: KeyLines, _ name: String) {
        errors.append(ConfigurationDiagnostic(file: name, line: lines.line(of: key), key: key, reason: reason))
    }
}

extension BenchFile {
    package init(contentsOfFile path: String) throws(WrongBenchFile) {
        let reading = BenchFileReading(contentsOfFile: path)
        guard let file = reading.file else { throw WrongBenchFile(diagnostics: reading.errors) }
        self = file
    }
}

/// The error of a bench file with mistakes.
package struct WrongBenchFile: Error, CustomStringConvertible {
    package var diagnostics: [ConfigurationDiagnostic]

    package init(diagnostics: [ConfigurationDiagnostic]) { self.diagnostics = diagnostics }

    package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
