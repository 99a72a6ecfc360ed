import ControlProtocol
import Foundation
import Testing

extension ProgramTests {
    @Suite("Sounds and subtitles")
    struct TrackTests {
        private func tracks(_ box: TestBox) async throws -> TrackList {
            try Wire.decode(TrackList.self, from: try await box.control("tracks", "--json").output)
        }

        @Test(
            "Another sound is chosen by verb and by key, is told, and is kept for the channel and as a wish on others")
        func choice() async throws {
            let origin = try await TestOrigin()
            let directory = try TestDirectory()
            let channels = [
                TestChannel(name: "One", url: origin.url("/ch/1/master.m3u8?audio=multi")),
                TestChannel(name: "Two", url: origin.url("/ch/2/master.m3u8?audio=alternate")),
            ]
            let box = try await TestBox(channels, directory: directory)
            try await box.plays(1)
            let list = try await tracks(box)
            #expect(list.audio.map(\.name) == ["English", "German", "English (audio description)", "French"])
            #expect(list.audio.first?.selected == true && list.subtitles.isEmpty)
            #expect(try await box.control("audio", "de").status == 0)
            try await box.reaches("sounds German") { $0.playback?.audioTrack == "German" }
            #expect(try await box.control("audio", "Klingon").status == 5)
            #expect(try await box.control("audio", "17").status == 5)
            #expect(try await box.control("subtitles", "next").status == 0)
            #expect(try await box.control("subtitles", "en").status == 4)
            try await box.press("LANGUAGE")
            try await box.reaches("describes") { $0.playback?.audioTrack == "English (audio description)" }
            #expect(try await box.control("audio", "2").status == 0)
            try await box.reaches("is back at German") { $0.playback?.audioTrack == "German" }
            try await box.control("tune", "2")
            try await box.plays(2)
            try await box.reaches("has the same wish") { $0.playback?.audioTrack == "German" }
            #expect(try await box.control("audio", "en").status == 0)
            try await box.reaches("has its own choice") { $0.playback?.audioTrack == "English" }
            _ = try await box.terminate()
            let again = try await TestBox(channels, directory: directory)
            try await again.plays(2)
            try await again.reaches("remembers") { $0.playback?.audioTrack == "English" }
            try await again.control("tune", "1")
            try await again.plays(1)
            try await again.reaches("remembers the other too") { $0.playback?.audioTrack == "German" }
        }
    }
}
