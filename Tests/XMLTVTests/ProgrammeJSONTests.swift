import Foundation
import Testing

@testable import XMLTV

@Suite("Programmes in JSON")
struct ProgrammeJSONTests {
    private final class Found {
        var channels: [XMLTVChannel] = []
        var programmes: [XMLTVProgramme] = []
    }

    private func read(
        _ text: String, piece: Int = .max, wants: @escaping (String) -> Bool = { _ in true }
    ) throws -> (Found, XMLTVReport) {
        let found = Found()
        let importer = XMLTVImporter(
            handlers: .init(
                wants: wants, channel: { found.channels.append($0) }, programme: { found.programmes.append($0) }))
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            try importer.feed(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return (found, try importer.finish().guide)
    }

    private static let nowNext = """
        {"channels": [
          {"id": "one.example", "name": "One", "logo": "http://x/1.png",
           "now": {"title": "News", "start": "2026-11-23T18:00:00Z", "stop": 1795458600, "rating": 16,
                   "description": {"de": "Nachrichten", "en": "What was"}, "genre": ["News", "Talk"]},
           "next": {"title": "Film", "start": 1795458600000, "duration": 5400000, "season": 2, "episode": "7"}},
          {"id": 42, "name": "Two", "now": null, "next": null}
        ]}
        """

    @Test("Channels with what is on and what comes next", arguments: [1, 7, 1 << 20])
    func nowAndNext(piece: Int) throws {
        let (found, report) = try read("\u{feff}\n " + Self.nowNext, piece: piece)
        #expect(found.channels.map(\.id) == ["one.example", "42"])
        #expect(found.channels.first?.names.map(\.text) == ["One"] && found.channels.first?.icon == "http://x/1.png")
        let news = try #require(found.programmes.first)
        #expect(news.start == 1_795_456_800 && news.stop == 1_795_458_600)
        #expect(news.titles.map(\.text) == ["News"] && news.categories.map(\.text) == ["News", "Talk"])
        #expect(news.descriptions == [.init("Nachrichten", language: "de"), .init("What was", language: "en")])
        #expect(news.ratings.map(\.value) == ["16"])
        let film = try #require(found.programmes.last)
        #expect(film.start == 1_795_458_600 && film.stop == 1_795_464_000)
        #expect(film.episode.season == 2 && film.episode.number == 7)
        #expect(report.isWhole && report.faults.isEmpty && report.channels == 2 && report.programmes == 2)
        #expect(report.span == 1_795_456_800...1_795_464_000)
    }

    @Test("A list of programmes, whose channels are told by them")
    func entries() throws {
        let (found, report) = try read(
            """
            {"entries": [
              {"eventId": 1, "channelUuid": "ab", "channelName": "Das Erste HD", "start": 100, "stop": 200, "title": "a"},
              {"eventId": 2, "channelUuid": "ab", "channelName": "Das Erste HD", "start": 200, "stop": 300, "title": "b"},
              {"eventId": 3, "channelUuid": "cd", "channelName": "x", "start": 200, "stop": 300, "title": "c"}
            ], "totalCount": 3}
            """, wants: { $0 == "ab" })
        #expect(found.channels.map(\.id) == ["ab", "cd"])
        #expect(found.channels.first?.names.map(\.text) == ["Das Erste HD"])
        #expect(found.programmes.map { $0.titles.first?.text } == ["a", "b"] && report.unwanted == 1)
    }

    @Test("A panel's short guide, in base 64")
    func panel() throws {
        let (found, report) = try read(
            """
            {"epg_listings":[{"id":"1","epg_id":"8","title":"\(Data("Tatort".utf8).base64EncodedString())","lang":"de",
            "start":"2026-11-23 20:15:00","end":"2026-11-23 21:45:00",
            "description":"\(Data("Köln".utf8).base64EncodedString())",
            "channel_id":"DasErste.de","start_timestamp":"1795464900","stop_timestamp":"1795470300"}]}
            """)
        let programme = try #require(found.programmes.first)
        #expect(programme.channel == "DasErste.de" && programme.start == 1_795_464_900)
        #expect(programme.stop == 1_795_470_300)
        #expect(programme.titles.map(\.text) == ["Tatort"] && programme.descriptions.map(\.text) == ["Köln"])
        #expect(report.faults.isEmpty)
    }

    @Test("What is wrong with one costs that one, and is told")
    func faults() throws {
        let (found, report) = try read(
            """
            [{"channel": "a", "start": 5, "stop": 4, "title": "backwards"}, {"channel": "a", "title": "when"},
             {"start": 5, "title": "where"}, {"channel": "a", "start": "soon", "title": "x"}, 7, null, "x", [],
             {"channel": "a", "start": 1e300}, {"channel": "a", "start": 5, "stop": "never"},
             {"channel": "a", "start": 9223372036854775807, "duration": 1e18}, {"now": {"start": 1}}]
            """)
        #expect(found.programmes.map(\.start) == [5, 5])
        #expect(
            report.faults.mapValues(\.count) == [
                .stopNotAfterStart: 1, .programmeWithoutStart: 1, .programmeWithoutChannel: 1, .unreadableStart: 3,
                .unreadableStop: 1, .withoutTitle: 1, .channelWithoutID: 1,
            ])
        #expect(report.faults[.programmeWithoutStart]?.lines == [2])
    }

    @Test(
        "What is no guide is an error with its reason",
        arguments: [
            ("{\"channels\": [", "can't be read as such"), ("{\"user_info\": {}}", "without channels"),
            ("[" + String(repeating: "[", count: 100_000), "can't be read as such"), ("{", "can't be read as such"),
        ])
    func noGuide(text: String, reason: String) throws {
        let error = try #require(#expect(throws: XMLTVError.self) { try read(text) })
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test("More than can be meant for now and next is refused before it fills the memory")
    func long() {
        let importer = XMLTVImporter(handlers: .init())
        #expect(throws: XMLTVError.longJSON) {
            try importer.feed([0x5b])
            let spaces = [UInt8](repeating: 0x20, count: 1 << 20)
            for _ in 0..<33 { try importer.feed(spaces) }
        }
    }
}
