/// Finds the lines on which the keys of a TOML document stand. The parser tells the line of a syntax error, but not of
/// a value, so the lines are looked through once more; the document is known to parse. The tables of an array are told
/// apart by their number, from 0: `protocols[1].scancodes.0x10`; without it the first of them counts.
package struct KeyLines {
    private var lines: [String: Int] = [:]

    package init(of text: String) {
        var plain = ""
        var numbered = ""
        // The number of tables that each array of tables has so far.
        var counts: [String: Int] = [:]
        for (index, line) in Self.lines(of: text).enumerated() {
            let content = line.drop { $0 == " " || $0 == "\t" }
            if content.hasPrefix("[") {
                guard let end = content.firstIndex(of: "]") else { continue }
                plain = Self.path(content[..<end].drop { $0 == "[" })
                numbered = Self.numbered(plain, counts)
                if content.hasPrefix("[[") {
                    let count = counts[numbered, default: 0]
                    counts[numbered] = count + 1
                    numbered += "[\(count)]"
                }
                note([plain, numbered], index + 1)
            } else if !content.hasPrefix("#"), let equals = content.firstIndex(of: "=") {
                let key = Self.path(content[..<equals])
                note([plain, numbered].map { $0.isEmpty ? key : $0 + "." + key }, index + 1)
            }
        }
    }

    /// Splits a text into lines. A carriage return with a line feed is one `Character`.
    private static func lines(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    private mutating func note(_ paths: [String], _ line: Int) {
        for path in paths { lines[path] = lines[path] ?? line }
    }

    /// The path with the number of the newest table behind each array's name: `protocols[1].scancodes`.
    private static func numbered(_ path: String, _ counts: [String: Int]) -> String {
        var result = ""
        let parts = path.split(separator: ".")
        for (index, part) in parts.enumerated() {
            result += (result.isEmpty ? "" : ".") + part
            if index < parts.count - 1, let count = counts[result] { result += "[\(count - 1)]" }
        }
        return result
    }

    /// The line of a key, from 1. A key inside an inline table has the line of the table.
    package func line(of path: String) -> Int? {
        var path = path[...]
        while true {
            if let line = lines[String(path)] { return line }
            // After `a[0].b` try `a[0]`, then `a`.
            guard let end = path.hasSuffix("]") ? path.lastIndex(of: "[") : path.lastIndex(of: ".") else { return nil }
            path = path[..<end]
        }
    }

    /// A header's or key's text as a plain path: `a . "b"` → `a.b`.
    private static func path(_ text: Substring) -> String {
        String(text.filter { !" \t\"'\r".contains($0) })
    }
}
