import Compositing
import Foundation
import MediaCore
import Rig
import Testing

@Suite("Reports")
struct ReportTests {
    private static let facts = MachineFacts(
        board: "u", isSimulated: true, kernel: "Linux 6.12.117 x86_64", processor: "Intel Xeon", processors: 2,
        memoryMebibytes: 7_900, date: Date(timeIntervalSince1970: 1_795_230_000), versions: ["hearthd": "0.1"])

    private static func flip() -> ScenarioResult {
        var result = ScenarioResult(scenario: "flip", bench: "u", isSimulated: true)
        result.checks = [
            .init(what: "Channel 2 is seen", passed: true, found: "after 412 ms", pictures: ["flip-1.png"]),
            .init(what: "Never <black>", passed: true, found: "", pictures: []),
        ]
        result.figures = [
            .init(name: "interstitial p99", value: 21.04, unit: "ms", limit: 33.4),
            .init(name: "drops", value: 0, unit: "frames", limit: 0),
            .init(name: "latency", value: 29, unit: "ms", limit: nil),
        ]
        result.timeline = [
            .init(lane: .key, time: 5_000_000_000, end: 5_080_000_000, text: "channel-up by uinput"),
            .init(lane: .picture, time: 5_012_000_000, end: nil, text: "interstitial & <b>"),
            .init(lane: .sound, time: 5_400_000_000, end: 5_500_000_000, text: "600 Hz"),
        ]
        result.seconds = 12.5
        return result
    }

    @Test("The closing line names what passed and the figure nearest to its limit")
    func passed() {
        let report = Report(results: [Self.flip()], facts: Self.facts)
        #expect(report.passed)
        #expect(
            report.closingLine
                == "passed: 1 scenario, 2 checks; worst figure: flip: interstitial p99 21.04 of 33.4 ms, 63 %")
    }

    @Test("It fails for a check, a figure over its limit, a scenario that could not go on, and when nothing ran")
    func failed() {
        var check = Self.flip()
        check.checks[1].passed = false
        #expect(
            Report(results: [Self.flip(), check], facts: Self.facts).closingLine.hasPrefix(
                "FAILED: 1 of 2 scenarios (flip), 1 of 4 checks; worst"))
        var figure = Self.flip()
        figure.figures[0].value = 50.1
        #expect(
            Report(results: [figure], facts: Self.facts).closingLine.hasSuffix(
                "interstitial p99 50.1 of 33.4 ms, 150 %"))
        #expect(!Report(results: [figure], facts: Self.facts).passed)
        var drops = Self.flip()
        drops.figures[1].value = 3
        #expect(
            Report(results: [drops], facts: Self.facts).closingLine.hasSuffix("worst figure: flip: drops 3 of 0 frames")
        )
        var error = Self.flip()
        error.error = "hearthd did not come up"
        #expect(!Report(results: [error], facts: Self.facts).passed)
        var skipped = ScenarioResult(scenario: "cec", bench: "u", isSimulated: true)
        skipped.missing = ["bus"]
        #expect(Report(results: [skipped], facts: Self.facts).closingLine == "FAILED: nothing was run, 1 skipped")
        #expect(Report(results: [skipped, Self.flip()], facts: Self.facts).passed)
    }

    @Test("What was found is text on the page, never markup, and the JSON holds it as it was")
    func escaped() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-report-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Image.noise(width: 64, height: 36).png()).write(to: folder.appending(path: "flip-1.png"))
        try Data("log".utf8).write(to: folder.appending(path: "flip.log"))
        var result = Self.flip()
        result.error = "<script>alert(1)</script> \u{1b}[31m"
        result.figures[2].value = .nan
        try Report(results: [result], facts: Self.facts).write(to: folder.path)
        let html = try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8)
        #expect(!html.contains("<script") && html.contains("&lt;script&gt;") && !html.contains("\u{1b}"))
        #expect(html.contains("Never &lt;black&gt;") && html.contains("interstitial &amp; &lt;b&gt;"))
        #expect(
            html.contains("data:image/png;base64,") && html.contains("href=\"./flip-1.png\"")
                && html.contains("href=\"./flip.log\""))
        let json = try JSONSerialization.jsonObject(with: try Data(contentsOf: folder.appending(path: "result.json")))
        let document = try #require(json as? [String: Any])
        #expect(document["passed"] as? Bool == false)
        let first = (document["results"] as? [[String: Any]])?.first
        #expect(first?["error"] as? String == "<script>alert(1)</script> \u{1b}[31m")
        #expect((document["facts"] as? [String: Any])?["date"] as? String == "2026-11-21T03:00:00Z")
    }

    @Test("A report of nothing, and one whose pictures are gone, can be written")
    func empty() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-report-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try Report(results: [], facts: Self.facts).write(to: folder.path)
        var result = Self.flip()
        result.timeline = [
            .init(lane: .note, time: .min, end: .max, text: ""), .init(lane: .bus, time: 5, end: 3, text: "x"),
        ]
        try Report(results: [result], facts: Self.facts).write(to: folder.path)
        #expect(try String(contentsOf: folder.appending(path: "index.html"), encoding: .utf8).contains("flip-1.png"))
    }
}
