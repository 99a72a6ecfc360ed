/// Where the keys of a TOML document stand. The parser tells the line of a syntax error, but not of
/// a value, so the lines are looked through once more; the document is known to parse.
package struct KeyLines {
    private var lines: [String: Int] = [:]

    package init(of text: String) {
        var table = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " || $0 == "\t" }
            if content.hasPrefix("[") {
                guard let end = content.firstIndex(of: "]") else { continue }
                table = Self.path(content[..<end].drop { $0 == "[" }) + "."
                lines[String(table.dropLast())] = lines[String(table.dropLast())] ?? index + 1
            } else if !content.hasPrefix("#"), let equals = content.firstIndex(of: "=") {
                let path = (table == "." ? "" : table) + Self.path(content[..<equals])
                lines[path] = lines[path] ?? index + 1
            }
        }
    }

    /// From 1. A key inside an inline table has the line of the table.
    package func line(of path: String) -> Int? {
        var path = path[...]
        while true {
            if let line = lines[String(path)] { return line }
            guard let dot = path.lastIndex(of: ".") else { return nil }
            path = path[..<dot]
        }
    }

    /// `a . "b"` → `a.b`
    private static func path(_ text: Substring) -> String {
        String(text.filter { !" \t\"'\r".contains($0) })
    }
}
