import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let start = HostTime(nanoseconds: 1_000_000_000_000)
private let master = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="a.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,AUDIO="a"
    v.m3u8
    """

@Suite("Holding media")
struct HoldingTests {
    private func live(separateAudio: Bool = false) -> Simulation {
        let video = LiveEncoder()
        let audio = LiveEncoder(name: "a")
        return Simulation(base + (separateAudio ? "master.m3u8" : "v.m3u8")) { url, now in
            if url.hasSuffix("master.m3u8") { return .playlist(master) }
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            return .playlist((url.hasSuffix("a.m3u8") ? audio : video).playlist(at: now))
        }
    }

    @Test("Held from the start, the playlists stay fresh and no media is asked for")
    func fromStart() {
        var run = live(separateAudio: true)
        run.start()
        run.send(.holdMedia(true))
        run.run(for: .seconds(60))
        #expect(run.media.isEmpty)
        #expect((25...32).contains(run.loads(of: "v.m3u8").count) && (25...32).contains(run.loads(of: "a.m3u8").count))
        #expect(run.failure == nil && run.warnings.isEmpty)
        #expect(run.presentations.count == 1, "what there is to play is known")
    }

    @Test("When it ends, media is asked for at once, from where a new viewer would join")
    func release() throws {
        var run = live(separateAudio: true)
        run.start()
        run.send(.holdMedia(true))
        run.run(for: .seconds(61))
        let now = run.now
        run.send(.holdMedia(false))
        #expect(
            run.media.map(\.stream) == [.main, .audio] && run.media.allSatisfy { run.times[$0.id] == now && $0.isFirst }
        )
        // The newest segment is 529, of 1058 s to 1060 s; the start is three target durations
        // before now.
        #expect(run.media.map(\.mediaSequence) == [527, 527])
        #expect(run.presentations.last?.start == run.media[0].start)
        #expect(run.presentations.last?.start == MediaTime(seconds: 66))
        run.run(for: .seconds(30))
        #expect(run.stalls == 0 && run.warnings.isEmpty && run.failure == nil)
        let video = run.media.filter { $0.stream == .main }
        #expect(video.map(\.mediaSequence) == Array(527..<527 + UInt64(video.count)) && video.count > 14)
    }

    @Test("In the middle of playing, what is under way is cancelled; after it the timeline is the same, with a jump")
    func middle() throws {
        var run = live()
        run.start()
        run.run(for: .seconds(10))
        let before = run.media
        run.send(.holdMedia(true))
        run.run(for: .seconds(30))
        #expect(run.media.count == before.count)
        let stalls = run.stalls
        run.send(.holdMedia(false))
        let next = try #require(run.media.dropFirst(before.count).first)
        #expect(next.isFirst && next.epoch == before[0].epoch)
        let number = next.mediaSequence - before[0].mediaSequence
        #expect(next.start == before[0].start + .seconds(2) * Int(number))
        #expect(run.presentations.last?.start == next.start)
        run.run(for: .seconds(20))
        #expect(run.stalls == stalls && run.warnings.isEmpty && run.failure == nil)
    }

    @Test("What is under way when it begins is left for good: joined again, its segment is needed from its beginning")
    func underWay() throws {
        var run = live()
        run.rate = 1000
        run.start()
        run.run(for: .seconds(1))
        let first = try #require(run.media.first)
        run.send(.holdMedia(true))
        #expect(run.actions.contains(.leave(first.id)))
        run.run(for: .seconds(20))
        #expect(run.media.count == 1 && run.warnings.isEmpty)
    }

    @Test("What has a beginning of its own goes on where it was: what was under way is asked for again, the rest once")
    func ownPlace() throws {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + (0..<20).flatMap { ["#EXTINF:2,", "s\($0).ts"] }
        let list = (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n")
        var run = Simulation(base + "v.m3u8") { url, _ in url.hasSuffix("m3u8") ? .playlist(list) : .media(bytes: 1000)
        }
        run.rate = 4000
        run.start()
        run.run(for: .seconds(5))
        let (before, presentations) = (run.media, run.presentations.count)
        let under = try #require(before.last { run.actions.contains(.loadMedia($0)) })
        run.send(.holdMedia(true))
        #expect(run.actions.contains(.cancel(under.id)))
        run.run(for: .seconds(30))
        #expect(run.media.count == before.count)
        run.send(.holdMedia(false))
        run.run(for: .seconds(60))
        let numbers = run.media.map(\.mediaSequence)
        #expect(numbers == before.map(\.mediaSequence) + Array(under.mediaSequence..<20))
        #expect(run.media[before.count].isFirst == under.isFirst && run.presentations.count == presentations)
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("By parts no answer is held back and no hint is asked for; afterwards it is joined at its own distance")
    func lowLatency() throws {
        let encoder = LowLatencyEncoder()
        var run = Simulation(base + "l.m3u8") { encoder.answer($0, $1) }
        run.start()
        run.send(.holdMedia(true))
        run.run(for: .seconds(60))
        func hints(_ run: Simulation) -> Int { run.actions.count { if case .loadHint = $0 { true } else { false } } }
        func blocking(_ run: Simulation) -> Int {
            run.actions.count {
                if case .loadPlaylist(_, let fetch) = $0 { fetch.url.contains("_HLS_msn") } else { false }
            }
        }
        #expect(run.media.isEmpty && hints(run) == 0 && blocking(run) == 0)
        #expect((25...65).contains(run.loads(of: "l.m3u8").count))
        let now = run.now
        run.send(.holdMedia(false))
        run.run(for: .seconds(30))
        let first = try #require(run.media.first)
        let asked = try #require(run.times[first.id])
        #expect(asked - now <= run.roundTrip, "a reload at most comes before")
        #expect(hints(run) > 40 && blocking(run) > 40)
        let shown = first.showFrom ?? first.start
        let end = encoder.window * 2
        // 1.5 s before the end, to within a part.
        let live = MediaTime(seconds: Double(end)) + (now - start)
        #expect(live - shown <= .milliseconds(2100), "\(live - shown)")
        #expect(run.stalls == 0 && run.failure == nil && run.warnings.isEmpty)
    }

    @Test("A blocking reload that is under way is given up")
    func blocked() {
        let encoder = LowLatencyEncoder()
        var run = Simulation(base + "l.m3u8") { encoder.answer($0, $1) }
        run.start()
        run.run(for: .milliseconds(5200))
        let open = run.actions.compactMap {
            if case .loadPlaylist(let id, let fetch) = $0, fetch.url.contains("_HLS_msn") { id } else { nil }
        }
        run.send(.holdMedia(true))
        #expect(open.last.map { run.actions.contains(.cancel($0)) } == true)
        run.run(for: .seconds(20))
        #expect(run.loads(of: "l.m3u8").last.map { run.now - $0 < .seconds(4) } == true)
    }

    @Test("Said before the first playlist, or twice, it is the same")
    func twice() {
        var run = live()
        run.send(.holdMedia(true))
        run.send(.holdMedia(true))
        run.start()
        run.run(for: .seconds(10))
        #expect(run.media.isEmpty)
        run.send(.holdMedia(false))
        run.send(.holdMedia(false))
        #expect(run.media.count == 1)
        run.run(for: .seconds(10))
        #expect(run.stalls == 0 && run.failure == nil)
    }

    @Test("A film is begun at its beginning, and its end is not told while it is held")
    func film() {
        let film = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXTINF:4,\ns1.ts\n#EXT-X-ENDLIST\n"
        var run = Simulation(base + "l.m3u8") { url, _ in url.hasSuffix("m3u8") ? .playlist(film) : .media(bytes: 1000)
        }
        run.start()
        run.send(.holdMedia(true))
        run.run(for: .seconds(30))
        #expect(run.media.isEmpty && !run.actions.contains(.ended) && run.loads(of: "l.m3u8").count == 1)
        run.send(.holdMedia(false))
        run.run(for: .seconds(30))
        #expect(run.media.map(\.mediaSequence) == [0, 1] && run.actions.contains(.ended))
    }

    @Test("A stream that is media itself is left, and begun anew")
    func stream() {
        let source = ProgressiveSession.Source(
            request: FetchRequest(url: base + "s.ts"), container: .mpegTS, length: nil)
        var session = ProgressiveSession(source)
        let first = session.handle(.start, now: start)
        guard case .loadMedia(let one) = first.last else { return #expect(Bool(false)) }
        #expect(session.handle(.holdMedia(true), now: start) == [.cancel(one.id), .wake(at: nil)])
        #expect(session.handle(.mediaFailed(one.id, .fetch(.cancelled)), now: start).isEmpty)
        #expect(session.handle(.wake, now: start + .seconds(9)).isEmpty)
        let again = session.handle(.holdMedia(false), now: start + .seconds(10))
        guard case .loadMedia(let two) = again.last else { return #expect(Bool(false)) }
        #expect(two.isFirst && two.id != one.id && two.epoch != one.epoch)
    }
}

@Suite("A limit of bandwidth")
struct BandwidthLimitTests {
    private let ladder = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001f"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f"
        mid.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.64001f"
        high.m3u8
        """

    private func run(_ limit: UInt64?) -> Simulation {
        var options = SessionOptions()
        options.maximumBandwidth = limit
        options.rememberedThroughput = 30_000_000
        let encoder = LiveEncoder()
        let ladder = ladder
        var run = Simulation(base + "master.m3u8", options: options) { url, now in
            if url.hasSuffix("master.m3u8") { return .playlist(ladder) }
            return url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 50_000)
        }
        run.rate = 30_000_000
        run.start()
        return run
    }

    @Test(
        "Dearer variants are left out while there are cheaper ones",
        arguments: [(nil, 2), (5_000_000, 2), (4_999_999, 1), (800_000, 0), (1, 0)] as [(UInt64?, Int)])
    func limited(_ limit: UInt64?, _ variant: Int) {
        var run = run(limit)
        run.run(for: .seconds(30))
        #expect(Set(run.media.map(\.variant)) == [variant])
        #expect(run.failure == nil && run.stalls == 0)
    }

    @Test("Lifted, the better variant comes with the next segment; set again, the cheaper one")
    func lifted() throws {
        var run = run(1_000_000)
        run.run(for: .seconds(20))
        #expect(Set(run.media.map(\.variant)) == [0])
        let count = run.media.count
        run.send(.limitBandwidth(nil))
        run.run(for: .seconds(6))
        #expect(Set(run.media.dropFirst(count).map(\.variant)) == [2])
        let before = run.media.count
        run.send(.limitBandwidth(2_000_000))
        run.run(for: .seconds(6))
        #expect(Set(run.media.dropFirst(before + 1).map(\.variant)) == [1])
        #expect(run.stalls == 0 && run.failure == nil)
        #expect(zip(run.media, run.media.dropFirst()).allSatisfy { $0.mediaSequence + 1 == $1.mediaSequence })
    }
}
