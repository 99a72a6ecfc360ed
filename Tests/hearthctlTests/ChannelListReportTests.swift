import Foundation
import Guide
import Testing

@testable import hearthctl

@Suite("channels inspect")
struct ChannelListReportTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let full = """
        #EXTM3U x-tvg-url="http://g/a.xml.gz,http://g/b.xml" tvg-shift="-1.5"
        #PLAYLIST:Home \u{1b}[31m
        #EXTINF:-1 tvg-id="one.uk" tvg-name="One" tvg-chno="7" tvg-logo="l.png" group-title="News;UK" tvg-rating="TV-14" catchup="default",One\u{202e} HD
        #EXTBACKUP:http://other/one
        #EXTVLCOPT:http-user-agent=Vlc/1
        one.m3u8
        #EXTINF:-1 censored="1" radio="true" group-title="UK",Two\u{9b}31m
        http://h/two
        #EXTINF:-1 tvg-rating="whatever",No address
        #EXTINF:-1 tvg-rating="whatever",Three
        http://h/three
        """

    private func report(_ text: String) -> ChannelListReport {
        ChannelListReport(M3UParser.parse(text).resolved(against: "http://h/lists/tv.m3u"))
    }

    private func json(_ report: ChannelListReport) -> String {
        var text = ""
        report.writeJSON { text += Output.harmless($0) + "\n" }
        return text
    }

    private func members(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("The JSON is what the schema says, with every kind of member in it")
    func schema() throws {
        let text = json(report(Self.full))
        let check = try SchemaCheck(file: Self.root.appending(path: "docs/channels-inspect.schema.json"))
        #expect(try check.faults(in: text) == [])
        #expect(try check.faults(in: json(report("#EXTM3U\n#EXT-X-TARGETDURATION:6\n"))) == [])
        #expect(try check.faults(in: text.replacing("\"line\"", with: "\"lime\"")) != [])
        let list = try members(text)
        #expect(list["guides"] as? [String] == ["http://g/a.xml.gz", "http://g/b.xml"])
        #expect(list["guideShift"] as? Double == -90)
        #expect(list["warningsInAll"] as? Int == 1)
        let channels = try #require(list["channels"] as? [[String: Any]])
        #expect(channels.map { $0["number"] as? Int } == [7, 8, 9])
        #expect(channels.map { $0["line"] as? Int } == [6, 8, 11])
        #expect(channels[0]["url"] as? String == "http://h/lists/one.m3u8")
        #expect(channels[0]["alternates"] as? [String] == ["http://other/one"])
        #expect(channels[0]["attributes"] as? [String: String] == ["catchup": "default"])
        #expect((channels[0]["rating"] as? [String: Any])?["age"] as? Int == 14)
        #expect((channels[1]["rating"] as? [String: Any])?["adult"] as? Bool == true)
        #expect((channels[2]["rating"] as? [String: Any])?["unknown"] as? String == "whatever")
        let groups = try #require(list["groups"] as? [[String: Any]])
        #expect(groups.map { $0["name"] as? String } == ["News", "UK"])
        #expect(groups.map { $0["channels"] as? Int } == [1, 2])
    }

    @Test("A long list comes in pieces, which are one object")
    func pieces() throws {
        let text = (1...2000).map { "#EXTINF:-1 tvg-chno=\"\($0 % 25)\",Channel \($0) Ⓢ\nhttp://h/\($0)\n" }.joined()
        var pieces = 0
        let report = report("#EXTM3U\n" + text)
        report.writeJSON { _ in pieces += 1 }
        #expect(pieces > 4)
        let list = try members(json(report))
        let channels = try #require(list["channels"] as? [[String: Any]])
        #expect(channels.map { $0["number"] as? Int } == Array(1...2000))
        #expect((list["numbers"] as? [String: Any])?["from"] as? String == "order")
    }

    @Test("No character that a terminal obeys is printed")
    func harmless() {
        let lines = report(Self.full).lines.map(Output.harmless).joined(separator: "\n") + json(report(Self.full))
        for scalar in lines.unicodeScalars where scalar != "\n" {
            #expect(scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value) && scalar.value != 0x202e)
        }
    }

    @Test("Lines for people say what is there and what is wrong")
    func people() {
        let lines = report(Self.full).lines
        #expect(lines[0] == "channel list \"Home [31m\": 3 channels, 2 groups, 2 guides")
        #expect(lines.contains("  numbers: the list's; of 1 that have one, 1 have one of their own"))
        #expect(lines.contains("  rated: 3, 1 of them for adults, 1 by no system known"))
        #expect(lines.contains("  guide http://g/b.xml"))
        #expect(lines.last == "warning: line 9: #EXTINF without an address after it")
    }

    @Test("What is no list is a fault")
    func faults() {
        #expect(ChannelListReport.fault(M3UParser.parse("<html>")) == "is not a channel list")
        #expect(ChannelListReport.fault(M3UParser.parse("#EXTM3U\n")) == "has no channel in it")
        #expect(ChannelListReport.fault(M3UParser.parse(Self.full)) == nil)
    }
}
