import Foundation
import Testing

@testable import OriginKit

@Suite("The demo's guide")
struct OriginGuideTests {
    private let now = 1_795_000_000.0

    @Test("A day is full of programmes from midnight to midnight, without gaps, and they are others the next day")
    func days() throws {
        for channel in OriginProfile.standard.channels(count: 6) {
            let schedule = GuideSchedule(channel: channel)
            for day: Int64 in 20_000..<20_030 {
                let slots = schedule.slots(day: day)
                #expect(slots.first?.start == day * 86_400)
                #expect(slots.last?.stop == (day + 1) * 86_400)
                for (one, next) in zip(slots, slots.dropFirst()) { #expect(one.stop == next.start) }
                #expect(slots.allSatisfy { $0.stop - $0.start >= 600 })
                #expect(slots.first?.show.title != schedule.slots(day: day + 1).first?.show.title)
            }
        }
    }

    @Test("It has every channel of the list, from yesterday to a week from now, with nothing that breaks XML")
    func text() {
        let channels = OriginProfile.standard.channels(count: 6)
        let text = OriginGuide(channels: channels).text(base: "http://h", now: now)
        for channel in channels { #expect(text.contains("<channel id=\"hearth.\(channel.number)\">")) }
        #expect(text.contains("start=\"20261117000000 +0000\""))
        #expect(text.contains("stop=\"20261126000000 +0000\""))
        #expect(!text.contains("stop=\"20261126000001"))
        #expect(text.contains("The Otter &amp; the Kite") && !text.contains("Otter & "))
        for name in ["tv", "channel", "programme", "title", "credits", "rating"] {
            let opened =
                text.components(separatedBy: "<\(name) ").count + text.components(separatedBy: "<\(name)>").count
            #expect(opened - 1 == text.components(separatedBy: "</\(name)>").count, "\(name)")
        }
        #expect(text.hasSuffix("</tv>\n"))
    }

    @Test(
        "The list names it, and it is served plain and packed",
        .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
    func served() throws {
        let origin = try OriginFixture.origin()
        func get(_ path: String) -> OriginAnswer { origin.answer(path: path, query: "", now: now, base: "http://h") }
        #expect(get("/lineup.m3u").text.hasPrefix("#EXTM3U x-tvg-url=\"http://h/guide.xml.gz\"\n"))
        #expect(get("/guide.xml").text.contains("<channel id=\"hearth.1\">"))
        #expect(get("/guide.xml.gz").bytes == StoredGzip.wrap(get("/guide.xml").bytes))
        #expect(get("/guide.xml/x").status == 404)
    }
}
