import Foundation
import Guide
import GuideStore
import Testing
import XMLTV

@Suite struct GuideWriterTests {
    private let folder = NSTemporaryDirectory() + "guide-" + UUID().uuidString
    private let source = "http://host/guide.xml?password=secret"

    private func writer(
        window: Range<Int64> = 0..<1_000_000, wants: @escaping (XMLTVChannel) -> Bool = { _ in true }
    ) throws -> GuideWriter {
        try GuideWriter(folder: folder, source: source, window: window, languages: ["en"], wants: wants)
    }

    private func programme(
        _ channel: String, _ start: Int64, _ stop: Int64?, _ title: String,
        _ more: (inout XMLTVProgramme) -> Void = { _ in }
    ) -> XMLTVProgramme {
        var programme = XMLTVProgramme(channel: channel, start: start)
        programme.stop = stop
        programme.titles = [LocalisedText(title)]
        more(&programme)
        return programme
    }

    private func reader() throws -> GuideReader { try #require(try GuideReader(folder: folder, source: source)) }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    @Test func `programmes in any order come out in order`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer()
        try writer.add(programme("b", 50, nil, "late"))
        try writer.add(programme("a", 200, 300, "third"))
        try writer.add(programme("a", 0, 150, "first"))
        try writer.add(programme("a", 100, nil, "second"))
        try writer.add(
            programme("a", 100, 120, "second") {
                $0.isNew = true
                $0.descriptions = [LocalisedText("more")]
            })
        let report = try writer.finish()
        #expect(report.programmes == 4 && report.channels == 2)
        #expect(report.repairs.duplicates == 1 && report.repairs.overlaps == 1 && report.repairs.missingStops == 1)
        let reader = try reader()
        let window = try reader.window(["a", "nobody", "b"], 0..<1000)
        #expect(window.map { $0.map(\.title) } == [["first", "second", "third"], [], ["late"]])
        #expect(window[0].map(\.stop) == [100, 120, 300])
        #expect(try reader.window(["a"], 110..<200)[0].map(\.title) == ["second"])
        #expect(try reader.window(["a"], 130..<200)[0].isEmpty)
        #expect(try reader.window(["a"], 119..<201)[0].map(\.title) == ["second", "third"])
    }

    @Test func `a window is the same when it is asked for again, and its titles keep their letters`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer()
        try writer.add(programme("a", 100, 200, "Früh"))
        try writer.add(programme("a", 200, 300, "新闻 ⚽"))
        try writer.add(programme("b", 100, 300, ""))
        _ = try writer.finish()
        let reader = try reader()
        let first = try reader.window(["b", "a", "a"], 150..<250)
        #expect(first.map { $0.map(\.title) } == [[""], ["Früh", "新闻 ⚽"], ["Früh", "新闻 ⚽"]])
        #expect(try reader.window(["a"], 210..<220)[0].map(\.title) == ["新闻 ⚽"])
        #expect(try reader.window([], 150..<250).isEmpty)
        #expect(try reader.window(["b", "a", "a"], 150..<250) == first)
    }

    @Test func `now and next stop at gaps and ends`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer()
        try writer.add(programme("a", 100, 200, "one"))
        try writer.add(programme("a", 300, 400, "two"))
        _ = try writer.finish()
        let reader = try reader()
        func titles(_ time: Int64) throws -> [String?] {
            let both = try reader.nowAndNext("a", at: time)
            return [both.now?.title, both.next?.title]
        }
        #expect(try titles(99) == [nil, "one"])
        #expect(try titles(100) == ["one", "two"])
        #expect(try titles(199) == ["one", "two"])
        #expect(try titles(200) == [nil, "two"])
        #expect(try titles(300) == ["two", nil])
        #expect(try titles(400) == [nil, nil])
        #expect(try reader.nowAndNext("b", at: 100) == NowAndNext())
    }

    @Test func `everything that a guide says comes back`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = programme("a", 100, 200, "Title") { source in
            source.subtitles = [LocalisedText("Sub")]
            source.descriptions = [LocalisedText("Long\ntext")]
            source.people = [
                .init(job: "actor", name: "Ann", part: "Queen"), .init(job: "director", name: "Bob\tC\nD"),
                .init(job: "guest", name: ""),
            ]
            source.categories = [LocalisedText("Film")]
            source.episode.season = 3
            source.episode.number = 4
            source.icon = "http://host/p.png"
            source.ratings = [.init(value: "TV-14-D", system: "VCHIP")]
            source.stars = 0.75
            source.isNew = true
            source.isPremiere = true
            source.catchupID = "c"
        }
        var expected = Programme(source, languages: ["en"])
        expected.people[1].name = "Bob C D"
        let writer = try writer()
        try writer.add(source)
        _ = try writer.finish()
        #expect(try reader().nowAndNext("a", at: 100).now == expected)
    }

    @Test func `only what is wanted is kept`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer(window: 1000..<2000) { $0.names.contains { $0.text == "A" } }
        var a = XMLTVChannel(id: "a")
        a.names = [LocalisedText("A"), LocalisedText("Other")]
        try writer.add(a)
        try writer.add(a)
        try writer.add(programme("b", 1100, 1200, "unwanted"))
        try writer.add(programme("a", 100, 1000, "over"))
        try writer.add(programme("a", 900, 1001, "still on"))
        try writer.add(programme("a", 2000, 2001, "far"))
        try writer.add(programme("a", .max, .min, "never"))
        let report = try writer.finish()
        #expect(report.unwanted == 1 && report.outside == 2 && report.programmes == 1)
        #expect(
            try reader().channels() == [ChannelMatching.Offered(id: "a", names: ["A", "Other"], hasProgrammes: true)])
    }

    @Test func `a search finds words that begin so, in titles, descriptions and people`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer()
        try writer.add(programme("a", 300, 400, "Café de Flore"))
        try writer.add(programme("b", 100, 200, "News") { $0.descriptions = [LocalisedText("from the cafe")] })
        try writer.add(programme("c", 200, 300, "Film") { $0.people = [.init(job: "actor", name: "Ann Cafeteria")] })
        try writer.add(programme("c", 500, 600, "हिन्दी समाचार"))
        _ = try writer.finish()
        let reader = try reader()
        func found(_ text: String, from: Int64 = 0, limit: Int = 10) throws -> [String] {
            try reader.search(text, from: from, limit: limit).map { "\($0.channel) \($0.programme.title)" }
        }
        #expect(try found("caf") == ["b News", "c Film", "a Café de Flore"])
        #expect(try found("CAFÉ flo") == ["a Café de Flore"])
        #expect(try found("caf", from: 101) == ["c Film", "a Café de Flore"])
        #expect(try found("caf", limit: 1) == ["b News"])
        #expect(try found("हिन्दी") == ["c हिन्दी समाचार"])
        #expect(try found("actor").isEmpty)
        for text in ["", " ", "\"", "\" OR 1", "*", "-", "NEAR(", "title:", "\0", "a\u{301}\u{301}", "^"] {
            _ = try found(text)
        }
    }

    @Test func `digits of a telephone find the words of the guide, whole ones first, and two ways of a word either`()
        throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try writer()
        try writer.add(programme("a", 100, 200, "News"))
        try writer.add(programme("b", 200, 300, "News"))
        try writer.add(programme("a", 300, 400, "Mews Newsroom"))
        try writer.add(programme("a", 400, 500, "Öfwp 6397"))
        try writer.add(programme("a", 500, 600, "Ne"))
        _ = try writer.finish()
        let reader = try reader()
        #expect(try reader.words(byKeys: "6397", limit: 10) == ["news", "6397", "mews", "ofwp", "newsroom"])
        #expect(try reader.words(byKeys: "6397", limit: 2) == ["news", "6397"])
        #expect(try reader.words(byKeys: "63977", limit: 10) == ["newsroom"])
        #expect(try reader.words(byKeys: "63", limit: 1) == ["ne"])
        #expect(try reader.words(byKeys: "2", limit: 10).isEmpty)
        for digits in ["", "0", "1", "abc", "\0", "99999999999999999999999999"] {
            _ = try reader.words(byKeys: digits, limit: 10)
        }
        func found(_ text: String) throws -> [Int64] {
            try reader.search(text, from: 0, limit: 10).map(\.programme.start)
        }
        #expect(try found("mews|ofwp") == [300, 400] && found("mews|ofwp newsroom|xy") == [300])
        #expect(try found("6397|news") == [100, 200, 300, 400] && found("news|") == [100, 200, 300])
        #expect(try found("|").isEmpty && found("| |").isEmpty)
        #expect(try found(Array(repeating: "news", count: 500).joined(separator: "|")) == [100, 200, 300])
    }

    @Test func `the old guide stays until the new one is whole, and nothing is left behind`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try writer()
        try first.add(programme("a", 0, 10, "old"))
        #expect(try GuideReader(folder: folder, source: source) == nil)
        _ = try first.finish()
        let old = try reader()
        do {
            let abandoned = try writer()
            try abandoned.add(programme("a", 0, 10, "lost"))
        }
        #expect(try files().count == 1)
        #expect(try files().allSatisfy { !$0.contains("secret") })
        let rest = try #require(try files().first) + ".new-rest"
        #expect(FileManager.default.createFile(atPath: folder + "/" + rest, contents: Data()))
        let second = try writer()
        try second.add(programme("a", 0, 10, "new"))
        #expect(try reader().nowAndNext("a", at: 0).now?.title == "old")
        _ = try second.finish()
        #expect(try old.nowAndNext("a", at: 0).now?.title == "old")
        #expect(try reader().nowAndNext("a", at: 0).now?.title == "new")
        #expect(try files().count == 1)
    }
}
