import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let master = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2"
    mid/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001f,mp4a.40.2"
    low/l.m3u8
    """
private let media =
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXTINF:4,\ns1.ts\n#EXT-X-ENDLIST\n"

@Suite("The media playlist of the last visit")
struct PlaylistAheadTests {
    private func run(remembered: String, answer: @escaping (String) -> Simulation.Answer? = { _ in nil }) -> Simulation
    {
        var options = SessionOptions()
        options.rememberedPlaylist = remembered
        var run = Simulation(base + "master.m3u8", options: options) { url, _ in
            if let special = answer(url) { return special }
            return url.hasSuffix("master.m3u8")
                ? .playlist(master) : url.hasSuffix("m3u8") ? .playlist(media) : .media(bytes: 100_000)
        }
        run.start()
        run.run(for: .seconds(20))
        return run
    }

    @Test("It is loaded beside the multivariant playlist, once, and the first segment follows a round trip later")
    func named() throws {
        let run = run(remembered: base + "mid/l.m3u8")
        #expect(run.loads(of: "mid/l.m3u8") == run.loads(of: "master.m3u8"))
        #expect(run.media.map(\.fetch.url) == [base + "mid/s0.ts", base + "mid/s1.ts"])
        let first = try #require(run.media.first)
        #expect(run.times[first.id] == run.loads(of: "master.m3u8").first.map { $0 + run.roundTrip })
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("What the multivariant playlist no longer names is let go")
    func unnamed() {
        let run = run(remembered: base + "old/l.m3u8")
        #expect(run.loads(of: "old/l.m3u8").count == 1)
        #expect(run.media.map(\.fetch.url) == [base + "mid/s0.ts", base + "mid/s1.ts"])
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("That it is gone is no failure")
    func gone() {
        let run = run(remembered: base + "old/l.m3u8") { url in
            url.contains("old") ? .error(.status(404, url: url, retryAfter: nil)) : nil
        }
        #expect(run.media.count == 2)
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("A channel that is now a single media playlist plays all the same")
    func single() {
        let run = run(remembered: base + "mid/l.m3u8") { $0.hasSuffix("master.m3u8") ? .playlist(media) : nil }
        #expect(run.media.map(\.fetch.url) == [base + "s0.ts", base + "s1.ts"])
        #expect(run.failure == nil)
    }
}
