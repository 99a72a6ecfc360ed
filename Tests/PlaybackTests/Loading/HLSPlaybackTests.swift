import Devices
import FFmpeg
import HLS
import MediaCore
import Testing

@testable import Playback

/// Tests from end to end with the real session: playlist text in, pictures and sound out.
@Suite(
    "HLS, from the playlist to the screen", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct HLSPlaybackTests {
    private static func playlist(_ names: [String], live: Bool, map: String? = nil) -> [UInt8] {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:7"]
        if let map { lines.append("#EXT-X-MAP:URI=\"\(map)\"") }
        for name in names { lines += ["#EXTINF:1.000,", name] }
        if !live { lines.append("#EXT-X-ENDLIST") }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func files() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, bytes) in PlaybackFixtures.files { files["http://test/\(name)"] = bytes }
        files["http://test/vod.m3u8"] = playlist((0..<6).map { "ts\($0).ts" }, live: false)
        files["http://test/vod4.m3u8"] = playlist((0..<6).map { "mp\($0).m4s" }, live: false, map: "init.mp4")
        files["http://test/live.m3u8"] = playlist((0..<6).map { "ts\($0).ts" }, live: true)
        files["http://test/page.m3u8"] = Array("<!DOCTYPE html><html></html>".utf8)
        files["http://test/master.m3u8"] = Array(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64000d,mp4a.40.2\"\nvod.m3u8\n".utf8)
        return files
    }

    @Test("a VOD playlist plays whole: 150 frames, each once, then the end", arguments: ["vod", "vod4", "master"])
    func vod(name: String) async throws {
        let rig = PlayerRig(Self.files())
        rig.player.prepare(MediaSource(url: "http://test/\(name).m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(rig.shown.count == 150)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("a live playlist starts and says so")
    func live() async throws {
        let rig = PlayerRig(Self.files())
        rig.player.prepare(MediaSource(url: "http://test/live.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(40)
        #expect(rig.shown.count >= 15)
        #expect(rig.player.status?.info.isLive == true)
        rig.player.stop()
    }

    @Test("what can't be played says why")
    func failures() async throws {
        let rig = PlayerRig(Self.files())
        rig.player.prepare(MediaSource(url: "http://test/page.m3u8"), id: ItemID(1))
        let page = await rig.wait { if case .failed = $0 { true } else { false } }
        guard case .failed(.notAPlaylist) = page?.kind else {
            Issue.record("\(String(describing: page))")
            return
        }
        rig.origin.fail("http://test/gone.m3u8", .unreachable(host: "test", reason: "refused"))
        rig.player.prepare(MediaSource(url: "http://test/gone.m3u8"), id: ItemID(2))
        // Retries wait for the clock.
        let ticking = Task { [clock = rig.clock] in
            var time = HostTime.zero
            while !Task.isCancelled {
                time = time + .milliseconds(50)
                clock.set(time)
                await Task.yield()
            }
        }
        let gone = await rig.wait { if case .failed = $0 { true } else { false } }
        ticking.cancel()
        #expect(gone?.kind == .failed(.unreachable(host: "test", reason: "refused")))
        rig.player.stop()
    }
}
