import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let start = HostTime(nanoseconds: 1_000_000_000_000)

@Suite("A live presentation")
struct SessionLiveTests {
    @Test("An ENDLIST that comes with new segments, wherever it stands, loses none of them")
    func tail() {
        let encoder = LiveEncoder()
        let end = start + .seconds(9)
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            let text = encoder.playlist(at: min(now, end + .seconds(5)))
            return .playlist(
                now < end
                    ? text : text.replacing("#EXT-X-MEDIA-SEQUENCE", with: "#EXT-X-ENDLIST\n#EXT-X-MEDIA-SEQUENCE"))
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.media.map(\.mediaSequence) == Array(497...506).filter { $0 <= run.media.last?.mediaSequence ?? 0 })
        #expect(run.media.last.map { $0.mediaSequence >= 504 } == true)
        #expect(run.actions.contains(.ended))
        let loads = run.loads(of: "m3u8")
        #expect(loads.last.map { $0 - start < .seconds(14) } == true, "nothing is asked for after the end")
    }

    @Test(
        "A playlist that is gone is asked for again while there is something to play, then the presentation was removed"
    )
    func removed() {
        let encoder = LiveEncoder(window: 10)
        let gone = start + .seconds(10)
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            return now < gone ? .playlist(encoder.playlist(at: now)) : .error(.status(404, url: url, retryAfter: nil))
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.failure == .presentationRemoved(url: base + "l.m3u8", status: 404))
        #expect(run.media.last.map { $0.mediaSequence >= 503 } == true)
    }

    @Test("A TARGETDURATION that changes is followed")
    func targetDuration() {
        let encoder = LiveEncoder()
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            let text = encoder.playlist(at: now)
            return .playlist(
                now - start < .seconds(20) ? text : text.replacing("TARGETDURATION:2", with: "TARGETDURATION:3"))
        }
        run.start()
        run.run(for: .seconds(60))
        #expect(run.failure == nil && run.stalls == 0 && run.warnings.isEmpty)
        #expect(run.media.allSatisfy { $0.epoch.generation == 0 } && run.media.count > 25)
    }

    @Test("An EVENT is joined where it is now, or at its beginning when that is wanted")
    func event() {
        let encoder = LiveEncoder(window: 50, extra: "#EXT-X-PLAYLIST-TYPE:EVENT\n")
        var options = SessionOptions()
        for fromStart in [false, true] {
            options.eventsFromStart = fromStart
            var run = Simulation(base + "l.m3u8", options: options) { url, now in
                url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 1000)
            }
            run.start()
            run.run(for: .seconds(5))
            #expect(run.media.first?.mediaSequence == (fromStart ? 450 : 497))
        }
    }

    @Test("EXT-X-START on live goes further back than HOLD-BACK, never nearer, and may say the very moment")
    func startPoint() {
        func first(_ tag: String) -> MediaRequest? {
            let encoder = LiveEncoder(window: 10, extra: "#EXT-X-START:\(tag)\n")
            var run = Simulation(base + "l.m3u8") { url, now in
                url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 1000)
            }
            run.start()
            run.run(for: .seconds(5))
            return run.media.first
        }
        #expect(first("TIME-OFFSET=-1")?.mediaSequence == 497)
        #expect(first("TIME-OFFSET=-13")?.mediaSequence == 493)
        let precise = first("TIME-OFFSET=-13,PRECISE=YES")
        #expect(precise?.mediaSequence == 493 && precise?.showFrom == MediaTime(seconds: 7))
        #expect(first("TIME-OFFSET=3")?.mediaSequence == 491)
    }

    @Test("Hosts and tokens that change from load to load restart nothing; other names for the same numbers do")
    func sameResources() {
        let encoder = LiveEncoder(hasDates: false)
        var count = 0
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            count += 1
            return .playlist(encoder.playlist(at: now), from: "http://edge\(count)/t\(count)/l.m3u8")
        }
        run.start()
        run.run(for: .seconds(30))
        #expect(run.media.allSatisfy { $0.epoch.generation == 0 } && run.media.count > 12 && run.warnings.isEmpty)

        let other = LiveEncoder(name: "w", hasDates: false)
        var renamed = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            return .playlist((now - start < .seconds(10) ? encoder : other).playlist(at: now))
        }
        renamed.start()
        renamed.run(for: .seconds(30))
        #expect(renamed.warnings == [.presentationRestarted(url: "http://h/…/l.m3u8")])
        #expect(renamed.failure == nil && renamed.media.last?.epoch.generation == 1)
    }

    /// Runs a session of sound and picture, each with its playlist.
    private func pair(_ sound: @escaping (HostTime) -> String) -> Simulation {
        let video = LiveEncoder(extra: "#EXT-X-DISCONTINUITY-SEQUENCE:7\n")
        var run = Simulation(base + "main.m3u8") { url, now in
            if url.hasSuffix("main.m3u8") {
                return .playlist(
                    "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",DEFAULT=YES,URI=\"a.m3u8\"\n"
                        + "#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO=\"a\"\nv.m3u8\n")
            }
            if url.hasSuffix("v.m3u8") { return .playlist(video.playlist(at: now)) }
            return url.hasSuffix("m3u8") ? .playlist(sound(now)) : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(30))
        return run
    }

    @Test("A rendition whose discontinuity sequence never comes is waited for by nobody")
    func otherDiscontinuities() {
        let dated = LiveEncoder(name: "a", extra: "#EXT-X-DISCONTINUITY-SEQUENCE:3\n")
        let undated = LiveEncoder(name: "a", hasDates: false, extra: "#EXT-X-DISCONTINUITY-SEQUENCE:3\n")
        for encoder in [dated, undated] {
            let run = pair { encoder.playlist(at: $0) }
            let sound = run.media.filter { $0.stream == .audio }
            #expect(run.stalls == 0 && run.failure == nil && sound.count > 12)
            #expect(zip(sound, sound.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start })
            #expect(sound.first?.start == run.media.first { $0.stream == .main }?.start)
        }
    }

    @Test("Dates that are hours apart in two renditions are not believed: their windows end together")
    func otherClock() {
        let encoder = LiveEncoder(name: "a")
        let run = pair { encoder.playlist(at: $0).replacing("2026-01-01T00", with: "2026-01-01T07") }
        let sound = run.media.filter { $0.stream == .audio }
        #expect(run.stalls == 0 && run.failure == nil && sound.count > 12)
        #expect(sound.first?.start == run.media.first { $0.stream == .main }?.start)
    }

    @Test("Without DISCONTINUITY-SEQUENCE the count goes on when discontinuities leave the window")
    func countedDiscontinuities() {
        let encoder = LiveEncoder(hasDates: false)
        var run = Simulation(base + "l.m3u8") { url, now in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            var lines: [String] = []
            // A discontinuity before every fourth segment.
            for line in encoder.playlist(at: now).split(separator: "\n") {
                if line.hasSuffix(".ts"), let number = Int(line.dropFirst().dropLast(3)), number % 4 == 0 {
                    lines.append("#EXT-X-DISCONTINUITY")
                }
                lines.append(String(line))
            }
            return .playlist(lines.joined(separator: "\n") + "\n")
        }
        run.start()
        run.run(for: .seconds(60))
        let counts = run.media.map(\.epoch.discontinuity)
        #expect(counts == counts.sorted() && Set(counts).count >= 7, "\(counts)")
        #expect(run.failure == nil && run.stalls == 0)
    }
}
