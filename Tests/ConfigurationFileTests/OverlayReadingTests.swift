import Commands
import ConfigurationFile
import Foundation
import Overlays
import Testing

@Suite("Pages of the owner's overlays")
struct OverlayReadingTests {
    private static let rootfs = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../rootfs").standardized.path

    private func errors(_ text: String) -> [String] {
        OverlayReading(text: text, name: "/etc/hearth/overlays/house.toml").errors.map(\.description)
    }

    @Test("What ships is what a box without a folder has")
    func shipped() {
        let news = OverlayFolder("\(Self.rootfs)/etc/hearth/overlays").read()
        #expect(news.broken == [:])
        #expect(news.pages == OverlayPage.shipped)
        #expect(OverlayFolder("/no/such/folder").read() == OverlayNews(pages: nil))
    }

    @Test("A page with a row of each kind, its texts in one language or several")
    func page() throws {
        let reading = OverlayReading(
            text: """
                schema = 1
                title = { en = "House", ko = "집" }
                [[row]]
                title = "On"
                cards = "group News"
                limit = 5
                empty = "Nothing"
                [[row]]
                [[row.button]]
                label = "Lights"
                do = "exec lights"
                [[row.button]]
                label = "Twelve"
                do = "tune 12"
                [[row.button]]
                label = "More"
                do = "overlay more"
                [[row]]
                text = "The key is under the pot."
                [[row]]
                picture = "garden.png"
                """, name: "/etc/hearth/overlays/house.toml")
        #expect(reading.errors == [])
        let page = try #require(reading.page)
        #expect(page.id == "house" && page.title.text(in: "ko-KR") == "집" && page.title.text(in: "fr") == "House")
        #expect(
            page.rows == [
                OverlayRow(
                    title: OverlayText("On"), .cards(.group("News"), limit: 5), empty: OverlayText("Nothing")),
                OverlayRow(
                    .buttons([
                        OverlayButton(label: OverlayText("Lights"), action: .program("lights")),
                        OverlayButton(label: OverlayText("Twelve"), action: .command(.tune(.number(12)))),
                        OverlayButton(label: OverlayText("More"), action: .command(.showOverlay("more"))),
                    ])),
                OverlayRow(.text(OverlayText("The key is under the pot."))),
                OverlayRow(.picture("/etc/hearth/overlays/garden.png")),
            ])
        #expect(reading.programs.map(\.name) == ["lights"] && reading.programs.first?.line == 11)
        #expect(reading.pages.map(\.name) == ["more"])
    }

    @Test(
        "Each mistake is told with file, line, key and what would be right, and nothing of the page is shown",
        arguments: [
            ("title = \"A\"\n[[row]]\ntext = \"t\"", "schema: a page begins with schema = 1"),
            ("schema = 2\ntitle = \"A\"\n[[row]]\ntext = \"t\"", ":1: schema: a page begins"),
            ("schema = 1\n[[row]]\ntext = \"t\"", "title: a page needs a title"),
            ("schema = 1\ntitle = \"A\"", "row: a page has one row or more"),
            ("schema = 1\ntitle = 7\n[[row]]\ntext = \"t\"", ":2: title: expected a text"),
            ("schema = 1\ntitle = \"A\"\n[[row]]\ntitle = \"x\"", ":3: row[0]: a row is one of"),
            ("schema = 1\ntitle = \"A\"\n[[row]]\ntext = \"t\"\ncards = \"all\"", "this has cards and text"),
            ("schema = 1\ntitle = \"A\"\n[[row]]\ncards = \"favorites\"", ":4: row[0].cards: expected \"favourites\""),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\ncards = \"all\"\nlimit = 0",
                ":5: row[0].limit: expected a whole number"
            ),
            ("schema = 1\ntitle = \"A\"\n[[row]]\ntext = \"t\"\nlimit = 3", ":5: row[0].limit: limit belongs to"),
            ("schema = 1\ntitle = \"A\"\n[[row]]\ncard = \"all\"", ":4: row[0].card: no such key; did you mean cards?"),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\npicture = \"../../etc/shadow\"",
                ":4: row[0].picture: \"..\" is not taken"
            ),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\n[[row.button]]\ndo = \"tune 1\"",
                ": row[0].button[0]: a button needs a label"
            ),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\n[[row.button]]\nlabel = \"x\"",
                "row[0].button[0].do: expected what it does"
            ),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\n[[row.button]]\nlabel = \"x\"\ndo = \"tun 1\"",
                ":6: row[0].button[0].do: there is no command \"tun\"; did you mean tune?"
            ),
            (
                "schema = 1\ntitle = \"A\"\n[[row]]\n[[row.button]]\nlabel = \"x\"\ndo = \"rm -rf /\"",
                "there is no command \"rm\""
            ),
            ("schema = 1\ntitle = \"A\"\nin = \"menu\"\n[[row]]\ntext = \"t\"", ":3: in: expected \"overlay\""),
            (
                "schema = 1\ntitle = \"A\"\nin = \"bar\"\n[[row]]\ntext = \"t\"",
                ":4: row[0]: a menu above the bar has nothing but"
            ),
            (
                "schema = 1\ntitle = \"A\"\nin = \"info\"\n[[row]]\npicture = \"a.png\"",
                ":4: row[0]: there is no room for a picture"
            ),
            (
                "schema = 1\ntitle = \"A\"\nin = \"info\"\n"
                    + String(repeating: "[[row]]\ncards = \"all\"\n", count: 4), "row: more than 3 columns in a tab"
            ),
            (
                "schema = 1\ntitle = \"A\"\nin = \"bar\"\n[[row]]\n"
                    + String(repeating: "[[row.button]]\nlabel = \"x\"\ndo = \"close\"\n", count: 13),
                "row: more than 12 buttons"
            ),
            ("schema = = 1", ":1:"), ("schema = 1\u{0}", "NUL"),
        ])
    func mistakes(text: String, expected: String) {
        let found = errors(text)
        #expect(found.contains { $0.contains(expected) && $0.hasPrefix("/etc/hearth/overlays/house.toml") }, "\(found)")
        #expect(OverlayReading(text: text, name: "x.toml").page == nil)
    }

    @Test("Marks stand in a file of their own or beside a page; what is wrong with one is told, and none is shown then")
    func marks() {
        let reading = OverlayReading(
            text: """
                schema = 1
                [[mark]]
                show = "logo"
                [[mark]]
                show = "clock"
                corner = "top-left"
                size = 64
                opacity = 0.8
                [[mark]]
                show = "hotel.png"
                corner = "bottom-right"
                channels = [1, "BBC One"]
                """, name: "/etc/hearth/overlays/marks.toml")
        var (clock, picture) = (OverlayMark(.clock), OverlayMark(.picture("/etc/hearth/overlays/hotel.png")))
        (clock.corner, clock.size, clock.opacity) = (.topLeft, 64, 0.8)
        (picture.corner, picture.channels) = (.bottomRight, ["1", "BBC One"])
        #expect(reading.errors == [] && reading.page == nil)
        #expect(reading.marks == [OverlayMark(.logo), clock, picture])
        for (line, meant) in [
            ("corner = \"middle\"", "mark[0].corner: expected one of"), ("size = 9", "mark[0].size: expected a whole"),
            ("opacity = 2", "mark[0].opacity"), ("channels = []", "mark[0].channels"),
            ("place = 1", "mark[0].place: no such key"),
        ] {
            let text = "schema = 1\n[[mark]]\nshow = \"logo\"\n\(line)\n"
            let wrong = OverlayReading(text: text, name: "x.toml")
            #expect(wrong.marks.isEmpty && wrong.errors.map(\.line) == [4], "\(line)")
            #expect(wrong.errors.first?.description.contains(meant) == true, "\(wrong.errors)")
        }
        #expect(errors("schema = 1\n[[mark]]\n").first?.contains("mark[0].show") == true)
    }

    @Test("A file that has become wrong is told by its page, the others are read; a change is seen, no change is not")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-overlays-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        let overlays = OverlayFolder(folder)
        try write("b.toml", "schema = 1\ntitle = \"B\"\n[[row]]\ntext = \"t\"\n")
        try write("a.toml", "schema = 1\ntitle = \"A\"\n[[row]]\ntext = \"t\"\n")
        try write(".c.toml", "half written")
        try write("notes.txt", "not a page")
        #expect(overlays.read().pages?.map(\.id) == ["a", "b"])
        let before = overlays.signature()
        #expect(overlays.signature() == before)
        try write("a.toml", "schema = 1\ntitle = \"A\"\n[[row]]\n")
        #expect(overlays.signature() != before)
        let news = overlays.read()
        #expect(news.pages?.map(\.id) == ["b"] && news.broken.keys.sorted() == ["a"])
    }

    @Test("Programs that buttons may run stand in the configuration, by their whole path")
    func programs() {
        let reading = ConfigurationReading(
            text: "[command.lights]\nargv = [\"/usr/local/bin/lights\", \"on\"]\ntimeout_seconds = 3\n", name: "h.toml")
        #expect(reading.errors == [] && reading.warnings == [])
        #expect(
            reading.configuration.overlays.programs == [
                OwnerProgram(name: "lights", arguments: ["/usr/local/bin/lights", "on"], limit: .seconds(3))
            ])
        for argv in ["\"lights\"", "[]", "[\"lights\"]", "[\"/a/../b\"]", "[1]"] {
            let wrong = ConfigurationReading(text: "[command.lights]\nargv = \(argv)\n", name: "h.toml")
            #expect(wrong.errors.first?.line == 2, "\(argv)")
        }
        let unknown = ConfigurationReading(text: "[command.lights]\nargs = [\"/a\"]\n", name: "h.toml")
        #expect(unknown.warnings.first?.reason.contains("command.lights.argv") == true)
    }
}
