import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let start = HostTime(nanoseconds: 1_000_000_000_000)

@Suite("Low-latency servers that are difficult")
struct LowLatencyServerTests {
    private func run(
        _ seconds: Int = 30, _ options: SessionOptions = SessionOptions(),
        _ answer: @escaping (String, HostTime) -> Simulation.Answer
    ) -> Simulation {
        var run = Simulation(base + "l.m3u8", options: options, answer: answer)
        run.start()
        run.run(for: .seconds(seconds))
        return run
    }

    private func playlists(_ run: Simulation) -> [String] {
        run.actions.compactMap { if case .loadPlaylist(_, let fetch) = $0 { fetch.url } else { nil } }
    }

    @Test("After a 400 comes one full request without directives; who refuses again and again is not asked so any more")
    func refused() {
        let encoder = LowLatencyEncoder()
        var refusals = 1
        let once = run { url, now in
            if url.contains("_HLS_msn"), refusals > 0 {
                refusals -= 1
                return .error(.status(400, url: url, retryAfter: nil))
            }
            return encoder.answer(url, now)
        }
        let urls = playlists(once)
        #expect(urls[1].contains("_HLS_msn") && urls[2] == base + "l.m3u8" && urls[3].contains("_HLS_msn"))
        #expect(once.failure == nil && once.warnings.isEmpty)

        let always = run { url, now in
            url.contains("_HLS_") ? .error(.status(400, url: url, retryAfter: nil)) : encoder.answer(url, now)
        }
        #expect(playlists(always).count { $0.contains("_HLS_") } == 3)
        #expect(always.failure == nil && always.loads(of: "l.m3u8").count < 25)
    }

    @Test("A server that answers a blocking request at once and with nothing new is not hammered")
    func unchanged() {
        var encoder = LowLatencyEncoder()
        encoder.canSkip = false
        let text = encoder.text(at: start)
        let run = run(20) { url, now in url.contains("m3u8") ? .playlist(text) : encoder.answer(url, now) }
        #expect(run.loads(of: "m3u8").count < 30, "\(run.loads(of: "m3u8").count)")
        #expect(run.warnings.contains { if case .playlistStale = $0 { true } else { false } })
    }

    @Test(
        "A server that holds an answer back without end is stale after 1.5 target durations, not only when it answers")
    func heldForever() {
        let encoder = LowLatencyEncoder()
        let run = run(20) { url, now in
            url.contains("m3u8") && now - start > .seconds(10)
                ? .held(until: now + .seconds(3600)) : encoder.answer(url, now)
        }
        #expect(run.warnings.contains { if case .playlistStale = $0 { true } else { false } })
    }

    @Test("An update that skips what is not there is followed by a request for the whole")
    func skippedTooMuch() {
        let encoder = LowLatencyEncoder()
        var isFirst = true
        let run = run { url, now in
            if url.contains("_HLS_skip"), isFirst {
                isFirst = false
                return .playlist(
                    encoder.text(at: now, skips: true).replacing("SKIPPED-SEGMENTS=2", with: "SKIPPED-SEGMENTS=900"))
            }
            return encoder.answer(url, now)
        }
        let urls = playlists(run)
        #expect(urls[1].contains("_HLS_skip") && urls[2] == base + "l.m3u8" && urls[3].contains("_HLS_skip"))
        #expect(run.failure == nil && run.warnings.isEmpty && run.media.count > 50)
    }

    @Test("Of a copy older than half the skip boundary no update is asked for")
    func oldCopy() {
        var exchange = PlaylistExchange()
        var playlist = MediaPlaylist(url: "u")
        playlist.control.canSkipUntil = .seconds(12)
        playlist.segments = [Segment(mediaSequence: 0, discontinuitySequence: 0, url: "a", duration: .seconds(2))]
        exchange.loaded(playlist, age: .seconds(1), tunesIn: false, began: start, now: start)
        #expect(exchange.next(playlist, report: nil, withParts: false, now: start + .seconds(5)).skip == .segments)
        #expect(
            exchange.next(playlist, report: nil, withParts: false, now: start + .milliseconds(5100)).skip == nil,
            "a second was its age")
        playlist.control.canSkipDateRanges = true
        #expect(exchange.next(playlist, report: nil, withParts: false, now: start).skip == .segmentsAndDateRanges)
    }

    @Test("A playlist out of a cache is tuned in by its age before anyone joins")
    func tuneIn() throws {
        let encoder = LowLatencyEncoder()
        let run = run(10) { url, now in
            url.hasSuffix("l.m3u8") ? .playlist(encoder.text(at: now - .seconds(3)), age: 3) : encoder.answer(url, now)
        }
        let urls = playlists(run)
        // The playlist ended at 997 s: part 2 of segment 498 is next. Three seconds and one second, by
        // which its age may be rounded, are eight parts.
        #expect(urls[1].hasPrefix(base + "l.m3u8?_HLS_msn=500&_HLS_part=2"))
        let first = try #require(run.media.first)
        #expect(first.mediaSequence >= 499)
        #expect(run.stalls == 0 && run.warnings.isEmpty)
    }

    @Test("Another variant is opened by what its rendition report says, and goes on at a part")
    func report() throws {
        var (high, low) = (LowLatencyEncoder(), LowLatencyEncoder())
        (high.name, low.name) = ("hi", "lo")
        high.others = ["lo.m3u8"]
        low.others = ["hi.m3u8"]
        var run = Simulation(base + "main.m3u8") { url, now in
            if url.contains("main") {
                return .playlist(
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nhi.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=300000\nlo.m3u8\n"
                )
            }
            if url.contains("/hi"), now - start > .seconds(10) {
                return .error(.status(404, url: url, retryAfter: nil))
            }
            return (url.contains("/hi") ? high : low).answer(url, now)
        }
        run.start()
        run.run(for: .seconds(30))
        let opened = try #require(playlists(run).first { $0.contains("/lo.m3u8") })
        #expect(opened.contains("_HLS_msn=50") && opened.contains("_HLS_part="))
        #expect(run.failure == nil)
        let switched = try #require(run.media.first { $0.variant == 1 })
        #expect(switched.part != nil || switched.showFrom != nil)
        #expect(run.media.last?.variant == 1 && run.media.last?.part != nil)
    }

    @Test("GAP parts are not loaded, and held over")
    func gaps() {
        let encoder = LowLatencyEncoder()
        let run = run { url, now in
            guard case .playlist(let text, _, _) = encoder.answer(url, now) else { return encoder.answer(url, now) }
            return .playlist(
                text.replacing("v503.2.mp4\"\n", with: "v503.2.mp4\",GAP=YES\n").replacing(
                    "TYPE=PART,URI=\"v503.2.mp4\",GAP=YES", with: "TYPE=PART,URI=\"v503.3.mp4\""))
        }
        #expect(!run.media.contains { $0.mediaSequence == 503 && $0.part == 2 })
        #expect(run.actions.contains { if case .gap(.main, _, .milliseconds(500)) = $0 { true } else { false } })
        #expect(run.media.contains { $0.mediaSequence == 503 && $0.part == 3 } && run.failure == nil)
    }

    @Test("A hint that is withdrawn is cancelled; one that fails is loaded once it is listed")
    func withdrawn() {
        let encoder = LowLatencyEncoder()
        let withdrawn = run { url, now in
            guard case .playlist(let text, _, _) = encoder.answer(url, now) else {
                return url.contains("advert") ? .held(until: now + .seconds(60)) : encoder.answer(url, now)
            }
            return .playlist(
                text.replacing("URI=\"v503.2.mp4\"\n", with: "URI=\"advert.mp4\"\n").replacing(
                    "DURATION=0.5,URI=\"advert.mp4\"", with: "DURATION=0.5,URI=\"v503.2.mp4\""))
        }
        let hinted = withdrawn.actions.compactMap {
            if case .loadHint(let id, _, let fetch) = $0, fetch.url.contains("advert") { id } else { nil }
        }
        #expect(hinted.count == 1 && hinted.allSatisfy { withdrawn.actions.contains(.cancel($0)) })
        #expect(withdrawn.media.contains { $0.mediaSequence == 503 && $0.part == 2 && $0.hinted == nil })

        var failed = false
        let refused = run { url, now in
            if url.contains("v503.2."), !failed {
                failed = true
                return .error(.status(404, url: url, retryAfter: nil))
            }
            return encoder.answer(url, now)
        }
        #expect(refused.media.count { $0.mediaSequence == 503 && $0.part == 2 && $0.hinted == nil } == 1)
        #expect(refused.warnings.isEmpty && refused.stalls == 0)
    }

    @Test("Where parts are gone the whole segment is loaded, and only what was not played of it is shown")
    func partsGone() throws {
        let encoder = LowLatencyEncoder()
        var options = SessionOptions()
        options.bufferAhead = .seconds(4)
        var run = Simulation(base + "l.m3u8", options: options) { encoder.answer($0, $1) }
        run.start()
        run.run(for: .milliseconds(5200))
        // A paused viewer: nothing more is loaded until there is room.
        for _ in 0..<48 {
            run.send(.buffered(main: .seconds(10), audio: .seconds(10)))
            run.holdsPosition = true
            run.run(for: .milliseconds(250))
        }
        run.holdsPosition = false
        run.run(for: .seconds(5))
        let index = try #require(run.media.lastIndex { $0.part == nil && $0.showFrom != nil && !$0.isFirst })
        let (before, whole) = (run.media[index - 1], run.media[index])
        #expect(before.mediaSequence == whole.mediaSequence && before.part != nil)
        #expect(whole.showFrom == before.start + before.duration)
        #expect(run.failure == nil)
    }

    @Test("With sound that has no parts all is played at ordinary latency")
    func soundWithoutParts() {
        var video = LowLatencyEncoder()
        video.others = ["a.m3u8"]
        let sound = LiveEncoder(name: "a")
        var run = Simulation(base + "main.m3u8") { url, now in
            if url.contains("main") {
                return .playlist(
                    "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",DEFAULT=YES,URI=\"a.m3u8\"\n"
                        + "#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO=\"a\"\nl.m3u8\n")
            }
            if url.contains("/a") {
                return url.contains("m3u8") ? .playlist(sound.playlist(at: now)) : .media(bytes: 1000)
            }
            return video.answer(url, now)
        }
        run.start()
        run.run(for: .seconds(30))
        #expect(run.failure == nil && run.media.last?.part == nil)
        let windows = run.actions.compactMap { if case .windowChanged(let window) = $0 { window } else { nil } }
        #expect(windows.last?.targetLatency == .seconds(6))
    }
}
