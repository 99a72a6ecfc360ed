import Commands
import Overlays
import TOMLKit

/// The result of reading a page of the owner's overlays (docs/overlays.md), with everything that was found wrong.
package struct OverlayReading: Sendable {
    /// The page; nil where something in it is an error: what was there before stays.
    package private(set) var page: OverlayPage?
    /// The marks that it has over the picture; none where something is an error.
    package private(set) var marks: [OverlayMark] = []
    package private(set) var errors: [ConfigurationDiagnostic] = []
    /// The programs that its buttons run, with the line of each.
    package private(set) var programs: [(name: String, line: Int?)] = []
    /// The other pages that its buttons show, with the line of each.
    package private(set) var pages: [(name: String, line: Int?)] = []

    private static let most = (rows: 16, buttons: 24, cards: 200, marks: 8)
    private let name: String
    private let folder: String

    package init(file: String) {
        name = file
        folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        switch TextFile.contents(of: file) {
        case .success(let text): read(text)
        case .failure(let diagnostic): errors.append(diagnostic)
        }
    }

    /// Reads a text as the contents of a file called `name`.
    package init(text: String, name: String) {
        self.name = name
        folder = name.lastIndex(of: "/").map { String(name[..<$0]) } ?? "."
        read(text)
    }

    /// A page's id: the name of its file, without folder and `.toml`.
    package static func id(of file: String) -> String {
        let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
        return name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
    }

    private mutating func read(_ text: String) {
        let document: TOMLFile
        do throws(ConfigurationDiagnostic) {
            document = try TOMLFile(text: text, name: name)
        } catch {
            errors.append(error)
            return
        }
        let lines = document.lines
        refuse(document.table, ["schema", "title", "in", "row", "mark"], "", lines)
        if document.table["schema"]?.tomlValue.int != 1 {
            fail("schema", lines, "a page begins with schema = 1, which says how it is to be read")
        }
        let marks = readMarks(document.table["mark"]?.tomlValue, lines)
        // What is in the corners alone is no page.
        if document.table["mark"] != nil, document.table["title"] == nil, document.table["row"] == nil {
            if errors.isEmpty { self.marks = marks }
            return
        }
        let title = self.text(document.table, "title", "", lines)
        if document.table["title"] == nil { fail("title", lines, "a page needs a title, such as title = \"House\"") }
        let place = place(document.table["in"]?.tomlValue, lines)
        var rows: [OverlayRow] = []
        let array = document.table["row"]?.tomlValue.array
        if let array {
            if array.count > Self.most.rows {
                fail("row", lines, "more than \(Self.most.rows) rows: make a second page")
            }
            for (index, value) in array.prefix(Self.most.rows).enumerated() {
                guard let table = value.tomlValue.table else { continue }
                guard let row = row(table, "row[\(index)]", lines) else { continue }
                if let reason = Self.obstacle(to: row.content, in: place) { fail("row[\(index)]", lines, reason) }
                rows.append(row)
            }
        }
        if array?.isEmpty ?? true {
            fail(
                "row", lines,
                "a page has one row or more: [[row]], and under it cards, text, picture or [[row.button]]; a file of "
                    + "marks has nothing but [[mark]]"
            )
        }
        if let reason = Self.excess(of: rows, in: place) { fail("row", lines, reason) }
        if errors.isEmpty { self.marks = marks }
        if errors.isEmpty, let title {
            page = OverlayPage(id: Self.id(of: name), place: place, title: title, rows: rows)
        }
    }

    private mutating func place(_ value: TOMLValue?, _ lines: KeyLines) -> OverlayPage.Place {
        guard let value else { return .overlay }
        if let place = value.string.flatMap(OverlayPage.Place.init(rawValue:)) { return place }
        fail(
            "in", lines,
            "expected \"overlay\", \"info\" (a tab of the info panel), \"bar\" (a menu above the bar) or \"home\" (rows of it)"
        )
        return .overlay
    }

    /// Why a page has more than there is room for; nil: it has not.
    private static func excess(of rows: [OverlayRow], in place: OverlayPage.Place) -> String? {
        let texts = rows.count { if case .text = $0.content { true } else { false } }
        switch place {
        case .overlay, .home: return nil
        case .info:
            if texts > 2 { return "more than 2 texts in a tab: make one of them, or a second tab" }
            return rows.count - texts + min(texts, 1) > 3
                ? "more than 3 columns in a tab (its texts are one): make a second tab" : nil
        case .bar:
            let buttons = rows.reduce(0) {
                if case .buttons(let buttons) = $1.content { $0 + buttons.count } else { $0 }
            }
            return buttons > 12 ? "more than 12 buttons in a menu above the bar" : nil
        }
    }

    /// Why a row can't be where its page is; nil: it can.
    private static func obstacle(to row: OverlayRow.Content, in place: OverlayPage.Place) -> String? {
        switch (place, row) {
        case (.overlay, _), (.info, .cards), (.info, .buttons), (.info, .text), (.bar, .buttons), (.home, .cards),
            (.home, .buttons):
            nil
        case (.home, _): "a row of the home has cards or buttons"
        case (.info, .picture): "there is no room for a picture in the info panel; in = \"overlay\" has it"
        case (.bar, _): "a menu above the bar has nothing but buttons: [[row.button]]"
        }
    }

    // MARK: Rows

    private mutating func row(_ table: TOMLTable, _ path: String, _ lines: KeyLines) -> OverlayRow? {
        refuse(table, ["title", "cards", "limit", "empty", "text", "picture", "button"], path, lines)
        let title = text(table, "title", path, lines)
        let empty = text(table, "empty", path, lines)
        let kinds = ["cards", "text", "picture", "button"].filter { table[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first else {
            fail(
                path, lines,
                "a row is one of cards, text, picture and [[row.button]]; this has "
                    + (kinds.isEmpty ? "none" : kinds.joined(separator: " and ")))
            return nil
        }
        for other in ["limit", "empty"] where kind != "cards" && table[other] != nil {
            fail("\(path).\(other)", lines, "\(other) belongs to a row of cards")
        }
        let content: OverlayRow.Content? =
            switch kind {
            case "cards": cards(table, path, lines)
            case "text": text(table, "text", path, lines).map { .text($0) }
            case "picture": picture(table, path, lines)
            default: buttons(table, path, lines)
            }
        return content.map { OverlayRow(title: title, $0, empty: empty) }
    }

    private mutating func cards(_ table: TOMLTable, _ path: String, _ lines: KeyLines) -> OverlayRow.Content? {
        var limit = 40
        if let value = table["limit"]?.tomlValue {
            if let number = value.int, (1...Self.most.cards).contains(number) {
                limit = number
            } else {
                fail("\(path).limit", lines, "expected a whole number from 1 to \(Self.most.cards)")
            }
        }
        guard let source = (table["cards"]?.tomlValue.string).flatMap(OverlaySource.init(text:)) else {
            fail(
                "\(path).cards", lines,
                """
                expected "favourites", "all", "next", "group NAME", "channels 1, 5, NAME", "genre NAME" or "search WORDS"
                """)
            return nil
        }
        return .cards(source, limit: limit)
    }

    private mutating func picture(_ table: TOMLTable, _ path: String, _ lines: KeyLines) -> OverlayRow.Content? {
        picturePath(table["picture"]?.tomlValue.string, "\(path).picture", lines).map { .picture($0) }
    }

    /// The whole path of a picture that a file names.
    private mutating func picturePath(_ file: String?, _ key: String, _ lines: KeyLines) -> String? {
        guard let file, !file.isEmpty, !file.utf8.contains(0) else {
            fail(
                key, lines,
                key.hasSuffix("show")
                    ? "expected \"logo\", \"clock\", or the name of a PNG or JPEG beside this file"
                    : "expected the name of a PNG or JPEG beside this file")
            return nil
        }
        guard !file.split(separator: "/").contains("..") else {
            fail(key, lines, "\"..\" is not taken: put the picture beside this file, or give its whole path")
            return nil
        }
        return file.hasPrefix("/") ? file : "\(folder)/\(file)"
    }

    private mutating func buttons(_ table: TOMLTable, _ path: String, _ lines: KeyLines) -> OverlayRow.Content? {
        guard let array = table["button"]?.tomlValue.array else {
            fail("\(path).button", lines, "expected [[row.button]], and under it label and do")
            return nil
        }
        if array.count > Self.most.buttons {
            fail("\(path).button", lines, "more than \(Self.most.buttons) buttons in a row")
        }
        let buttons = array.prefix(Self.most.buttons).enumerated().compactMap { index, value -> OverlayButton? in
            guard let table = value.tomlValue.table else { return nil }
            let path = "\(path).button[\(index)]"
            refuse(table, ["label", "do"], path, lines)
            let label = text(table, "label", path, lines)
            if table["label"] == nil { fail(path, lines, "a button needs a label: it is what is seen and spoken") }
            guard let deed = table["do"]?.tomlValue.string else {
                fail(
                    "\(path).do", lines,
                    "expected what it does: \"tune 12\", \"overlay NAME\", \"exec NAME\", \"close\" or another command")
                return nil
            }
            let action: OverlayAction
            do throws(Command.SyntaxError) {
                action = try OverlayAction(text: deed)
            } catch {
                var reason = error.reason
                if case .unknown(let word) = error, let similar = closest(to: word, among: Self.words) {
                    reason += "; did you mean \(similar)?"
                }
                fail("\(path).do", lines, reason + " ('hearthctl keys commands' lists them)")
                return nil
            }
            switch action {
            case .program(let name): programs.append((name, lines.line(of: "\(path).do")))
            case .command(.showOverlay(let name)): pages.append((name, lines.line(of: "\(path).do")))
            case .command, .close: break
            }
            return label.map { OverlayButton(label: $0, action: action) }
        }
        return .buttons(buttons)
    }

    private static let words =
        Command.plain.map(\.word) + Command.withParameter.map(\.word) + ["exec", "close"]

    // MARK: Marks

    private mutating func readMarks(_ value: TOMLValue?, _ lines: KeyLines) -> [OverlayMark] {
        guard let value else { return [] }
        guard let array = value.array else {
            fail("mark", lines, "expected [[mark]], and under it show and corner")
            return []
        }
        if array.count > Self.most.marks { fail("mark", lines, "more than \(Self.most.marks) marks in a file") }
        var marks: [OverlayMark] = []
        for (index, value) in array.prefix(Self.most.marks).enumerated() {
            guard let table = value.tomlValue.table, let mark = mark(table, "mark[\(index)]", lines) else { continue }
            marks.append(mark)
        }
        return marks
    }

    private mutating func mark(_ table: TOMLTable, _ path: String, _ lines: KeyLines) -> OverlayMark? {
        refuse(table, ["show", "corner", "size", "opacity", "channels"], path, lines)
        var mark: OverlayMark
        switch table["show"]?.tomlValue.string {
        case "logo"?: mark = OverlayMark(.logo)
        case "clock"?: mark = OverlayMark(.clock)
        case let file:
            guard let picture = picturePath(file, "\(path).show", lines) else { return nil }
            mark = OverlayMark(.picture(picture))
        }
        if let value = table["corner"]?.tomlValue {
            if let corner = value.string.flatMap(OverlayMark.Corner.init(rawValue:)) {
                mark.corner = corner
            } else {
                let corners = OverlayMark.Corner.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                fail("\(path).corner", lines, "expected one of \(corners)")
            }
        }
        if let value = table["size"]?.tomlValue {
            if let size = value.int, (32...320).contains(size) {
                mark.size = size
            } else {
                fail("\(path).size", lines, "expected a whole number from 32 to 320, of the screen's 1080 lines")
            }
        }
        if let value = table["opacity"]?.tomlValue {
            if let opacity = value.double ?? value.int.map(Double.init), (0.1...1).contains(opacity) {
                mark.opacity = opacity
            } else {
                fail("\(path).opacity", lines, "expected a number from 0.1 to 1")
            }
        }
        if let value = table["channels"]?.tomlValue {
            let names = value.array?.map { $0.tomlValue.string ?? $0.tomlValue.int.map { "\($0)" } ?? "" } ?? []
            if names.isEmpty || names.contains("") {
                fail(
                    "\(path).channels", lines,
                    "expected numbers, names or tvg-ids in brackets such as [\"1\", \"BBC One\"]")
            } else {
                mark.channels = names
            }
        }
        return mark
    }

    // MARK: Values

    /// A text, or a table of texts by language; nil where there is none, or it is wrong.
    private mutating func text(_ table: TOMLTable, _ key: String, _ path: String, _ lines: KeyLines) -> OverlayText? {
        guard let value = table[key]?.tomlValue else { return nil }
        let place = path.isEmpty ? key : "\(path).\(key)"
        if let text = value.string {
            guard text.utf8.count <= 2000 else {
                fail(place, lines, "longer than 2000 bytes: nobody reads that from a sofa")
                return nil
            }
            return OverlayText(text)
        }
        guard let forms = value.table, !forms.isEmpty else {
            fail(place, lines, "expected a text in quotes, or one for each language: { en = \"…\", ko = \"…\" }")
            return nil
        }
        var texts: [String: String] = [:]
        for language in forms.keys {
            guard let text = forms[language]?.tomlValue.string, text.utf8.count <= 2000 else {
                fail(place, lines, "expected a text of at most 2000 bytes in quotes for \(language)")
                return nil
            }
            texts[language] = text
        }
        return OverlayText(texts)
    }

    private mutating func refuse(_ table: TOMLTable, _ known: [String], _ path: String, _ lines: KeyLines) {
        for key in table.keys where !known.contains(key) {
            let similar = closest(to: key, among: known).map { "; did you mean \($0)?" } ?? ""
            fail(path.isEmpty ? key : "\(path).\(key)", lines, "no such key" + similar)
        }
    }

    private mutating func fail(_ key: String, _ lines: KeyLines, _ reason: String) {
        errors.append(ConfigurationDiagnostic(file: name, line: lines.line(of: key), key: key, reason: reason))
    }
}
