import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

/// Breaks as they are seen and heard: a presentation of six seconds, 25 pictures of 320 × 180 a second, and assets of a
/// second, 50 pictures of 640 × 360 a second.
@Suite("Breaks in place of an item", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct BreakTests {
    private static let url = "http://test/film.m3u8"
    private static let asset = PixelSize(width: 640, height: 360)

    /// A film with these date ranges, each without its class and its start date, which is so many seconds in.
    private func rig(_ ranges: [(second: Int, attributes: String)], segments: Int = 6) -> PlayerRig {
        var files = Dictionary(
            uniqueKeysWithValues: PlaybackFixtures.files.map { ("http://test/" + $0, $1) })
        for (name, bytes) in AdFixtures.files { files["http://ads.test/" + name] = bytes }
        for name in ["size", "same"] { files["http://ads.test/\(name).m3u8"] = playlist([name + ".ts"]) }
        files["http://ads.test/two.m3u8"] = playlist(["size.ts", "size.ts"])
        files[Self.url] = playlist(
            (0..<segments).map { "ts\($0).ts" },
            ranges.enumerated().map { index, range in
                "#EXT-X-DATERANGE:ID=\"break\(index)\",CLASS=\"com.apple.hls.interstitial\","
                    + "START-DATE=\"2026-11-28T20:00:0\(range.second)Z\",\(range.attributes)"
            })
        return PlayerRig(files)
    }

    private func playlist(_ names: [String], _ more: [String] = []) -> [UInt8] {
        let lines =
            [
                "#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PLAYLIST-TYPE:VOD",
                "#EXT-X-PROGRAM-DATE-TIME:2026-11-28T20:00:00Z",
            ] + more
            + names.enumerated().flatMap { ($0 > 0 ? ["#EXT-X-DISCONTINUITY"] : []) + ["#EXTINF:1,", $1] }
            + ["#EXT-X-ENDLIST"]
        // The film runs on over its segments.
        let isFilm = names.first == "ts0.ts"
        return Array(lines.filter { !isFilm || $0 != "#EXT-X-DISCONTINUITY" }.joined(separator: "\n").utf8)
    }

    private func play(_ rig: PlayerRig, _ source: MediaSource = MediaSource(url: url)) async throws {
        rig.player.prepare(source, id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
    }

    /// Runs so that what follows an asset is made ready while that plays, however slow the machine is: an asset lasts a
    /// second, and nobody makes the hand's second last as long as one.
    private func runPrepared(_ rig: PlayerRig, _ count: Int) async {
        for _ in 0..<count {
            while rig.player.state.withLock({ Self.isPreparing($0) }), !Task.isCancelled { await Task.yield() }
            await rig.run(1)
        }
    }

    private static func isPreparing(_ state: Player.State) -> Bool {
        guard let breaking = state.breaks[ItemID(1)], breaking.plan.stage == .out, breaking.news.isEmpty else {
            return false
        }
        return breaking.plan.unready.contains { id in
            let isLost = breaking.plan.breaks.contains { $0.lost.contains(id) }
            return !isLost && breaking.assets[id]?.isReady != true
        }
    }

    /// The pictures that were shown, in stretches: whether an asset's, the first and the last in hundredths of a second.
    private func stretches(_ rig: PlayerRig) -> [String] {
        var stretches: [(isAsset: Bool, first: MediaTime, last: MediaTime, count: Int)] = []
        for (picture, size) in zip(rig.shown, rig.sizes) {
            let isAsset = size == Self.asset
            if let last = stretches.last, last.isAsset == isAsset, picture.time > last.last,
                picture.time - last.last < .milliseconds(500)
            {
                stretches[stretches.count - 1].last = picture.time
                stretches[stretches.count - 1].count += 1
            } else {
                stretches.append((isAsset, picture.time, picture.time, 1))
            }
        }
        return stretches.map {
            "\($0.isAsset ? "asset" : "film") \(Int(($0.first.seconds * 100).rounded()))–\(Int(($0.last.seconds * 100).rounded())): \($0.count)"
        }
    }

    @Test(
        "in the middle: the film stands, every picture of both is shown, once, and the film goes on where it was left")
    func middle() async throws {
        let rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0")])
        try await play(rig)
        await rig.run(130)
        let breakStatus = try #require(rig.player.status?.breakStatus)
        #expect(
            breakStatus.asset == 1 && breakStatus.assetCount == 1 && breakStatus.canSkip && !breakStatus.restrictsSkip)
        #expect(
            breakStatus.played > .milliseconds(300) && breakStatus.duration.map { abs($0.inSeconds - 1) < 0.1 } == true)
        #expect(rig.player.status?.position.map { abs($0.seconds - 2) < 0.05 } == true)
        await rig.run(250)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–98: 50", "film 200–596: 100"])
        #expect(await rig.wait { $0 == .ended } != nil)
        #expect(rig.player.status?.framesDropped == 0 && rig.player.status?.stalls == 0)
        #expect(rig.player.status?.breakStatus == nil)
        // The sound breaks off nowhere for longer than a change of items takes.
        let silent = rig.peaks[20..<345].indices.filter { rig.peaks[$0] < 0.05 }
        #expect(silent.count < 6, "\(silent)")
        // Who serves it is told which playing it belongs to.
        #expect(rig.origin.requests.contains { $0.hasPrefix("http://ads.test/size.m3u8?_HLS_primary_id=") })
        rig.player.stop()
    }

    @Test("without an offset the film goes on as much later as the break took; with one, that much, to the frame")
    func offsets() async throws {
        var rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\"")])
        try await play(rig)
        await rig.run(330)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–98: 50", "film 300–596: 75"])
        rig.player.stop()
        rig = self.rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=1.6")])
        try await play(rig)
        await rig.run(330)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–98: 50", "film 360–596: 60"])
        rig.player.stop()
    }

    @Test("before the film: nothing of it is seen before, and its first picture is told once")
    func before() async throws {
        let rig = rig([(0, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0,CUE=\"PRE\"")])
        try await play(rig)
        await rig.run(400)
        #expect(stretches(rig) == ["asset 0–98: 50", "film 0–596: 150"])
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("behind the film: it is over when that is")
    func after() async throws {
        let rig = rig([(0, "X-ASSET-URI=\"http://ads.test/size.m3u8\",CUE=\"POST\"")])
        try await play(rig)
        await rig.run(380)
        #expect(stretches(rig) == ["film 0–596: 150", "asset 0–98: 50"])
        let last = try #require(rig.shown.last?.at)
        let ended = try #require(await rig.wait { $0 == .ended })
        #expect(ended.time >= last)
        rig.player.stop()
    }

    @Test("a list: its assets follow without a gap; several breaks of a place too, and what they take up adds up")
    func several() async throws {
        let rig = rig([
            (2, "X-ASSET-LIST=\"http://ads.test/list\",X-RESUME-OFFSET=1"),
            (2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=1"),
        ])
        rig.origin.make("http://ads.test/list") {
            Array(
                #"{"ASSETS": [{"URI": "size.m3u8", "DURATION": 1}, {"URI": "missing.m3u8", "DURATION": 1}, {"URI": "size.m3u8", "DURATION": 1}]}"#
                    .utf8)
        }
        try await play(rig)
        await runPrepared(rig, 430)
        #expect(
            stretches(rig) == [
                "film 0–196: 50", "asset 0–98: 50", "asset 0–98: 50", "asset 0–98: 50", "film 400–596: 50",
            ])
        let pictures = rig.shown.map(\.at)
        #expect(zip(pictures, pictures.dropFirst()).allSatisfy { $1 - $0 <= .milliseconds(80) })
        rig.player.stop()
    }

    @Test(
        "what can't be had is left out, and nothing of the film with it",
        arguments: [
            "X-ASSET-URI=\"http://ads.test/missing.m3u8\"", "X-ASSET-LIST=\"http://ads.test/missing\"",
            "X-ASSET-LIST=\"http://ads.test/broken\",X-RESUME-OFFSET=3",
        ])
    func missing(attributes: String) async throws {
        let rig = rig([(2, attributes)])
        rig.origin.make("http://ads.test/broken") { Array("{\"ASSETS\": 3}".utf8) }
        try await play(rig)
        await rig.run(330)
        #expect(stretches(rig) == ["film 0–596: 150"])
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("a list without assets says where the film goes on")
    func empty() async throws {
        let rig = rig([(2, "X-ASSET-LIST=\"http://ads.test/list\",X-RESUME-OFFSET=2")])
        rig.origin.make("http://ads.test/list") { Array("{\"ASSETS\": []}".utf8) }
        try await play(rig)
        await rig.run(330)
        #expect(stretches(rig) == ["film 0–196: 50", "film 400–596: 50"])
        rig.player.stop()
    }

    @Test("a limit ends it, and so does the viewer, but not where it has to be watched")
    func ends() async throws {
        var rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=0.5")])
        try await play(rig)
        await rig.run(330)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–48: 25", "film 200–596: 100"])
        rig.player.stop()
        rig = self.rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0")])
        try await play(rig)
        #expect(!rig.player.skipBreak(of: ItemID(1)))
        await rig.run(125)
        #expect(rig.player.skipBreak(of: ItemID(1)))
        await rig.run(205)
        #expect(stretches(rig).count == 3 && stretches(rig).last == "film 200–596: 100")
        rig.player.stop()
        rig = self.rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0,X-RESTRICT=\"SKIP\"")])
        try await play(rig)
        await rig.run(125)
        #expect(rig.player.status?.breakStatus?.restrictsSkip == true && !rig.player.skipBreak(of: ItemID(1)))
        rig.player.stop()
    }

    @Test("the viewer pauses it as anything else; another channel meanwhile leaves nothing behind")
    func interrupted() async throws {
        let rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0")])
        try await play(rig)
        await rig.run(125)
        let shown = rig.shown.count
        rig.player.pause()
        await rig.run(1)
        #expect(rig.player.status?.isPaused == true)
        await rig.run(600)
        #expect(rig.shown.count - shown <= 1 && rig.peaks.suffix(500).allSatisfy { $0 < 0.01 })
        rig.player.resume()
        await rig.run(10)
        #expect(rig.shown.count - shown >= 9 && rig.player.status?.isPaused == false)
        rig.player.prepare(MediaSource(url: "http://test/whole.mp4"), id: ItemID(2))
        rig.player.reveal(ItemID(2))
        _ = try #require(await rig.wait { $0 == .ready })
        await rig.run(50)
        #expect(rig.player.status?.item == ItemID(2) && rig.player.status?.breakStatus == nil)
        #expect(rig.sizes.suffix(20).allSatisfy { $0 != Self.asset })
        // Back again, the film goes on behind the break's place.
        rig.player.reveal(ItemID(1))
        await rig.run(60)
        #expect(rig.player.status?.item == ItemID(1))
        rig.player.stop()
    }

    @Test(
        "a viewer who wanted to be behind it goes on there, and sees nothing of what lies between",
        arguments: [40, 700])
    func wish(after milliseconds: Int) async throws {
        let played = Duration.milliseconds(milliseconds)
        let rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0")])
        try await play(rig)
        // It is said as the break begins, or when the way back was made ready already.
        for _ in 0..<400 where (rig.player.status?.breakStatus?.played ?? .zero) < played { await rig.run(1) }
        rig.player.goOn(ItemID(1), behindBreakAt: MediaTime(seconds: 4))
        await rig.run(300)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–98: 50", "film 400–596: 50"])
        rig.player.stop()
    }

    @Test("a viewer who goes elsewhere leaves it; at its place it is played again")
    func seek() async throws {
        let rig = rig([(2, "X-ASSET-URI=\"http://ads.test/size.m3u8\",X-RESUME-OFFSET=0")])
        try await play(rig)
        await rig.run(125)
        var source = MediaSource(url: Self.url)
        source.options.start = .offset(.milliseconds(1600))
        #expect(rig.player.seek(ItemID(1), with: source))
        while rig.player.status?.isSeeking == true, !Task.isCancelled {
            await rig.run(1)
            await Task.yield()
        }
        #expect(rig.player.status?.breakStatus == nil)
        await rig.run(300)
        #expect(stretches(rig).suffix(3) == ["film 160–196: 10", "asset 0–98: 50", "film 200–596: 100"])
        rig.player.stop()
    }

    /// Shaka's test presentation: 20 s of 192 × 144 at 25 a second, assets of 250 × 144 at 30 (4 s) and of 640 × 360 at 24
    /// (2 s). The places are those that its date ranges name.
    @Test(
        "breaks that others made: first, once, over a stretch of the film; by a list",
        .enabled(if: MediaCorpus.root != nil, "no ../shared/corpora"),
        arguments: [
            ("main", ["250 × 120", "192 × 100", "250 × 120", "192 × 250"]),
            ("list", ["192 × 50", "250 × 120", "640 × 48", "192 × 450"]),
        ])
    func ofOthers(name: String, expected: [String]) async throws {
        let screening = Screening()
        await screening.play(
            "http://corpus/shaka/hls-interstitial/\(name).m3u8", MediaCorpus.files("shaka/hls-interstitial"))
        var stretches: [(width: Int, count: Int)] = []
        for picture in screening.shown {
            if stretches.last?.width == picture.size.width {
                stretches[stretches.count - 1].count += 1
            } else {
                stretches.append((picture.size.width, 1))
            }
        }
        #expect(stretches.map { "\($0.width) × \($0.count)" } == expected, "\(screening.summary)")
        #expect(screening.dropped == 0 && screening.stalls == 0 && screening.ended != nil)
        let film = screening.shown.filter { $0.size.width == 192 }.map(\.time.seconds)
        if name == "main" { #expect(film.allSatisfy { $0 < 3.99 || $0 > 9.99 }) }
    }

    @Test("who plays an item may name breaks of it, in a file too")
    func declared() async throws {
        let rig = rig([])
        let event = InterstitialEvent(id: "declared", asset: .uri("http://ads.test/size.m3u8"), resumeOffset: .zero)
        let source = MediaSource(
            url: "http://test/whole.mp4", interstitials: [PlacedInterstitial(event, at: MediaTime(seconds: 2))])
        try await play(rig, source)
        await rig.run(380)
        #expect(stretches(rig) == ["film 0–196: 50", "asset 0–98: 50", "film 200–596: 100"])
        rig.player.stop()
    }
}
