import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

private func vod(_ count: Int) -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        + (0..<count).map { "#EXTINF:4,\ns\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
}

private let ladder = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=800000
    low/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000000
    mid/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=5000000
    high/l.m3u8
    """

/// The bytes of a segment, by the size that its variant declares.
private func bytes(_ url: String) -> Int {
    (url.contains("high") ? 5_000_000 : url.contains("mid") ? 2_000_000 : 800_000) / 2
}

@Suite("A download that is too slow")
struct DownloadTests {
    private func run(_ root: String, _ options: SessionOptions = SessionOptions(), rate: Double) -> Simulation {
        var run = Simulation(base + "main.m3u8", options: options) { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(root) }
            return url.hasSuffix("m3u8") ? .playlist(vod(60)) : .media(bytes: bytes(url))
        }
        run.rate = rate
        run.start()
        return run
    }

    @Test("The first segment is given up when the line is not what it was, and comes in a lower variant")
    func first() throws {
        var options = SessionOptions()
        options.rememberedThroughput = 10_000_000
        var run = run(ladder, options, rate: 1_200_000)
        run.run(for: .seconds(8))
        let media = run.media
        #expect(media[0].variant == 2 && media[1].variant == 0)
        #expect(media[0].start == media[1].start && media[1].isFirst)
        #expect(run.actions.contains(.cancel(media[0].id)))
        let gaveUp = try #require(run.times[media[1].id]) - #require(run.times[media[0].id])
        #expect(gaveUp < .milliseconds(1500))
    }

    @Test("What will be late is given up for the best variant that will not be, and nothing is left out")
    func late() throws {
        var run = run(ladder, rate: 20_000_000)
        run.run(for: .seconds(30))
        #expect(run.media.last?.variant == 2)
        run.rate = 700_000
        run.run(for: .seconds(100))
        #expect(run.media.last?.variant == 0)
        let starts = run.delivered(.main).map(\.start.seconds)
        #expect(starts == (0..<starts.count).map { Double($0) * 4 })
    }

    @Test("It goes on when nothing lower would be here sooner")
    func nothingLower() {
        var run = run("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=5000000\nhigh/l.m3u8\n", rate: 1_000_000)
        run.run(for: .seconds(120))
        #expect(!run.actions.contains { if case .cancel = $0 { true } else { false } })
        #expect(run.media.count > 4 && run.failure == nil)
    }

    @Test("It goes on while the lower variant's playlist is not there, and ends when that can't be had")
    func noPlaylist() {
        var options = SessionOptions()
        options.rememberedThroughput = 10_000_000
        var run = Simulation(base + "main.m3u8", options: options) { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(ladder) }
            if url.hasSuffix("m3u8"), !url.contains("high") { return .error(.status(404, url: url, retryAfter: nil)) }
            return url.hasSuffix("m3u8") ? .playlist(vod(3)) : .media(bytes: bytes(url))
        }
        run.rate = 2_000_000
        run.start()
        run.run(for: .seconds(60))
        #expect(run.delivered(.main).map(\.mediaSequence) == [0, 1, 2])
        #expect(run.actions.contains(.ended))
    }

    @Test("A connection that says nothing any more is given up before the buffer is empty, and a new one asked for")
    func silent() throws {
        var isSilent = true
        var run = Simulation(base + "l.m3u8") { url, _ in
            if url.hasSuffix("m3u8") { return .playlist(vod(9)) }
            guard url.hasSuffix("s3.ts"), isSilent else { return .media(bytes: 1_000_000) }
            isSilent = false
            return .silence(after: 1000)
        }
        run.start()
        run.run(for: .seconds(30))
        let asked = run.media.filter { $0.fetch.url.hasSuffix("s3.ts") }
        #expect(asked.count == 2)
        #expect(!asked[0].fetch.needsNewConnection && asked[1].fetch.needsNewConnection)
        #expect(run.media.filter(\.fetch.needsNewConnection).count == 1)
        #expect(try #require(run.times[asked[1].id]) - #require(run.times[asked[0].id]) < .seconds(7))
        #expect(run.stalls == 0)
    }

    @Test("A server that is slow to answer is given longer each time, not asked without end")
    func slowToAnswer() throws {
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(vod(2)) : .silence(after: 0)
        }
        run.start()
        run.run(for: .seconds(60))
        let times = run.media.compactMap { run.times[$0.id] }
        #expect(times.count == 3, "the third try is left to the fetcher's time-out")
        #expect(zip(times, times.dropFirst()).map { ($1 - $0).inSeconds.rounded() } == [3, 6])
    }
}
