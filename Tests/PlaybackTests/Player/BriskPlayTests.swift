import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "From the first picture to motion and sound", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct BriskPlayTests {
    private typealias Segment = ScriptedSession.Segment

    private static let ts = (0..<3).map { Segment(url: "ts\($0).ts", duration: 1) }
    private static let mp4 = (0..<3).map {
        Segment(url: "mp\($0).m4s", container: .fragmentedMP4, initialization: "init.mp4", duration: 1)
    }

    @Test(
        "the second picture is there at the next vblank, the sound within 100 ms and in step with it",
        arguments: ["ts", "mp4"])
    func start(container: String) async throws {
        let screening = Screening()
        let session = ScriptedSession(container == "ts" ? Self.ts : Self.mp4)
        await screening.play("a", PlaybackFixtures.files, sessions: ["a": session])
        let comment = Comment(rawValue: screening.summary)
        try #require(screening.shown.count == 75, comment)
        #expect(screening.steps == [40], "none is left out: \(screening.summary)")
        #expect(screening.shown[1].at - screening.shown[0].at == Screening.interval, comment)
        #expect(
            zip(screening.shown.dropFirst(), screening.shown.dropFirst(2)).allSatisfy {
                $1.at - $0.at == .milliseconds(40)
            }, comment)
        let sound = try #require(screening.sound.first, comment)
        #expect(sound.at - screening.shown[0].at <= .milliseconds(100), comment)
        #expect(abs(screening.lag(of: sound).inSeconds) < 0.016, comment)
        #expect(screening.sound.count { $0.frames > AudioSplice.ramp } == 1, comment)
    }

    @Test("the sound begins without a click")
    func click() async throws {
        let screening = Screening(isMarked: false)
        await screening.play("a", PlaybackFixtures.files, sessions: ["a": ScriptedSession(Self.ts)])
        let samples = screening.samples
        let begin = try #require(samples.firstIndex { $0 != 0 })
        let body = samples[(begin + 4800)..<(begin + 48_000)]
        let steepest = zip(body, body.dropFirst()).reduce(Float(0)) { max($0, abs($1.1 - $1.0)) }
        #expect(steepest > 0.001)
        let onset = samples[max(0, begin - 10)..<(begin + 4800)]
        for (a, b) in zip(onset, onset.dropFirst()) where abs(a - b) > steepest * 1.2 {
            Issue.record("a click from \(a) to \(b)")
            break
        }
    }

    @Test("sound that begins a second after the picture joins in step, and the picture does not wait")
    func soundLater() async throws {
        let video = (0..<3).map { Segment(url: "v\($0).ts", duration: 1) }
        let audio = (0..<3).map { Segment(url: "a\($0).ts", duration: 1) }
        var files = PlaybackFixtures.files
        files["a0.ts"] = nil
        let screening = Screening()
        await screening.play("a", files, sessions: ["a": ScriptedSession(video, audio: audio)])
        let comment = Comment(rawValue: screening.summary)
        try #require(screening.shown.count == 75, comment)
        #expect(screening.shown[1].at - screening.shown[0].at == Screening.interval, comment)
        #expect(screening.steps == [40] && screening.stalls == 0, comment)
        let sound = try #require(screening.sound.first, comment)
        #expect(abs((sound.media - .zero).inSeconds - 1) < 0.1, comment)
        #expect(abs(screening.lag(of: sound).inSeconds) < 0.016, comment)
    }
}
