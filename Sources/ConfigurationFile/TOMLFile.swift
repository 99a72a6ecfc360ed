import TOMLKit

/// A parsed TOML document with the lines of its keys.
struct TOMLFile {
    let table: TOMLTable
    let lines: KeyLines

    /// Parses a document.
    /// - Parameter name: the file's name, for messages
    init(text: String, name: String) throws(ConfigurationDiagnostic) {
        guard !text.utf8.contains(0) else {
            throw ConfigurationDiagnostic(file: name, reason: "there is a NUL byte in it")
        }
        try Self.checkHeaders(text, name)
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationDiagnostic(file: name, line: error.source.begin.line, reason: error.description)
        } catch {
            throw ConfigurationDiagnostic(file: name, reason: "\(error)")
        }
        lines = KeyLines(of: text)
    }

    /// Refuses headers that do not begin with a key, such as `[.a]`: the parser's own assertions would end the program.
    private static func checkHeaders(_ text: String, _ name: String) throws(ConfigurationDiagnostic) {
        let bytes = Array(text.utf8)
        guard let start = TOMLHeaders.firstWithoutKey(bytes) else { return }
        // A fault before that header is reported first.
        _ = try TOMLFile(text: String(decoding: bytes[..<start], as: UTF8.self), name: name)
        let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
        throw ConfigurationDiagnostic(
            file: name, line: line,
            reason: "a table's name is expected behind [, in letters, digits, - and _ or in quotes")
    }
}
