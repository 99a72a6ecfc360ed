import Foundation
import Testing
import XMLTV

@testable import hearthctl

@Suite("guide inspect")
struct GuideReportTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func schema() throws -> SchemaCheck {
        try SchemaCheck(file: Self.root.appending(path: "docs/guide-inspect.schema.json"))
    }

    private func report(_ bytes: [UInt8]) throws -> GuideReport {
        let survey = GuideSurvey()
        let importer = XMLTVImporter(
            handlers: XMLTVReader.Handlers(channel: { survey.add($0) }, programme: { survey.add($0) }))
        try importer.feed(bytes)
        return GuideReport(report: try importer.finish(), survey: survey)
    }

    private static let guide = """
        <?xml version="1.0" encoding="ISO-8859-1"?>
        <tv generator-info-name="maker\u{1b}[31m" source-info-name="us">
        <channel id="a"><display-name>A one</display-name><display-name>A two</display-name></channel>
        <channel id="b"/>
        <programme channel="a" start="20261123180000 +0100" stop="20261123190000 +0100"><title>x</title></programme>
        <programme channel="c" start="20261123170000"><title>Tom & Jerry</title></programme>
        <programme channel="a"><title>x</title></programme>
        </tv>
        """

    @Test("The JSON has all that is counted, and fits the schema")
    func json() throws {
        let report = try report(Array(Self.guide.utf8)).json
        #expect(report["format"] == .string("plain") && report["encoding"] == .string("ISO-8859-1"))
        #expect(report["bytes"] == .integer(UInt64(Self.guide.utf8.count)))
        #expect(report["channels"] == .integer(2) && report["programmes"] == .integer(2))
        #expect(report["from"] == .string("2026-11-23T17:00:00Z") && report["to"] == .string("2026-11-23T18:00:00Z"))
        #expect(report["whole"] == .bool(true))
        guard case .array(let faults)? = report["faults"], case .object(let lost)? = faults.first,
            case .array(let channels)? = report["each-channel"], case .object(let first)? = channels.first,
            case .object(let last)? = channels.last
        else {
            Issue.record("no faults or channels")
            return
        }
        #expect(faults.count == 4 && channels.count == 3)
        #expect(lost["kind"] == .string("programme-without-start") && lost["lost"] == .bool(true))
        #expect(lost["count"] == .integer(1) && lost["lines"] == .array([.integer(7)]))
        #expect(first["names"] == .array([.string("A one"), .string("A two")]) && first["line"] == .integer(3))
        #expect(first["programmes"] == .integer(1))
        #expect(last["id"] == .string("c") && last["line"] == nil)
        #expect(try schema().faults(in: JSONValue.object(report).text) == [])
    }

    @Test("The lines for people say the same, and nothing that a terminal obeys")
    func lines() throws {
        let lines = try report(Array(Self.guide.utf8)).lines
        #expect(lines.contains("  2 channels, 2 programmes"))
        #expect(lines.contains("  2026-11-23T17:00:00Z to 2026-11-23T18:00:00Z"))
        #expect(lines.contains("lost: programmes without a start: 1 (line 7)"))
        #expect(lines.contains("warning: times without a zone, taken for UTC: 1 (line 6)"))
        #expect(lines.contains("  1 channel without programmes"))
        #expect(lines.contains("  1 channel with programmes, and not described"))
        #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) })
        let cut = try report(Array(Self.guide.utf8.prefix(400)))
        #expect(cut.lines.last == "error: the guide breaks off")
        #expect(cut.json["whole"] == .bool(false))
        #expect(try schema().faults(in: JSONValue.object(cut.json).text) == [])
    }

    @Test("The schema and the page have each kind of fault")
    func kinds() throws {
        let schema = try String(
            contentsOf: Self.root.appending(path: "docs/guide-inspect.schema.json"), encoding: .utf8)
        let page = try String(contentsOf: Self.root.appending(path: "docs/guide-inspect.md"), encoding: .utf8)
        for kind in XMLTVFault.Kind.allCases {
            #expect(schema.contains("\"\(kind.rawValue)\""), "\(kind)")
            #expect(page.contains("`\(kind.rawValue)`"), "\(kind)")
        }
    }

    @Test("Channels are kept up to a bound, and counted beyond")
    func bound() throws {
        let channels = (0..<20_003).map { "<channel id=\"c\($0)\"/>" }.joined()
        let report = try report(Array("<tv>\(channels)</tv>".utf8))
        #expect(report.survey.channels.count == 20_000 && report.survey.channelsBeyond == 3)
        #expect(report.json["channels"] == .integer(20_003) && report.json["channels-beyond"] == .integer(3))
        #expect(report.lines.contains("  and 19983 more channels: --json lists them"))
    }

    @Test(
        "What others' guides give fits the schema",
        .enabled(
            if: FileManager.default.fileExists(atPath: root.appending(path: "../shared/corpora/xmltv").path),
            "../shared/corpora is absent"))
    func corpora() throws {
        let schema = try schema()
        let folder = Self.root.appending(path: "../shared/corpora/xmltv").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).filter {
            $0.pathExtension == "xml"
        }
        #expect(files.count > 20)
        for file in files {
            let report = try report([UInt8](Data(contentsOf: file)))
            #expect(try schema.faults(in: JSONValue.object(report.json).text) == [], "\(file.lastPathComponent)")
        }
    }
}
