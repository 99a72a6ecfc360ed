import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("Content steering, played", .enabled(if: PlaybackFixtures.isAvailable), .timeLimit(.minutes(2)))
struct SteeredPlaybackTests {
    @Test(
        "a film goes on at the host that its steering server names, with every picture and without a gap in the sound")
    func film() async throws {
        var files: [String: [UInt8]] = [:]
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + (0..<6).flatMap { ["#EXTINF:1,", "ts\($0).ts"] }
        for host in ["a", "b"] {
            files["http://\(host)/film.m3u8"] = Array((lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n").utf8)
            for number in 0..<6 { files["http://\(host)/ts\(number).ts"] = PlaybackFixtures.files["ts\(number).ts"] }
        }
        let variants = ["a", "b"].flatMap {
            ["#EXT-X-STREAM-INF:BANDWIDTH=500000,PATHWAY-ID=\"\($0)\"", "http://\($0)/film.m3u8"]
        }
        let steering = "#EXT-X-CONTENT-STEERING:SERVER-URI=\"http://steer/m\",PATHWAY-ID=\"a\""
        files["http://test/film.m3u8"] = Array((["#EXTM3U", steering] + variants).joined(separator: "\n").utf8)
        files["http://steer/m?_HLS_pathway=%22a%22"] = Array(
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\"b\",\"a\"]}".utf8)
        let rig = PlayerRig(files)
        rig.player.prepare(MediaSource(url: "http://test/film.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .ready })
        await rig.run(300)
        #expect(rig.shown.count == 150 && rig.shown.map(\.time) == rig.shown.map(\.time).sorted())
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        let media = rig.origin.requests.filter { $0.hasSuffix(".ts") }
        #expect(media.last == "http://b/ts5.ts", "\(media)")
        rig.player.stop()
    }
}
