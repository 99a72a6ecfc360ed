/// A fault of a configuration: `FILE:LINE: KEY: REASON`.
package struct ConfigurationDiagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file; nil when no single file is to blame.
    package var file: String?
    /// The line, from 1; nil when it has no line.
    package var line: Int?
    package var key: String?
    package var reason: String

    package init(file: String? = nil, line: Int? = nil, key: String? = nil, reason: String) {
        self.file = file
        self.line = line
        self.key = key
        self.reason = reason
    }

    package var description: String {
        let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return [place, key ?? "", reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
