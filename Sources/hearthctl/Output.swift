import Glibc

/// Writes to standard output and error without a buffer of its own: a stream's lines come at once.
enum Output {
    /// Prints a line, whose own breaks stay, and nothing that a terminal obeys. Ends the program quietly when nobody reads any more (`hearthctl events | head
    /// -1`).
    static func line(_ text: String) {
        guard write(Array((harmless(text) + "\n").utf8), to: STDOUT_FILENO) else { exit(Outcome.done.rawValue) }
    }

    static func complain(_ text: String) {
        _ = write(Array((harmless(text) + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes bytes.
    /// - Returns: false when the descriptor takes no more.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The text without control characters: names come from lists that others wrote, and a terminal
    /// obeys some of them.
    static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !isObeyed($0) }))
    }

    /// The text as `printable`, with its line ends: what is printed passes here, wherever it comes from.
    static func harmless(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 == "\n" || !isObeyed($0) }))
    }

    /// Whether a terminal obeys the character: control characters, and marks that turn the direction of what follows.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// The rows as text, with columns as wide as their widest cell, two spaces between.
    static func table(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        let rows = rows.map { $0.map(printable) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return rightAligned.contains(column) ? space + cell : cell + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
