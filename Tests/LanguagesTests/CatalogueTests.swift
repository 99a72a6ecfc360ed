import ConfigurationFile
import Foundation
import Languages
import Testing

@Suite("Catalogues of texts")
struct CatalogueTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private func read(_ text: String) -> LanguageReading { LanguageReading(text: text, name: "xx.toml") }

    @Test("The shipped files have every text and nothing else, without a mistake", arguments: ["en", "ko"])
    func shipped(language: String) throws {
        let folder = LanguageFolders([Self.root.appending(path: "rootfs/usr/share/hearth/languages").path])
        let reading = LanguageReading(file: try #require(folder.file(of: language)))
        #expect(reading.errors.map(\.description) == [] && reading.warnings.map(\.description) == [])
        let catalogue = try #require(reading.catalogue)
        #expect(catalogue.language == language && !catalogue.isRightToLeft)
        for phrase in Phrase.allCases {
            #expect(catalogue.has(phrase), "\(phrase.key)")
            // The English of the file is that of the code: it is what translators copy.
            if language == "en" { #expect(catalogue.message(phrase) == phrase.english, "\(phrase.key)") }
        }
        #expect(folder.languages() == ["en", "ko"])
    }

    @Test("Every text of the code is said somewhere, and no two have one name in a file")
    func used() throws {
        var code = ""
        for folder in ["Sources/Screens", "Sources/Appliance", "Sources/Languages"] {
            let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
            for case let path as String in files ?? FileManager.DirectoryEnumerator() where path.hasSuffix(".swift") {
                if path.hasPrefix("Phrase") { continue }
                code += try String(contentsOf: Self.root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
            }
        }
        let words = Set(code.split { !$0.isLetter && $0 != "." }.map(String.init))
        for phrase in Phrase.allCases { #expect(words.contains(".\(phrase.rawValue)"), "\(phrase.rawValue)") }
        #expect(Set(Phrase.allCases.map(\.key)).count == Phrase.allCases.count)
        #expect(Phrase.pressOK.key == "press_ok" && Phrase(key: "no_favourites") == .noFavourites)
        #expect(Phrase(key: "noFavourites") == nil)
    }

    @Test("English texts are sound: their braces are places, and forms have the same")
    func english() throws {
        for phrase in Phrase.allCases {
            let places = try phrase.english.places
            if phrase.english.isPlural { #expect(places.contains("count"), "\(phrase.key)") }
        }
    }

    private static let head = "language = \"ru\"\nname = \"Русский\"\nhours = 24\n[texts]\n"

    @Test("A mistake is told with file, line and what would do, and costs its own text")
    func mistakes() throws {
        let reading = read(
            Self.head + """
                favourites = "Избранное"
                no_channel = "Нет канала {numer}"
                press_key = "Нажмите"
                press_ok = "Нажмите {"
                stall_count = "{count} остановок"
                attempts_left = { one = "Ещё {count} попытка", few = "Ещё {count} попытки" }
                remote_kept = { one = "Одна", few = "{count} кнопки", many = "{count} кнопок" }
                watch = { one = "а", other = "б" }
                favorites = "x"
                menu = ""
                back = 7
                """)
        #expect(
            reading.errors.map(\.description) == [
                "xx.toml:6: texts.no_channel: there is nothing to put in {numer}; it has {number}",
                "xx.toml:7: texts.press_key: {key} is not in it, so what stands there would be lost",
                "xx.toml:8: texts.press_ok: a place is a name in braces, as {channel}; this is none: {",
                "xx.toml:9: texts.stall_count: it counts: give its forms as { one = \"…\", few = \"…\", many = \"…\" }",
                "xx.toml:10: texts.attempts_left: ru also needs the form many",
                "xx.toml:12: texts.watch: it counts nothing, and takes one text, not forms",
                "xx.toml:13: texts.favorites: no text has this name; did you mean favourites?",
                "xx.toml:14: texts.menu: it is empty",
                "xx.toml:15: texts.back: expected a text in quotes, or its forms such as { one = \"…\", other = \"…\" }",
            ])
        let catalogue = try #require(reading.catalogue)
        #expect(catalogue.text(.favourites) == "Избранное")
        #expect(catalogue.text(.noChannel, ["number": "7"]) == "There is no channel 7")
        #expect(
            [1, 3, 5, 21].map { catalogue.text(.remoteKept, count: $0) } == ["Одна", "3 кнопки", "5 кнопок", "Одна"])
        #expect(catalogue.text(.stallCount, count: 1) == "1 stall")
        #expect(reading.warnings.contains { $0.key == "texts.cancel" && $0.reason == "missing: it is said in English" })
        #expect(!reading.warnings.contains { $0.key == "texts.no_channel" })
    }

    @Test("A file that is none says so, and what is no file")
    func noCatalogue() {
        #expect(read("name = \"x\"\n").catalogue == nil)
        #expect(read("language = \"\"").errors.map(\.line) == [1])
        #expect(read("language = [").catalogue == nil)
        #expect(LanguageReading(file: "/nowhere/xx.toml").errors.count == 1)
        let folders = LanguageFolders(["/nowhere"])
        #expect(folders.file(of: "../../etc/passwd") == nil && folders.catalogue(of: "xx") == nil)
        #expect(folders.catalogue(of: "en-GB") == .english && folders.languages() == ["en"])
        #expect(
            read("language = \"ar\"\nhour = 1\nhours = 13\ndirection = \"up\"\n[texts]\n").errors.map(\.key)
                == ["hour", "hours", "direction"])
    }

    @Test("An Arabic file has six forms, is read from the right, and keeps names together")
    func arabic() throws {
        let forms = ["zero", "one", "two", "few", "many", "other"].map { "\($0) = \"\($0) {count}\"" }
        let reading = read(
            "language = \"ar\"\nname = \"العربية\"\n[texts]\nstall_count = { \(forms.joined(separator: ", ")) }\n"
                + "from = \"من {channel}\"\n")
        #expect(reading.errors == [])
        let catalogue = try #require(reading.catalogue)
        #expect(catalogue.isRightToLeft)
        #expect(
            [0, 1, 2, 3, 11, 100].map { catalogue.text(.stallCount, count: $0) } == [
                "zero 0", "one 1", "two 2", "few 3", "many 11", "other 100",
            ])
        #expect(catalogue.text(.from, ["channel": "BBC 1"]) == "من \u{200f}BBC 1\u{200f}")
    }

    @Test("Times and dates are written as the language has them")
    func times() throws {
        let korean = try #require(
            LanguageFolders([Self.root.appending(path: "rootfs/usr/share/hearth/languages").path]).catalogue(of: "ko"))
        func times(_ catalogue: Catalogue, _ inTwelve: Bool) -> [String] {
            [(0, 5), (9, 30), (12, 0), (20, 15)].map {
                catalogue.time(hour: $0.0, minute: $0.1, inTwelveHours: inTwelve)
            }
        }
        #expect(times(.english, false) == ["00:05", "09:30", "12:00", "20:15"])
        #expect(times(.english, true) == ["12:05 AM", "9:30 AM", "12:00 PM", "8:15 PM"])
        #expect(times(korean, korean.hasTwelveHours) == ["오전 12:05", "오전 9:30", "오후 12:00", "오후 8:15"])
        #expect(Catalogue.english.time(hour: 20, minute: 5, second: 7, inTwelveHours: true) == "8:05:07 PM")
        #expect(Catalogue.english.date(weekday: 2, day: 25, month: 11) == "Tue 25 Nov")
        #expect(korean.date(weekday: 2, day: 25, month: 11) == "11월 25일 화요일")
        #expect(korean.date(weekday: 9, day: 1, month: 1) == "")
    }

    @Test("The system's language is that of its locale, and none of C")
    func system() {
        #expect(LanguageName.system([nil, "", "ko_KR.UTF-8"]) == "ko")
        #expect(LanguageName.system(["C.UTF-8", "ko_KR"]) == nil && LanguageName.system([nil]) == nil)
        #expect(LanguageName.system(["POSIX"]) == nil)
        #expect(LanguageName.primary("pt-BR") == "pt" && LanguageName.isRightToLeft("he-IL"))
    }
}
