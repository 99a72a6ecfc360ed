import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

private func vod(_ count: Int, extra: String = "") -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n\(extra)"
        + (0..<count).map { "#EXTINF:4,\ns\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"
}

private let ladder = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720
    mid/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360
    low/l.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=5000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1920x1080
    high/l.m3u8
    """

private func status(_ code: Int, retryAfter: Duration? = nil) -> FetchError {
    .status(code, url: base, retryAfter: retryAfter)
}

@Suite("A session decides")
struct SessionTests {
    @Test("A live channel is joined three target durations from its end and never stalls or skips")
    func live() throws {
        let encoder = LiveEncoder()
        var run = Simulation(base + "l.m3u8") { url, now in
            url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 500_000)
        }
        run.start()
        run.run(for: .seconds(120))
        let first = try #require(run.media.first)
        #expect(first.fetch.url == base + "v497.ts" && first.isFirst)
        #expect(first.start == MediaTime(seconds: 6), "zero is the window's first segment")
        let numbers = run.media.map(\.mediaSequence)
        #expect(numbers == Array(497..<(497 + UInt64(numbers.count))))
        #expect(numbers.count >= 60)
        #expect(zip(run.media, run.media.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })
        #expect(run.stalls == 0)
        #expect(run.warnings.isEmpty && run.failure == nil)
        #expect(run.presentations.count == 1)
        #expect(run.presentations[0].window.targetLatency == .seconds(6))
        let loads = run.loads(of: "l.m3u8").count
        #expect((55...62).contains(loads), "one load for each new segment, not more")
    }

    @Test("An unchanged playlist is loaded again after half a target duration, and reported once it is stale")
    func unchanged() {
        let frozen = LiveEncoder(length: 4).playlist(at: HostTime(nanoseconds: 1_000_000_000_000))
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(frozen) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(20))
        let times = run.loads(of: "l.m3u8").map { $0 - run.loads(of: "l.m3u8")[0] }
        #expect(times.prefix(4) == [.zero, .seconds(4), .seconds(6), .seconds(8)])
        #expect(run.warnings.count == 1)
        guard case .playlistStale(_, let unchanged)? = run.warnings.first else {
            Issue.record("no warning")
            return
        }
        #expect(unchanged >= .seconds(6) && unchanged < .seconds(7))
    }

    @Test("A presentation with an end plays from the start, is loaded once, and ends")
    func onDemand() {
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(vod(5)) : .media(bytes: 100_000)
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.media.map(\.mediaSequence) == [0, 1, 2, 3, 4])
        #expect(run.media.map(\.start.seconds) == [0, 4, 8, 12, 16])
        #expect(run.loads(of: "m3u8").count == 1)
        #expect(run.actions.last(where: { if case .wake = $0 { false } else { true } }) == .ended)
    }

    @Test("EXT-X-START, the owner's start and a seek choose the segment and what is shown of it")
    func startPoints() {
        func firstRequest(_ text: String, _ options: SessionOptions = SessionOptions()) -> MediaRequest? {
            var run = Simulation(base + "l.m3u8", options: options) { url, _ in
                url.hasSuffix("m3u8") ? .playlist(text) : .media(bytes: 1000)
            }
            run.start()
            run.run(for: .seconds(1))
            return run.media.first
        }
        #expect(firstRequest(vod(5, extra: "#EXT-X-START:TIME-OFFSET=9\n"))?.mediaSequence == 2)
        let precise = firstRequest(vod(5, extra: "#EXT-X-START:TIME-OFFSET=-5,PRECISE=YES\n"))
        #expect(precise?.mediaSequence == 3 && precise?.showFrom == MediaTime(seconds: 15))
        #expect(firstRequest(vod(5, extra: "#EXT-X-START:TIME-OFFSET=-500\n"))?.mediaSequence == 0)
        var options = SessionOptions()
        options.start = .offset(.seconds(13))
        #expect(firstRequest(vod(5), options)?.mediaSequence == 3)
        options = SessionOptions()
        options.liveStart = .segmentsFromEnd(1)
        let live = LiveEncoder().playlist(at: HostTime(nanoseconds: 1_000_000_000_000))
        #expect(firstRequest(live, options)?.mediaSequence == 499)
    }

    @Test("A film that was left begins there, and no segment before that is asked for; another film begins as it says")
    func resume() {
        func requests(_ text: String, _ place: Int, of length: Int) -> [MediaRequest] {
            var options = SessionOptions()
            options.start = .resume(.seconds(place), ofLength: .seconds(length))
            var run = Simulation(base + "l.m3u8", options: options) { url, _ in
                url.hasSuffix("m3u8") ? .playlist(text) : .media(bytes: 1000)
            }
            run.start()
            run.run(for: .seconds(60))
            return run.media
        }
        let left = requests(vod(100), 250, of: 400)
        #expect(left.first?.mediaSequence == 62 && left.first?.showFrom == MediaTime(seconds: 250))
        #expect(left.count > 10 && left.allSatisfy { $0.mediaSequence >= 62 })
        // The playlist's own start counts where nothing else does, and only there.
        let start = "#EXT-X-START:TIME-OFFSET=9\n"
        #expect(requests(vod(100, extra: start), 250, of: 400).first?.mediaSequence == 62)
        #expect(requests(vod(100, extra: start), 250, of: 409).first?.mediaSequence == 62)
        #expect(requests(vod(100, extra: start), 250, of: 411).first?.mediaSequence == 2)
        #expect(requests(vod(100), 250, of: 389).first?.mediaSequence == 0)
        #expect(requests(vod(100), 405, of: 405).first?.mediaSequence == 0)
        let live = LiveEncoder().playlist(at: HostTime(nanoseconds: 1_000_000_000_000))
        #expect(requests(live, 1, of: 40).first?.mediaSequence == 497)
    }

    @Test("A seek cancels what is under way and goes on from there")
    func seek() throws {
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(vod(50)) : .media(bytes: 10_000_000)
        }
        run.start()
        run.run(for: .seconds(1))
        let first = try #require(run.media.last)
        run.send(.seek(MediaTime(seconds: 101)))
        #expect(run.actions.contains(.cancel(first.id)))
        let next = try #require(run.media.last)
        #expect(next.mediaSequence == 25 && next.isFirst && next.showFrom == MediaTime(seconds: 101))
    }

    @Test("No more than the wanted buffer is loaded ahead, and never two downloads of a stream")
    func bufferLimit() {
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(vod(200)) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(10))
        #expect((6...9).contains(run.media.count), "20 s ahead of 10 s played, in segments of 4 s")
    }

    @Test("An audio rendition is loaded beside the picture and aligned by date, not by number")
    func audioRendition() throws {
        let main = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,URI="de.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
            v.m3u8
            """
        let video = LiveEncoder()
        let audio = LiveEncoder(window: 9, name: "a", firstNumber: 70_000)
        var options = SessionOptions()
        options.preferences.audioLanguages = ["en-GB"]
        var run = Simulation(base + "main.m3u8", options: options) { url, now in
            if url.hasSuffix("main.m3u8") { return .playlist(main) }
            if url.hasSuffix("v.m3u8") { return .playlist(video.playlist(at: now)) }
            if url.hasSuffix("m3u8") { return .playlist(audio.playlist(at: now)) }
            return .media(bytes: 50_000)
        }
        run.start()
        run.run(for: .seconds(30))
        #expect(run.loads(of: "en.m3u8").count > 5 && run.loads(of: "de.m3u8").isEmpty)
        #expect(
            run.presentations.first?.streams == [.main, .audio] || run.presentations.last?.streams == [.main, .audio])
        let sound = run.media.filter { $0.stream == .audio }
        #expect(sound.first?.fetch.url == base + "a497.ts")
        for request in run.media where request.stream == .main {
            let same = sound.first { $0.programDate == request.programDate }
            if let same { #expect(same.start == request.start && same.epoch == request.epoch) }
        }
        #expect(run.stalls == 0)
        let german = try #require(run.presentations[0].renditions.first)
        run.send(.choose(TrackChoices(audio: RenditionChoice(german)), from: nil))
        run.run(for: .seconds(10))
        #expect(run.presentations.last?.audio?.language == "de")
        let selections = Dictionary(grouping: run.media.filter { $0.stream == .audio }, by: \.selection)
        #expect(selections.count == 2)
        for starts in selections.values.map({ $0.map(\.start) }) {
            #expect(starts == starts.sorted() && Set(starts).count == starts.count, "no sound twice, none left out")
        }
    }

    @Test("A rendition that cannot be had does not hold up the picture")
    func brokenRendition() {
        let main = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"
            v.m3u8
            """
        var run = Simulation(base + "main.m3u8") { url, _ in
            if url.hasSuffix("main.m3u8") { return .playlist(main) }
            if url.hasSuffix("a.m3u8") { return .error(status(404)) }
            return url.hasSuffix("m3u8") ? .playlist(vod(5)) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(40))
        #expect(run.media.count == 5 && run.media.allSatisfy { $0.stream == .main })
        #expect(run.presentations.last?.streams == [.main])
        #expect(run.actions.contains(.ended))
    }

    @Test("A faster line brings a better variant, a slower one a lower, each at a segment's boundary")
    func adaptation() {
        var run = Simulation(base + "main.m3u8") { url, now in
            if url.hasSuffix("main.m3u8") { return .playlist(ladder) }
            if url.hasSuffix("m3u8") { return .playlist(vod(100)) }
            return .media(bytes: url.contains("high") ? 2_000_000 : url.contains("mid") ? 900_000 : 350_000)
        }
        run.rate = 20_000_000
        run.start()
        run.run(for: .seconds(60))
        #expect(run.media.first?.variant == 0, "2 Mbit/s is what an unknown line is trusted with")
        #expect(run.media.last?.variant == 2)
        run.rate = 1_200_000
        run.run(for: .seconds(120))
        #expect(run.media.last?.variant == 1)
        let starts = run.delivered(.main).map(\.start.seconds)
        #expect(starts == (0..<starts.count).map { Double($0) * 4 }, "nothing twice, nothing left out")
        run.send(.limitBandwidth(1_000_000))
        run.rate = 50_000_000
        run.run(for: .seconds(60))
        #expect(run.media.last?.variant == 1)

        var options = SessionOptions()
        options.maximumSize = PixelSize(width: 640, height: 360)
        var small = Simulation(base + "main.m3u8", options: options) { url, _ in
            url.hasSuffix("main.m3u8")
                ? .playlist(ladder) : url.hasSuffix("m3u8") ? .playlist(vod(50)) : .media(bytes: 350_000)
        }
        small.rate = 50_000_000
        small.start()
        small.run(for: .seconds(60))
        #expect(Set(small.media.map(\.variant)) == [1], "no larger than is worth showing, however fast the line")
    }

    @Test("A segment that is missing is taken from another variant, and passed over when none has it")
    func missingSegment() {
        for everywhere in [false, true] {
            var run = Simulation(base + "main.m3u8") { url, _ in
                if url.hasSuffix("main.m3u8") { return .playlist(ladder) }
                if url.hasSuffix("m3u8") { return .playlist(vod(8)) }
                if url.hasSuffix("s3.ts"), everywhere || url.contains("mid") { return .error(status(404)) }
                return .media(bytes: 100_000)
            }
            run.start()
            run.run(for: .seconds(90))
            let gaps = run.actions.filter { if case .gap = $0 { true } else { false } }
            #expect(gaps == (everywhere ? [.gap(.main, start: MediaTime(seconds: 12), duration: .seconds(4))] : []))
            #expect(Set(run.media.map(\.mediaSequence)) == Set(0..<8))
            #expect(run.actions.contains(.ended) && run.failure == nil)
        }
    }

    @Test("A channel whose media is all gone is given up, not tried for ever")
    func allMissing() {
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(vod(100)) : .error(status(404))
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.failure == .mediaUnavailable(url: "http://h/…/s6.ts", .fetch(status(404))))
        #expect(run.media.count == 7)
    }

    @Test("Retry-After is waited for")
    func retryAfter() {
        var failures = 2
        var run = Simulation(base + "l.m3u8") { url, _ in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            failures -= 1
            return failures >= 0 ? .error(status(503, retryAfter: .seconds(5))) : .playlist(vod(2))
        }
        run.start()
        run.run(for: .seconds(30))
        let times = run.loads(of: "m3u8")
        #expect(times.count == 3)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(5) })
        #expect(run.media.count == 2)
    }

    @Test("An encoder that starts anew is joined again, behind what was played")
    func restart() throws {
        let old = LiveEncoder(hasDates: false)
        let renewed = LiveEncoder(name: "n", firstNumber: -400, hasDates: false)
        let change = HostTime(nanoseconds: 1_020_000_000_000)
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 100_000) }
            return .playlist(now < change ? old.playlist(at: now) : renewed.playlist(at: now))
        }
        run.start()
        run.run(for: .seconds(60))
        let later = run.media.filter { $0.epoch.generation == 1 }
        #expect(run.warnings.contains(.presentationRestarted(url: "http://h/…/l.m3u8")))
        #expect(later.first?.isFirst == true && later.count > 15)
        let before = try #require(run.media.last { $0.epoch.generation == 0 })
        #expect(later[0].start == before.start + before.duration)
        #expect(run.media.allSatisfy { $0.epoch.generation < 2 })
    }

    @Test("An older copy of the playlist out of a cache changes nothing")
    func staleCopy() {
        let encoder = LiveEncoder()
        var count = 0
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 100_000) }
            count += 1
            return .playlist(encoder.playlist(at: count % 3 == 0 ? now - .seconds(4) : now))
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.media.allSatisfy { $0.epoch.generation == 0 })
        let numbers = run.media.map(\.mediaSequence)
        #expect(numbers == Array(497..<(497 + UInt64(numbers.count))) && numbers.count > 25)
    }

    @Test("A viewer whom the window has left behind joins again, and what was missed leaves no hole")
    func fellBehind() throws {
        let encoder = LiveEncoder()
        let outage = HostTime(nanoseconds: 1_010_000_000_000)..<HostTime(nanoseconds: 1_060_000_000_000)
        var options = SessionOptions()
        options.attempts = 100
        var run = Simulation(base + "l.m3u8", options: options) { url, now in
            if outage.contains(now) { return .error(.unreachable(host: "h", reason: "down")) }
            return url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 100_000)
        }
        run.start()
        run.run(for: .seconds(120))
        #expect(run.warnings.contains { if case .fellBehind = $0 { true } else { false } })
        let place = try #require(run.media.lastIndex { $0.isFirst })
        let (before, resumed) = (run.media[place - 1], run.media[place])
        #expect(resumed.mediaSequence > 520)
        #expect(resumed.start == before.start + before.duration && resumed.epoch.generation == 1)
        #expect(run.failure == nil)
        #expect(run.media.last.map { $0.mediaSequence > 550 } == true)
    }

    @Test("Left behind while another variant is being opened, a viewer joins again: of both nothing is broken")
    func fellBehindBetweenVariants() {
        let encoder = LiveEncoder()
        let root = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nb.m3u8\n"
        // The outage ends at a different point of the session's work each time.
        for length in stride(from: 12_000, through: 40_000, by: 2_000) {
            let outage =
                HostTime(
                    nanoseconds: 1_010_000_000_000)..<HostTime(
                    nanoseconds: 1_010_000_000_000 + Int64(length) * 1_000_000)
            var run = Simulation(base + "l.m3u8") { url, now in
                if url.hasSuffix("l.m3u8") { return .playlist(root) }
                // The variant that plays is back before the other, whose server does not answer at
                // all.
                if url.hasSuffix("b.m3u8"), now >= outage.lowerBound { return .media(bytes: 0) }
                if outage.contains(now) { return .error(.timeout(url: "http://h/", after: .seconds(8))) }
                return url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 100_000)
            }
            run.start()
            run.run(for: .seconds(90))
            #expect(run.failure == nil)
            #expect(run.media.last.map { $0.mediaSequence > 530 } == true, "\(length) ms")
        }
    }

    @Test("A live window that jumps an hour ahead is joined again, behind what was played")
    func jumpAhead() throws {
        let change = HostTime(nanoseconds: 1_020_000_000_000)
        let old = LiveEncoder()
        let jumped = LiveEncoder(firstNumber: 1_800)
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 100_000) }
            return .playlist((now < change ? old : jumped).playlist(at: now))
        }
        run.start()
        run.run(for: .seconds(60))
        let place = try #require(run.media.firstIndex { $0.mediaSequence > 1_800 })
        let (before, after) = (run.media[place - 1], run.media[place])
        #expect(after.isFirst && after.start == before.start + before.duration)
        #expect(run.media.count - place > 15 && run.failure == nil)
    }

    @Test("Gaps are not loaded")
    func gaps() {
        let text = vod(1).replacing(
            "#EXT-X-ENDLIST", with: "#EXT-X-GAP\n#EXTINF:4,\ngap.ts\n#EXTINF:4,\nb.ts\n#EXT-X-ENDLIST")
        var run = Simulation(base + "l.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(text) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(30))
        #expect(run.media.map(\.fetch.url) == [base + "s0.ts", base + "b.ts"])
        #expect(run.actions.contains(.gap(.main, start: MediaTime(seconds: 4), duration: .seconds(4))))
        #expect(run.actions.contains(.ended))
    }

    @Test("References are relative to where the redirect led; reloads go to the first address")
    func redirect() {
        let encoder = LiveEncoder()
        var run = Simulation(base + "l.m3u8") { url, now in
            url.hasSuffix("m3u8")
                ? .playlist(encoder.playlist(at: now), from: "http://cdn/x/y.m3u8?token=1") : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(10))
        #expect(run.media.first?.fetch.url == "http://cdn/x/v497.ts")
        #expect(run.loads(of: "http://h/c/l.m3u8").count > 3)
    }
}
