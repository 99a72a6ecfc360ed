import Foundation
import GuideStore
import Testing
import XMLTV

@Suite struct GuideShelfTests {
    private let folder = NSTemporaryDirectory() + "shelf-" + UUID().uuidString

    private func keep(_ source: String, _ programmes: [(channel: String, start: Int64, title: String)]) throws {
        let writer = try GuideWriter(
            folder: folder, source: source, window: 0..<1_000_000, languages: [], wants: { _ in true })
        for one in programmes {
            var programme = XMLTVProgramme(channel: one.channel, start: one.start)
            programme.stop = one.start + 100
            programme.titles = [LocalisedText(one.title)]
            // The last word is its genre.
            programme.categories = [LocalisedText(one.title.split(separator: " ").last.map(String.init) ?? "")]
            try writer.add(programme)
        }
        _ = try writer.finish()
    }

    @Test func `each channel is asked of its own guide, at its own time`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try keep("first", [("a", 1000, "first a"), ("a", 1100, "first a2")])
        try keep("second", [("a", 1000, "second a"), ("b", 1000, "second b")])
        let shelf = GuideShelf(
            folder: folder, sources: ["none", "first", "second"],
            channels: [
                .init(.init(name: "x", guideID: "a")), .init(.init(name: "x", guideID: "b"), shift: 3600),
                .init(.init(name: "x")), .init(.init(name: "x", guideID: "a"), shift: -50),
            ])
        #expect(shelf.matches.map { $0?.guide } == [0, 1, nil, 0])
        #expect(
            try shelf.nowAndNext([0, 1, 2, 3, 99, -1], at: 1050).map { $0.now?.title }
                == ["first a", nil, nil, "first a2", nil, nil])
        let later = try shelf.nowAndNext([1], at: 4650)[0].now
        #expect(later?.title == "second b" && later?.start == 4600 && later?.stop == 4700)
        #expect(
            try shelf.window([3, 2, 1, 0], 1000..<1100).map { $0.map(\.title) }
                == [["first a", "first a2"], [], [], ["first a"]])
        #expect(try shelf.window([3], 1000..<1100)[0].map(\.start) == [950, 1050])
        #expect(
            try shelf.search("first", from: 0, limit: 10).map { [$0.channel, Int($0.programme.start)] }
                == [[3, 950], [0, 1000], [3, 1050], [0, 1100]])
        #expect(try shelf.search("second", from: 1001, limit: 10).map(\.channel) == [1])
        #expect(try shelf.search("first", from: 1000, limit: 1).map(\.channel) == [0])
        #expect(try shelf.nowAndNext([0, 1], at: .min).count == 2)
        #expect(try shelf.nowAndNext([0, 1, 3], at: .max).count == 3)
    }

    @Test func `genres are counted over all guides, and their programmes found where their channels have them`() throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try keep(
            "first", [("a", 1000, "x Film"), ("a", 1100, "y News"), ("a", 1200, "z Film"), ("a", 9000, "w Chess")])
        try keep("second", [("b", 1000, "v Film"), ("b", 1150, "u Sport")])
        let shelf = GuideShelf(
            folder: folder, sources: ["first", "second"],
            channels: [
                .init(.init(name: "x", guideID: "a")), .init(.init(name: "x", guideID: "b")),
                .init(.init(name: "x", guideID: "a"), shift: -150), .init(.init(name: "x")),
            ])
        #expect(try shelf.genres(in: 1000..<2000, limit: 10) == ["Film", "News", "Sport"])
        #expect(try shelf.genres(in: 1000..<2000, limit: 1) == ["Film"])
        #expect(try shelf.starts(of: "Film", in: 1000..<2000) == [0: [1000, 1200], 1: [1000], 2: [1050]])
        // What is over is not on, whatever clock its channel has.
        #expect(try shelf.starts(of: "Film", in: 1100..<1200) == [2: [1050]])
        #expect(try shelf.starts(of: "film'; --", in: 0..<Int64.max).isEmpty)
        #expect(try shelf.genres(in: Int64.min..<Int64.max, limit: 9).count == 4)
    }
}
