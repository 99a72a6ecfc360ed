import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let ladder = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=800000
    low/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=2000000
    mid/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=3000000
    high/l.m3u8
    """

private func vod(_ count: Int, gaps: Set<Int>) -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
        + (0..<count).map { (gaps.contains($0) ? "#EXT-X-GAP\n" : "") + "#EXTINF:4,\ns\($0).ts\n" }.joined()
        + "#EXT-X-ENDLIST\n"
}

@Suite("A gap")
struct GapTests {
    /// Runs a session with gaps in its variants: low, mid, high.
    private func run(_ gaps: [Set<Int>]) -> Simulation {
        var run = Simulation(base + "main.m3u8") { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(ladder) }
            let variant = url.contains("low") ? 0 : url.contains("mid") ? 1 : 2
            return url.hasSuffix("m3u8") ? .playlist(vod(20, gaps: gaps[variant])) : .media(bytes: 100_000)
        }
        run.rate = 20_000_000
        run.start()
        run.run(for: .seconds(100))
        return run
    }

    @Test("In one variant it is filled from another, and then that one is taken again")
    func other() {
        let run = run([[], [], [6, 7]])
        let media = run.delivered(.main)
        #expect(media.map(\.mediaSequence) == Array(0..<20))
        #expect(media.filter { $0.mediaSequence == 6 || $0.mediaSequence == 7 }.allSatisfy { $0.variant == 1 })
        #expect(media.last?.variant == 2)
        #expect(!run.actions.contains { if case .gap = $0 { true } else { false } })
        #expect(run.media.allSatisfy { !($0.variant == 2 && [6, 7].contains($0.mediaSequence)) })
        #expect(run.loads(of: "mid/").count <= 3)
    }

    @Test("In two of three it is filled from the third")
    func third() {
        let run = run([[], [6], [6]])
        #expect(run.delivered(.main).map(\.mediaSequence) == Array(0..<20))
        #expect(!run.actions.contains { if case .gap = $0 { true } else { false } })
    }

    @Test("In all of them the timeline goes on without it, and its segments are never loaded")
    func all() {
        let run = run([[6, 7], [6, 7], [6, 7]])
        #expect(run.delivered(.main).map(\.mediaSequence) == (0..<20).filter { $0 != 6 && $0 != 7 })
        let gaps = run.actions.filter { if case .gap = $0 { true } else { false } }
        #expect(gaps == [6, 7].map { .gap(.main, start: MediaTime(seconds: $0 * 4), duration: .seconds(4)) })
        #expect(run.actions.contains(.ended) && run.failure == nil)
    }

    @Test("Nothing but gaps is told while reloading goes on, and media is played when it comes")
    func onlyGaps() {
        let encoder = LiveEncoder()
        let back = HostTime(nanoseconds: 1_060_000_000_000)
        for isAlone in [true, false] {
            var run = Simulation(base + (isAlone ? "l.m3u8" : "main.m3u8")) { url, now in
                if url.hasSuffix("main.m3u8") { return .playlist(ladder) }
                guard url.hasSuffix("m3u8") else { return .media(bytes: 100_000) }
                let text = encoder.playlist(at: now)
                return .playlist(now < back ? text.replacing("#EXTINF", with: "#EXT-X-GAP\n#EXTINF") : text)
            }
            run.start()
            run.run(for: .seconds(55))
            #expect(run.media.isEmpty)
            #expect(run.warnings.contains { if case .onlyGaps = $0 { true } else { false } })
            #expect(run.loads(of: "l.m3u8").count < 90, "not asked for without end")
            run.run(for: .seconds(60))
            #expect(run.media.count > 15 && run.failure == nil)
        }
    }

    @Test("A redundant stream is taken when one fails, of the same level")
    func redundant() {
        let twice =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlow/l.m3u8\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=2000000\na/l.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2000000\nb/l.m3u8\n"
        var run = Simulation(base + "main.m3u8") { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(twice) }
            if url.contains("/a/"), url.hasSuffix("s5.ts") { return .error(.status(404, url: url, retryAfter: nil)) }
            return url.hasSuffix("m3u8") ? .playlist(vod(12, gaps: [])) : .media(bytes: 100_000)
        }
        run.rate = 20_000_000
        run.start()
        run.run(for: .seconds(80))
        #expect(run.media.map(\.variant) == [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2])
        #expect(run.actions.contains(.ended))
    }
}
