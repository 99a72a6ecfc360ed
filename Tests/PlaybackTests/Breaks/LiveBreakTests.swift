import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

/// Breaks in a live channel of 160 × 96, whose server keeps a minute of it and says what time it is.
@Suite("Breaks in a live channel", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct LiveBreakTests {
    private static let url = "http://test/dvr.m3u8"
    private static let listed = 30
    private static let asset = PixelSize(width: 640, height: 360)

    /// Segment 0 begins at 20:00:00; a break is announced so many seconds later.
    private static func playlist(at now: HostTime, _ breaks: [(second: Int, attributes: String)]) -> [UInt8] {
        let first = Int((now - .zero).inSeconds / LiveFixtures.segment)
        func date(_ second: Int) -> String {
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "2026-11-28T20:\(two(second / 60)):\(two(second % 60))Z"
        }
        var lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(first)",
            "#EXT-X-PROGRAM-DATE-TIME:\(date(first * 2))",
        ]
        for (index, item) in breaks.enumerated() {
            lines.append(
                "#EXT-X-DATERANGE:ID=\"b\(index)\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date(item.second))\",\(item.attributes)"
            )
        }
        for number in first..<(first + listed) { lines += ["#EXTINF:2.000,", "live\(number).ts"] }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private func rig(_ breaks: [(second: Int, attributes: String)]) -> PlayerRig {
        var files = LiveFixtures.files
        for (name, bytes) in AdFixtures.files { files["http://ads.test/" + name] = bytes }
        let names = Array(repeating: "#EXT-X-DISCONTINUITY\n#EXTINF:1,\nsize.ts", count: 3).joined(separator: "\n")
        files["http://ads.test/three.m3u8"] = Array(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD\n\(names)\n#EXT-X-ENDLIST".utf8)
        let rig = PlayerRig(files)
        rig.origin.make(Self.url) { [clock = rig.clock] in Self.playlist(at: clock.now, breaks) }
        return rig
    }

    private func play(_ rig: PlayerRig, _ start: SessionOptions.Start = .usual) async throws {
        var source = MediaSource(url: Self.url)
        source.options.start = start
        rig.player.prepare(source, id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
    }

    /// The content's time in seconds of what is on the screen.
    private func content(_ rig: PlayerRig) throws -> Double {
        let status = try #require(rig.player.status)
        let newest = try #require(status.window?.newest)
        return Double(newest.mediaSequence + 1) * LiveFixtures.segment
            - (newest.end - (try #require(status.position))).inSeconds
    }

    private func run(_ rig: PlayerRig, until isThere: (PlayerRig) -> Bool) async {
        for _ in 0..<1500 where !isThere(rig) && !Task.isCancelled { await rig.run(1) }
        #expect(isThere(rig))
    }

    @Test("it is as far behind the live edge afterwards as before, and keeps that distance")
    func distance() async throws {
        // The edge is at 60 s, and it is joined 6 s before that.
        let rig = rig([(58, "X-ASSET-URI=\"http://ads.test/three.m3u8\"")])
        try await play(rig)
        await rig.run(10)
        let began = try content(rig) - (rig.clock.now - .zero).inSeconds
        await run(rig) { $0.player.status?.breakStatus?.isWaiting == false }
        #expect(abs(try content(rig) - 58) < 0.1)
        await run(rig) { $0.player.status?.breakStatus == nil && $0.sizes.last != Self.asset }
        let returned = try content(rig)
        #expect(abs(returned - 61) < 0.3, "\(returned)")
        await rig.run(250)
        let later = try content(rig) - (rig.clock.now - .zero).inSeconds
        #expect(abs(later - began) < 0.4, "\(began), then \(later)")
        #expect(rig.sizes.filter { $0 == Self.asset }.count >= 145)
        rig.player.stop()
    }

    @Test("who comes in the middle of it joins it there, and its channel plays until it is ready")
    func late() async throws {
        let rig = rig([(53, "DURATION=3,X-ASSET-LIST=\"http://ads.test/list\"")])
        rig.origin.make("http://ads.test/list") {
            Array(
                #"{"ASSETS": [{"URI": "one.m3u8", "DURATION": 0.4}, {"URI": "three.m3u8", "DURATION": 3}]}"#.utf8)
        }
        try await play(rig)
        await run(rig) { $0.player.status?.breakStatus?.isWaiting == false }
        let first = try #require(rig.sizes.first)
        #expect(first != Self.asset)
        let list = try #require(rig.origin.requests.first { $0.hasPrefix("http://ads.test/list?") })
        // It was joined at 54 s.
        #expect(list.contains("_HLS_start_offset=1.0") || list.contains("_HLS_start_offset=0.9"), "\(list)")
        #expect(!rig.origin.requests.contains { $0.contains("one.m3u8") })
        let index = try #require(rig.sizes.firstIndex(of: Self.asset))
        let begun = rig.shown[index].time.seconds
        #expect(begun > 0.5 && begun < 0.7, "\(begun)")
        await run(rig) { $0.player.status?.breakStatus == nil && $0.sizes.last != Self.asset }
        #expect(rig.player.status?.stalls == 0)
        rig.player.stop()
    }

    @Test("what is announced as it is due is played; what lies behind the viewer is not")
    func announcedLate() async throws {
        let rig = rig([
            (30, "X-ASSET-URI=\"http://ads.test/three.m3u8\""), (54, "X-ASSET-URI=\"http://ads.test/three.m3u8\""),
        ])
        try await play(rig, .beforeEnd(.seconds(6), of: nil))
        await run(rig) { $0.player.status?.breakStatus?.isWaiting == false }
        #expect(rig.player.status?.breakStatus?.id == "b1")
        await run(rig) { $0.player.status?.breakStatus == nil && $0.sizes.last != Self.asset }
        await rig.run(100)
        #expect(rig.player.status?.breakStatus == nil)
        rig.player.stop()
    }
}
