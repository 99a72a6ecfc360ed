import Commands
import Glibc
import TOMLKit

/// The result of reading a configuration, with everything that was found wrong.
package struct ConfigurationReading: Sendable, Equatable {
    /// The valid values over the defaults. To be used only if `errors` is empty.
    package var configuration = Configuration()
    package var errors: [ConfigurationDiagnostic] = []
    package var warnings: [ConfigurationDiagnostic] = []

    private struct Place: Equatable {
        let file: String
        let line: Int?
        /// The path as it was written.
        let path: String
    }

    /// The place from which each value in force was read.
    private var places: [String: Place] = [:]

    package init() {}

    /// Reads `file`, then every `*.toml` of the `conf.d` beside it, in the order of their names; a later
    /// value wins. A missing `conf.d` counts as an empty one.
    package init(file: String) {
        add(file: file)
        for extra in Self.confD(beside: file) { add(file: extra) }
        check()
    }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) {
        add(text: text, name: name)
        check()
    }

    private mutating func add(file: String) {
        switch TextFile.contents(of: file) {
        case .success(let text): add(text: text, name: file)
        case .failure(let diagnostic): errors.append(diagnostic)
        }
    }

    private mutating func add(text: String, name: String) {
        let document: TOMLFile
        do throws(ConfigurationDiagnostic) {
            document = try TOMLFile(text: text, name: name)
        } catch {
            errors.append(error)
            return
        }
        // Keys are compared by their meaning: the same one twice in one file is a conflict, in another file
        // it is a change.
        var said: [String: String] = [:]
        visit(document.table, prefix: "") { path, value in
            let line = document.lines.line(of: path)
            guard let key = ConfigurationKey.key(path) else {
                let similar = closest(to: path, among: ConfigurationKey.candidates(for: path))
                warnings.append(
                    ConfigurationDiagnostic(
                        file: name, line: line, key: path,
                        reason: ConfigurationKey.faultOfInputName(path)
                            ?? "no such key" + (similar.map { "; did you mean \($0)?" } ?? "")))
                return
            }
            if let other = said.updateValue(path, forKey: key.path) {
                let place = document.lines.line(of: other).map { " in line \($0)" } ?? ""
                errors.append(
                    ConfigurationDiagnostic(
                        file: name, line: line, key: path, reason: "the same as \(other)\(place); keep one of them"))
                return
            }
            do throws(ConfigurationKey.WrongValue) {
                try key.set(&configuration, value)
                places[key.path] = Place(file: name, line: line, path: path)
            } catch {
                errors.append(ConfigurationDiagnostic(file: name, line: line, key: path, reason: error.reason))
            }
        }
    }

    /// Calls `body` for each value that is not a table, in the order of their names.
    private func visit(_ table: TOMLTable, prefix: String, _ body: (String, TOMLValue) -> Void) {
        for key in table.keys {
            guard let value = table[key]?.tomlValue else { continue }
            if let inner = value.table {
                visit(inner, prefix: prefix + key + ".", body)
            } else {
                body(prefix + key, value)
            }
        }
    }

    /// Checks rules that concern several keys.
    private mutating func check() {
        if configuration.audio.buffer < configuration.audio.period * 2 {
            errors.append(
                ConfigurationDiagnostic(
                    key: "audio.buffer_ms", reason: "the buffer must hold at least two periods (audio.period_ms)"))
        }
        for (path, reason) in configuration.faultsOfInputs {
            let place = places[path]
            errors.append(
                ConfigurationDiagnostic(file: place?.file, line: place?.line, key: place?.path ?? path, reason: reason))
        }
        for finding in configuration.keys.findings {
            let place = ConfigurationKey.path(of: finding).flatMap { places[$0] }
            warnings.append(
                ConfigurationDiagnostic(
                    file: place?.file, line: place?.line, key: place?.path ?? "keys", reason: finding.reason))
        }
    }

    private static func confD(beside file: String) -> [String] {
        let directory = (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/conf.d"
        guard let handle = opendir(directory) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".toml"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { "\(directory)/\($0)" }
    }
}
