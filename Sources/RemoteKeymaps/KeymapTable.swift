/// The contents of `/etc/rc_maps.cfg`: which keymaps `ir-keytable -a` loads into which receiver, when udev finds it.
/// All lines that fit a receiver are loaded; where two have a scancode, the earlier one's key counts.
package struct KeymapTable: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        /// The receiver's driver; here and in `table`, `*` stands for any.
        package var driver: String
        package var table: String
        /// The keymap's file in `/etc/rc_keymaps` or `/lib/udev/rc_keymaps`, unless it is a path.
        package var file: String

        package init(driver: String, table: String, file: String) {
            self.driver = driver
            self.table = table
            self.file = file
        }

        /// Whether the line fits a receiver, compared as `ir-keytable` does.
        package func fits(driver: String, table: String) -> Bool {
            func isSame(_ pattern: String, _ name: String) -> Bool {
                pattern == "*" || pattern.lowercased() == name.lowercased()
            }
            return isSame(self.driver, driver) && isSame(self.table, table)
        }
    }

    /// The file's own lines, comments and all.
    private var rows: [String]

    package init(text: String) {
        rows = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        if rows.last == "" { rows.removeLast() }
    }

    package var text: String { rows.map { $0 + "\n" }.joined() }
    package var lines: [Line] { rows.compactMap(Self.line) }

    /// The keymaps of a receiver, in the order in which they count.
    package func files(driver: String, table: String) -> [String] {
        lines.filter { $0.fits(driver: driver, table: table) }.map(\.file)
    }

    /// Adds a line before all others, so that what was learnt last counts. A line that is there is moved.
    package mutating func add(_ line: Line) {
        rows.removeAll { Self.line($0) == line }
        let place = rows.firstIndex { Self.line($0) != nil } ?? rows.count
        rows.insert("\(line.driver)\t\(line.table)\t\(line.file)", at: place)
    }

    package mutating func remove(file: String) {
        rows.removeAll { Self.line($0)?.file == file }
    }

    /// Parses a row of three words; what follows `#` in the third does not belong to it.
    private static func line(_ row: String) -> Line? {
        let words = row.split { $0 == " " || $0 == "\t" }
        guard words.count >= 3, !words[0].hasPrefix("#") else { return nil }
        let file = words[2].prefix { $0 != "#" }
        return file.isEmpty ? nil : Line(driver: String(words[0]), table: String(words[1]), file: String(file))
    }
}
