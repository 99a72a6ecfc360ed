import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let start = HostTime(nanoseconds: 1_000_000_000_000)
private let master = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="a.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
    v.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
    high.m3u8
    """
private let film =
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:4,\ns0.mp4\n#EXTINF:4,\ns1.mp4\n#EXT-X-ENDLIST\n"

@Suite("What the last visit knew")
struct RememberedMediaTests {
    private static func answer(_ url: String, _ now: HostTime) -> Simulation.Answer {
        if url.hasSuffix("master.m3u8") { return .playlist(master) }
        guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
        return .playlist(LiveEncoder(name: url.hasSuffix("a.m3u8") ? "a" : "v").playlist(at: now))
    }

    /// A visit of ten seconds, and the next one after `pause`.
    private func visits(
        _ url: String, pause: Duration, options: SessionOptions = SessionOptions(),
        answer: @escaping (String, HostTime) -> Simulation.Answer = answer,
        then: @escaping (String, HostTime) -> Simulation.Answer = answer
    ) throws -> Simulation {
        var first = Simulation(url, answer: answer)
        first.start()
        first.run(for: .seconds(10))
        var options = options
        let known: RememberedPlaylist? = first.session.remembered
        #expect(known != nil)
        options.rememberedMedia = known
        var run = Simulation(url, options: options, answer: then)
        run.now = first.now + pause
        run.start()
        return run
    }

    private func expectUnbroken(_ run: Simulation, _ stream: StreamKind, _ location: SourceLocation = #_sourceLocation)
    {
        let media = run.media.filter { $0.stream == stream }
        #expect(
            media.count > 10 && zip(media, media.dropFirst()).allSatisfy { $0.mediaSequence + 1 == $1.mediaSequence },
            sourceLocation: location)
        #expect(
            zip(media, media.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start }, sourceLocation: location)
    }

    @Test(
        "A few seconds later media is asked for at once, the picture first, and no more playlists than go on",
        arguments: [
            (500, "master.m3u8"), (1900, "master.m3u8"), (3900, "master.m3u8"), (500, "v.m3u8"), (3500, "v.m3u8"),
        ])
    func live(_ pause: Int, _ name: String) throws {
        var run = try visits(base + name, pause: .milliseconds(pause))
        let now = run.now
        let streams: [StreamKind] = name == "v.m3u8" ? [.main] : [.main, .audio]
        #expect(run.media.map(\.stream) == streams && run.media.allSatisfy { run.times[$0.id] == now && $0.isFirst })
        // The newest complete segment, less three target durations.
        let fresh = UInt64(now.nanoseconds / 1_000_000_000 - 6) / 2
        #expect(
            run.media.allSatisfy { $0.mediaSequence == fresh || $0.mediaSequence + 1 == fresh },
            "\(run.media.map(\.mediaSequence)), \(fresh)")
        run.run(for: .seconds(30))
        #expect(run.loads(of: "master.m3u8").isEmpty)
        let loads = run.loads(of: "v.m3u8").count + run.loads(of: "high.m3u8").count
        #expect((14...18).contains(loads), "\(loads)")
        for stream in streams { expectUnbroken(run, stream) }
        #expect(run.stalls == 0 && run.failure == nil && run.warnings.isEmpty, "\(run.warnings)")
        #expect(run.presentations.first?.start == run.media.first?.start)
    }

    @Test("Of what is too old only the addresses are used: one round trip, for the sound too")
    func old() throws {
        var run = try visits(base + "master.m3u8", pause: .seconds(20))
        let now = run.now
        #expect(run.media.isEmpty)
        // The contents of the multivariant playlist are known: loading it would only take one more
        // connection.
        #expect(["v", "a"].allSatisfy { run.loads(of: "\($0).m3u8") == [now] })
        run.run(for: .seconds(30))
        #expect(run.media.prefix(2).map(\.stream) == [.main, .audio])
        #expect(run.media.prefix(2).allSatisfy { run.times[$0.id] == now + run.roundTrip })
        #expect(run.loads(of: "master.m3u8").isEmpty)
        for stream in [StreamKind.main, .audio] { expectUnbroken(run, stream) }
        #expect(run.stalls == 0 && run.failure == nil && run.warnings.isEmpty)
    }

    @Test("After ten minutes the multivariant playlist is asked for too, beside the others")
    func veryOld() throws {
        var run = try visits(base + "master.m3u8", pause: .seconds(700))
        let now = run.now
        #expect(["master", "v", "a"].allSatisfy { run.loads(of: "\($0).m3u8") == [now] })
        run.run(for: .seconds(30))
        #expect(run.media.prefix(2).allSatisfy { run.times[$0.id] == now + run.roundTrip })
        for stream in [StreamKind.main, .audio] { expectUnbroken(run, stream) }
        #expect(run.stalls == 0 && run.failure == nil && run.warnings.isEmpty)
    }

    @Test(
        "What is gone from the server is asked for as on a first visit, without a word",
        arguments: ["ts", "v.m3u8", "a.m3u8"])
    func gone(_ what: String) throws {
        try gone(what, pause: .milliseconds(2500), generation: 1)
    }

    @Test("So it is when only the addresses were still of use", arguments: ["v.m3u8", "a.m3u8"])
    func goneLater(_ what: String) throws {
        try gone(what, pause: .seconds(30), generation: 1)
    }

    private func gone(_ what: String, pause: Duration, generation: Int) throws {
        var run = try visits(
            base + "master.m3u8", pause: pause,
            then: { url, now in
                // The media of the visit before is gone: all of it has new names.
                if url.hasSuffix("master.m3u8") {
                    return .playlist(master.replacing("v.m3u8", with: "w.m3u8").replacing("a.m3u8", with: "b.m3u8"))
                }
                if url.hasSuffix(what) && !url.contains("/n") { return .error(.status(404, url: url, retryAfter: nil)) }
                guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
                return .playlist(LiveEncoder(name: url.hasSuffix("b.m3u8") ? "na" : "n").playlist(at: now))
            })
        let now = run.now
        run.run(for: .seconds(40))
        #expect(run.loads(of: "master.m3u8") == [now + run.roundTrip])
        #expect(run.failure == nil && run.warnings.isEmpty && run.stalls == 0, "\(run.warnings)")
        // Where only the sound is gone, the picture may have been requested before that is known.
        let video = run.media.filter {
            $0.stream == .main && $0.fetch.url.contains("/n") && $0.epoch.generation == generation
        }
        #expect(video.count > 10 && video[0].isFirst)
        #expect(zip(video, video.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })
        #expect(run.presentations.last?.start == video[0].start)
    }

    @Test("A film is begun at once however long ago that was, and its playlist is not asked for again")
    func vod() throws {
        let answer = { (url: String, _: HostTime) -> Simulation.Answer in
            url.hasSuffix("m3u8") ? .playlist(film) : .media(bytes: 1000)
        }
        var run = try visits(base + "film.m3u8", pause: .seconds(7200), answer: answer, then: answer)
        #expect(run.media.map(\.fetch.url) == [base + "s0.mp4"] && run.media[0].initialization?.url == base + "i.mp4")
        run.run(for: .seconds(30))
        #expect(run.loads(of: "m3u8").isEmpty && run.media.count == 2 && run.actions.contains(.ended))
    }

    @Test("By parts it is good for the distance to the end, and followed by a reload that tells what is new")
    func lowLatency() throws {
        let encoder = LowLatencyEncoder()
        var run = try visits(
            base + "l.m3u8", pause: .milliseconds(600), answer: { encoder.answer($0, $1) },
            then: { encoder.answer($0, $1) })
        let now = run.now
        let first = try #require(run.media.first)
        #expect(run.times[first.id] == now && run.loads(of: "l.m3u8") == [now])
        run.run(for: .seconds(20))
        #expect(run.stalls == 0 && run.failure == nil && run.warnings.isEmpty)
        #expect(zip(run.media, run.media.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })

        let late = try visits(
            base + "l.m3u8", pause: .seconds(3), answer: { encoder.answer($0, $1) }, then: { encoder.answer($0, $1) })
        #expect(late.media.isEmpty && late.loads(of: "l.m3u8").count == 1)
    }

    @Test("Another presentation's, or a variant beyond a limit, is not used")
    func unfit() throws {
        var options = SessionOptions()
        options.maximumBandwidth = 500_000
        var first = Simulation(base + "master.m3u8", answer: Self.answer)
        first.start()
        first.run(for: .seconds(10))
        options.rememberedMedia = first.session.remembered
        options.rememberedMedia?.variant = 1
        options.rememberedMedia?.main.url = base + "high.m3u8"
        var run = Simulation(base + "master.m3u8", options: options, answer: Self.answer)
        run.now = first.now
        run.start()
        // What the multivariant playlist lists is still known.
        #expect(run.media.isEmpty && run.loads(of: "v.m3u8").count == 1 && run.loads(of: "high.m3u8").isEmpty)

        options.maximumBandwidth = nil
        run = Simulation(base + "other/master.m3u8", options: options, answer: Self.answer)
        run.now = first.now
        run.start()
        #expect(run.media.isEmpty && run.loads(of: "m3u8").count == 1)
    }

    @Test("Held from the start, no media is asked for, and the playlists go on")
    func held() throws {
        var run = try visits(base + "v.m3u8", pause: .seconds(1))
        run.send(.holdMedia(true))
        run.run(for: .seconds(20))
        #expect(run.media.count == 1 && run.failure == nil && run.warnings.isEmpty)
        #expect(run.loads(of: "v.m3u8").count > 8)
    }
}
