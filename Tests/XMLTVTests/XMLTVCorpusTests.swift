import Foundation
import Testing

@testable import XMLTV

/// The guides of XMLTV's own tests, in `../shared/corpora`, beside the project or a working tree one folder deeper.
enum GuideCorpus {
    private static let roots = ["../../../shared/corpora/xmltv", "../../../../shared/corpora/xmltv"].map {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: $0).standardized
    }
    static let root = roots.first { FileManager.default.fileExists(atPath: $0.path) }

    /// What the files have in them: channels, programmes, times without a zone, programmes of no length (of which the
    /// owners' tests make cases); counted with another parser (expat), all of them being well-formed XML.
    static let expected: [String: (channels: Int, programmes: Int, faults: [XMLTVFault.Kind: Int])] = [
        "amp.xml": (0, 2, [:]),
        "attrs.xml": (0, 1, [:]),
        "clump.xml": (0, 2, [.missingZone: 4]),
        "clump_extract.xml": (0, 2, [:]),
        "clump_extract_1.xml": (0, 3, [.missingZone: 6]),
        "dups.xml": (0, 7, [.missingZone: 6]),
        "empty.xml": (0, 0, [:]),
        "intervals.xml": (0, 6, [.missingZone: 11, .stopNotAfterStart: 1]),
        "length.xml": (0, 1, [:]),
        "overlap.xml": (0, 14, [.missingZone: 22, .stopNotAfterStart: 2]),
        "simple.xml": (0, 2, [:]),
        "sort.xml": (0, 4, [.missingZone: 3]),
        "sort1.xml": (0, 6, [.missingZone: 8]),
        "sort2.xml": (0, 3, [.missingZone: 4]),
        "test.xml": (2, 1, [.missingZone: 1]),
        "test_empty.xml": (0, 1, [.missingZone: 1]),
        "test_livre.xml": (0, 1, [.missingZone: 1]),
        "test_remove_some_overlapping.xml": (0, 12, [.missingZone: 24]),
        "test_sort_by_channel.xml": (0, 3, [.missingZone: 5, .stopNotAfterStart: 1]),
        "whitespace.xml": (0, 5, [:]),
        "x-whatever.xml": (0, 2, [:]),
    ]

    static func read(_ name: String, piece: Int = .max) throws -> GuideReading {
        let file = try #require(root).appending(path: name)
        return try GuideReading([UInt8](Data(contentsOf: file)), piece: piece)
    }
}

/// No file of the corpus is waived. XMLTV's tools trim white space, read times without a zone as UTC and keep what is
/// out of order, twice or overlapping, and so does the reader; what becomes of those is `GuideStore`'s.
@Suite("Guides that others wrote", .enabled(if: GuideCorpus.root != nil, "no ../shared/corpora"))
struct XMLTVCorpusTests {
    @Test("Every guide has all that is in it, in pieces of any size")
    func all() throws {
        let root = try #require(GuideCorpus.root)
        let files = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".xml") }
        #expect(Set(files) == Set(GuideCorpus.expected.keys))
        for name in files {
            let expected = try #require(GuideCorpus.expected[name])
            let reading = try GuideCorpus.read(name)
            #expect(reading.channels.count == expected.channels, "\(name)")
            #expect(reading.programmes.count == expected.programmes, "\(name)")
            #expect(reading.faults == expected.faults, "\(name)")
            #expect(reading.report.isWhole, "\(name)")
            for piece in [1, 3, 64, 100] {
                let pieces = try GuideCorpus.read(name, piece: piece)
                #expect(pieces.programmes == reading.programmes && pieces.report == reading.report, "\(name)")
            }
        }
    }

    @Test("What single files are about")
    func single() throws {
        // Programmes that differ in white space alone are the same.
        let white = try GuideCorpus.read("whitespace.xml").programmes
        #expect(Set(white.map { [$0.titles, $0.descriptions] }) == [[[LocalisedText("T")], [LocalisedText("Blah.")]]])
        // Latin 1 as it is declared.
        #expect(try GuideCorpus.read("test_livre.xml").programmes.first?.titles.first?.text.unicodeScalars.count == 1)
        // BST is an hour east.
        #expect(try GuideCorpus.read("attrs.xml").programmes.first?.start == 999_039_900)
        // Elements and attributes that nobody knows.
        let unknown = try GuideCorpus.read("x-whatever.xml").programmes
        #expect(unknown.first?.descriptions.first?.text.hasPrefix("Bilko claims he's had a close") == true)
        #expect(unknown.last?.people.map(\.name) == ["Mike Judge", "Lane Smith"])
        #expect(unknown.last?.isRepeat == true)
        let full = try #require(try GuideCorpus.read("test.xml").programmes.first)
        #expect(
            full.titles.map(\.language) == ["de", "en"] && full.people.map(\.name) == ["blah", "a", "b", "c", "d", "e"])
        #expect(full.episode.season == 3 && full.episode.number == 10 && full.stars == 1 && full.length == 3600)
        #expect(full.ratings == [.init(value: "PG", system: "MPAA")])
        let ampersand = try GuideCorpus.read("amp.xml").programmes.first
        #expect(ampersand?.titles.map(\.text) == ["Ampersand Land", "&"])
        #expect(ampersand?.descriptions.map(\.text) == ["& hello && there &amp; everyone < &< <amp;"])
    }
}
