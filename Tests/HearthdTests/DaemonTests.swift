import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("The daemon")
    struct DaemonTests {
        @Test("Several run side by side; each stops within two seconds of SIGTERM")
        func sideBySide() async throws {
            let origin = try await TestOrigin()
            let channels = [TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8"))]
            let boxes = try await [TestBox(channels), TestBox(channels), TestBox(channels)]
            for box in boxes { try await box.plays(1) }
            for box in boxes {
                let end = try await box.terminate()
                #expect(end.status == 0)
                #expect(end.after < .seconds(2))
                #expect(!FileManager.default.fileExists(atPath: box.directory.file("socket").path))
            }
        }

        @Test("It stops as quickly while a channel list and a channel do not answer")
        func stopsWaiting() async throws {
            let silent = try SilentListener()
            let box = try await TestBox(lineup: "http://127.0.0.1:\(silent.port)/channels.m3u")
            try await box.control("play", "http://127.0.0.1:\(silent.port)/live.m3u8")
            try await box.reaches("tunes") { $0.url != nil }
            let end = try await box.terminate()
            #expect(end.status == 0 && end.after < .seconds(2))
        }

        @Test(
            "A socket left by a daemon that was killed is taken over; a living one's is not. The channel is remembered")
        func socket() async throws {
            let origin = try await TestOrigin()
            let channels = (1...2).map { TestChannel(name: "Hearth \($0)", url: origin.url("/ch/\($0)/master.m3u8")) }
            let directory = try TestDirectory()
            let first = try await TestBox(channels, directory: directory)
            try await first.plays(1)
            try await first.control("tune", "2")
            try await first.plays(2)
            let second = try await Program.run(
                "hearthd",
                [
                    "--headless", "--socket", directory.file("socket").path, "--state-dir",
                    directory.file("other").path,
                    "--lineup", directory.file("channels.m3u").path,
                ])
            #expect(second.status == 1)
            #expect(second.errors.contains("another hearthd is running there"))
            first.kill()
            let third = try await TestBox(channels, directory: directory)
            try await third.plays(2)
        }

        @Test("What the control API has answered outlives a daemon that is killed as it says so")
        func answered() async throws {
            let channels = (1...2).map { TestChannel(name: "Hearth \($0)", url: "http://127.0.0.1:1/\($0).m3u8") }
            let directory = try TestDirectory()
            var box = try await TestBox(channels, directory: directory)
            for volume in 11...20 {
                #expect(try await box.killed(asItAnswers: .volume, "{\"level\":\(volume)}") == "HTTP/1.1 200 OK\r")
                box = try await TestBox(channels, directory: directory)
                #expect(try await box.status().sound.volume == volume)
            }
            // A channel that never plays: the flip was begun, and that was said.
            for number in [2, 1] {
                #expect(try await box.killed(asItAnswers: .tune, "{\"channel\":\"\(number)\"}") == "HTTP/1.1 200 OK\r")
                box = try await TestBox(channels, directory: directory)
                try await box.reaches("comes back to channel \(number)") { $0.channel?.number == number }
            }
            for isFavourite in [true, false] {
                #expect(try await box.killed(asItAnswers: .favourite, "{\"channel\":\"2\"}") == "HTTP/1.1 200 OK\r")
                box = try await TestBox(channels, directory: directory)
                let list = try Wire.decode(ChannelList.self, from: try await box.control("channels", "--json").output)
                #expect(list.channels.map(\.favourite) == [false, isFavourite])
            }
        }

        @Test("Without a place to write, and with a damaged store, it plays and says so")
        func state() async throws {
            let origin = try await TestOrigin()
            let channels = [TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8"))]
            let nowhere = try await TestBox(channels, state: "/proc/hearth")
            #expect(try await nowhere.plays(1).warnings.contains { $0.contains("nothing will be remembered") })

            let directory = try TestDirectory()
            let state = directory.file("state")
            try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
            try Data(repeating: 0x5a, count: 20_000).write(to: state.appendingPathComponent("hearth.sqlite"))
            let damaged = try await TestBox(channels, directory: directory)
            #expect(try await damaged.plays(1).warnings.contains { $0.contains("damaged") })
            #expect(try await damaged.control("volume", "37").status == 0)
            _ = try await damaged.terminate()
            let again = try await TestBox(channels, directory: directory)
            #expect(try await again.status().sound.volume == 37)
        }

        @Test("A channel list that is a web page, or whose server is away, is told; with it come its channels")
        func lineup() async throws {
            let port = try TestOrigin.unusedPort()
            let waiting = try await TestBox(lineup: "http://user:SECRET@127.0.0.1:\(port)/lineup.m3u?token=SECRET")
            let status = try await waiting.reaches("tells of it") { !$0.warnings.isEmpty }
            #expect(status.state == .idle)
            #expect(
                status.warnings.contains { $0.contains("the channel list can't be read") && $0.contains("127.0.0.1") })
            let origin = try await TestOrigin(port: port)
            let page = try await TestBox(lineup: origin.url("/lineup.m3u?html=1"))
            try await page.reaches("tells of it") { $0.warnings.contains { $0.contains("is not a channel list") } }
            try await waiting.plays(1)
            #expect(try await waiting.status().warnings.isEmpty)
            #expect(!waiting.log.contains("SECRET"))
        }

        @Test("A channel list with broken lines is read without them; the log names file and line")
        func brokenLines() async throws {
            let origin = try await TestOrigin()
            let directory = try TestDirectory()
            let list = directory.file("mine.m3u")
            let good = origin.url("/ch/1/master.m3u8")
            try Data(
                "#EXTM3U\n#EXTINF:-1 tvg-chno=\"1\",Good\n\(good)\n#EXTINF:-1,No address\n#EXTINF:-1,Bad\nnonsense://\u{1}\n"
                    .utf8
            ).write(to: list)
            let box = try await TestBox(lineup: list.path)
            try await box.plays(1)
            #expect(box.log.contains("a line of the channel list was left out"))
            #expect(box.log.contains("file=\(list.path)") && box.log.contains("line="))
        }
    }
}
