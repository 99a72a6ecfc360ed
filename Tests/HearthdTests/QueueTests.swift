import ControlProtocol
import Foundation
import OriginPattern
import TestSupport
import Testing

extension ProgramTests {
    /// Documents and the queue by hearthctl, with films of an origin.
    @Suite("Declared items, in the whole program")
    struct QueueTests {
        /// An origin, and a box that plays its first channel and keeps no other ready.
        private static func playing() async throws -> (TestOrigin, TestBox) {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [TestChannel(name: "Channel 1", url: origin.url("/ch/1/master.m3u8"))],
                configuration: "[warming]\nneighbours = 0\n")
            try await box.plays(1)
            return (origin, box)
        }

        @Test("A document plays from where it says; the next follows its end, and one that is not there is passed over")
        func whole() async throws {
            let (origin, box) = try await Self.playing()
            let document = """
                {"items": [
                  {"url": "\(origin.url("/vod/2/master.m3u8?minutes=1"))", "title": "Low Water", "subtitle": "The second",
                   "season": 1, "episode": 2, "start_s": 46, "artwork": "https://pictures.example/2.jpg"},
                  {"url": "\(origin.url("/nowhere/master.m3u8"))", "title": "Gone"},
                  {"url": "\(origin.url("/vod/3/master.m3u8?minutes=1"))", "title": "High Water", "rating": "6"}
                ]}
                """
            let file = box.directory.file("evening.json")
            try Data(document.utf8).write(to: file)
            let played = try await box.control("play", file.path)
            #expect(played.status == 0 && played.text.contains("High Water"), "\(played.errors)")
            func now() async throws -> NowPlayingInfo {
                try Wire.decode(NowPlayingInfo.self, from: try await box.control("now", "--json").output)
            }
            func reaches(_ what: String, _ condition: (NowPlayingInfo) -> Bool) async throws {
                var last: NowPlayingInfo?
                let found = try await holds {
                    last = try await now()
                    return last.map(condition) ?? false
                }
                #expect(found, "never \(what): \(String(describing: last)); \(box.log.suffix(1500))")
            }
            try await reaches("plays the first from where it says") {
                $0.item?.title == "Low Water" && $0.playback.state == .playing && ($0.playback.position ?? 0) >= 45
            }
            let info = try await now()
            #expect(info.item?.subtitle == "The second" && info.item?.season == 1 && info.item?.episode == 2)
            #expect(info.item?.artwork == "https://pictures.example/2.jpg" && info.item?.isLive == false)
            #expect(info[.next]?.isEnabled == true)
            // Its end comes by itself, the second is not there, the third plays.
            try await reaches("plays the third") { $0.item?.title == "High Water" && $0.playback.state == .playing }
            let queue = try Wire.decode(QueueInfo.self, from: try await box.control("queue", "--json").output)
            #expect(queue.entries.map(\.failed) == [false, true, false] && queue.playing && queue.current == 3)
            #expect(queue.entries.allSatisfy { !$0.url.contains("minutes") })
            #expect(try await box.control("command", "previous").status == 0)
            try await reaches("is back at the first") { $0.item?.title == "Low Water" && $0.playback.state == .playing }
            #expect(try await box.control("queue", "repeat", "all").text.contains("repeat: all"))
            #expect(try await box.control("queue", "remove", "2").status == 0)
            #expect(try await box.control("queue", "move", "3", "1").status == 0)
            #expect(try await box.control("queue", "remove", "2").errors.contains("no entry 2"))
            try await box.press("1")
            try await box.plays(1)
            #expect(try await box.control("queue", "clear").text == "The queue is empty.\n")
        }

        @Test(
            "A break that a document names plays in its place, is told, held and skipped; the film goes on where it stood"
        )
        func breaks() async throws {
            let (origin, box) = try await Self.playing()
            let document = """
                {"url": "\(origin.url("/vod/2/master.m3u8?minutes=1"))", "title": "Low Water", "interstitials": [
                  {"at_s": 2, "url": "\(origin.url("/vod/3/master.m3u8?minutes=1"))", "limit_s": 40, "no_skip": true,
                   "skip_after_s": 2}]}
                """
            #expect(try await box.control("play", "-", input: document).status == 0)
            func now() async throws -> NowPlayingInfo {
                try Wire.decode(NowPlayingInfo.self, from: try await box.control("now", "--json").output)
            }
            func reaches(_ what: String, _ condition: (NowPlayingInfo) -> Bool) async throws -> NowPlayingInfo {
                var last: NowPlayingInfo?
                let found = try await holds {
                    last = try await now()
                    return last.map(condition) ?? false
                }
                #expect(found, "never \(what): \(String(describing: last)); \(box.log.suffix(1500))")
                return try #require(last)
            }
            let begun = try await reaches("plays the break") { ($0.playback.breakInfo?.played ?? 0) > 0 }
            #expect(begun.item?.title == "Low Water" && begun.playback.rate == 0 && begun.playback.state == .playing)
            let told = try #require(begun.playback.breakInfo)
            #expect(told.number == 1 && told.count == 1 && told.duration == 40 && told.mustBeWatched)
            #expect(abs((begun.playback.position ?? 0) - 2) < 0.1)
            // The pictures are the break's.
            #expect(await holds { box.frames.last?.pattern?.channel == 3 })
            if !told.canSkip {
                #expect(try await box.control("command", "seek", "30").errors.contains("it can be skipped in"))
            }
            _ = try await reaches("may be skipped") { $0.playback.breakInfo?.canSkip == true }
            #expect(try await box.control("command", "skip_break").status == 0)
            let back = try await reaches("goes on") { $0.playback.breakInfo == nil && $0.playback.rate == 1 }
            #expect((back.playback.position ?? 0) < 30 && back.item?.title == "Low Water")
            #expect(await holds { box.frames.last?.pattern?.channel == 2 })
            #expect(try await box.control("command", "skip_break").errors.contains("no break plays"))
        }

        @Test("What is wrong with a document is said with its place, before anything plays")
        func wrong() async throws {
            let box = try await TestBox([TestChannel(name: "One", url: "http://127.0.0.1:1/a.m3u8")])
            func fault(_ document: String) async throws -> String {
                let run = try await box.control("play", "-", input: document)
                #expect(run.status != 0)
                return run.errors
            }
            #expect(try await fault("{").contains("no JSON"))
            #expect(try await fault(#"{"items": [{"url": "http://a/b"}]}"#).contains("items[0].title"))
            #expect(try await fault(#"{"url": "http://a/b", "title": 5}"#).contains("\"title\" has the wrong type"))
            #expect(
                try await fault(#"{"url": "ftp://a/b", "title": "A"}"#).contains("items[0].url: that is no address"))
            #expect(
                try await fault(#"[{"url": "http://a/b", "title": "A", "headers": {"Host": "b"}}]"#)
                    .contains("items[0].headers: \"Host\" can't be set"))
            #expect(try await box.control("queue").text == "The queue is empty.\n")
            #expect(try await box.control("play", "/nowhere.json").status != 0)
        }
    }
}
