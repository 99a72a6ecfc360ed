import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "Starting in the middle of a segment", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct StartTests {
    private static func files(_ tags: [String]) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, bytes) in PlaybackFixtures.files { files["http://test/\(name)"] = bytes }
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + tags
        for number in 0..<6 { lines += ["#EXTINF:1.000,", "ts\(number).ts"] }
        files["http://test/vod.m3u8"] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
        return files
    }

    private func played(_ tags: [String], start: SessionOptions.Start = .usual) async throws -> PlayerRig {
        let rig = PlayerRig(Self.files(tags))
        var options = SessionOptions()
        options.start = start
        rig.player.prepare(MediaSource(url: "http://test/vod.m3u8", options: options), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(60)
        rig.player.stop()
        return rig
    }

    @Test("EXT-X-START with PRECISE: no picture and no sound of before is let out")
    func precise() async throws {
        let rig = try await played(["#EXT-X-START:TIME-OFFSET=2.6,PRECISE=YES"])
        let first = try #require(rig.shown.first)
        #expect(abs(first.time.seconds - 2.6) < 0.045)
        // In sync: the sound starts with the picture, not half a second later.
        let start = try #require(rig.peaks.firstIndex { $0 > 0.05 })
        #expect(start < 12)
        #expect(!rig.origin.requests.contains("http://test/ts1.ts"))
    }

    /// Checks that a segment is shown from its beginning: reordered pictures come two after their
    /// decoding, where the segment begins.
    @Test("without it, the segment is shown from its beginning")
    func segment() async throws {
        let rig = try await played(["#EXT-X-START:TIME-OFFSET=2.6"])
        #expect(abs((try #require(rig.shown.first)).time.seconds - 2) < 0.1)
    }

    @Test("a position asked for is where it starts")
    func position() async throws {
        let rig = try await played([], start: .offset(.milliseconds(3300)))
        #expect(abs((try #require(rig.shown.first)).time.seconds - 3.3) < 0.045)
    }
}
