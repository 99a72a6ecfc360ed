import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

/// Tests of screen and loudspeaker where one encoding ends and another begins.
@Suite(
    "Discontinuities play through", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct DiscontinuityTests {
    private typealias Segment = ScriptedSession.Segment

    /// A session of two seconds of programme, an ad of one second, and two seconds of programme.
    private static func session(_ ad: String, discontinuity: (UInt64, UInt64) = (1, 2)) -> ScriptedSession {
        var segments = (0..<2).map { Segment(url: "ts\($0).ts", duration: 1) }
        segments.append(Segment(url: ad, duration: 1, discontinuity: discontinuity.0))
        segments += (2..<4).map { Segment(url: "ts\($0).ts", duration: 1, discontinuity: discontinuity.1) }
        return ScriptedSession(segments)
    }

    private static var files: [String: [UInt8]] {
        PlaybackFixtures.files.merging(AdFixtures.files) { one, _ in one }
    }

    private static func play(_ session: ScriptedSession, isMarked: Bool = true) async -> Screening {
        let screening = Screening(isMarked: isMarked)
        await screening.play("a", files, sessions: ["a": session])
        return screening
    }

    private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    private static let ads: [(ad: String, frames: Int, size: PixelSize, longest: Int)] = [
        ("same.ts", 25, size(320, 180), 40), ("size.ts", 50, size(640, 360), 40), ("hevc.ts", 25, size(480, 270), 40),
        ("mpeg2.ts", 30, size(320, 240), 40),
    ]

    @Test(
        "an ad break: every picture of both, none twice, none held longer than its time, never a blank, sound without a hole",
        arguments: ads)
    func adBreak(_ ad: (ad: String, frames: Int, size: PixelSize, longest: Int)) async {
        let screening = await Self.play(Self.session(ad.ad))
        let comment = Comment(rawValue: screening.summary)
        #expect(
            screening.failure == nil && screening.stalls == 0 && screening.dropped == 0 && screening.blanks == 0,
            comment)
        #expect(screening.shown.count == 100 + ad.frames, comment)
        // The sizes come one after the other, not alternating.
        let sizes = screening.shown.map(\.size)
        #expect(
            sizes == Array(repeating: Self.size(320, 180), count: 50) + Array(repeating: ad.size, count: ad.frames)
                + Array(repeating: Self.size(320, 180), count: 50), comment)
        #expect((screening.steps.max() ?? 0) <= ad.longest + 1 && (screening.steps.min() ?? 0) >= 19, comment)
        #expect((screening.gaps.max() ?? 0) <= ad.longest + 10, comment)
        // In the fixture, the sound of ts1.ts ends 80 ms before its picture: that hole is in the
        // media.
        #expect(screening.silences.allSatisfy { $0 <= .milliseconds(90) }, comment)
        #expect(screening.ended != nil, comment)
        #expect(
            screening.sound.filter { $0.frames > 240 }.allSatisfy { abs(screening.lag(of: $0).inSeconds) <= 0.016 },
            comment)
    }

    @Test("no click where sound changes its codec, rate or channels, or has a hole", arguments: ads.map(\.ad))
    func click(ad: String) async {
        let screening = await Self.play(Self.session(ad), isMarked: false)
        // A sine of 440 Hz at an eighth of full scale rises by 0.0072 from sample to sample.
        let steepest = zip(screening.samples, screening.samples.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) }
        #expect(screening.samples.count > 48_000 * 4)
        #expect((screening.samples.max() ?? 0) > 0.08)
        #expect(steepest < 0.02, "\(steepest)")
    }

    @Test("an encoder that restarts inside the same epoch, and nobody says so", arguments: ["same.ts", "size.ts"])
    func unmarked(ad: String) async {
        let segments = ["ts0.ts", "ts1.ts", ad, "ts0.ts"].map { Segment(url: $0, duration: 1) }
        let screening = await Self.play(ScriptedSession(segments))
        let comment = Comment(rawValue: screening.summary)
        #expect(screening.failure == nil && screening.stalls == 0 && screening.blanks == 0, comment)
        #expect(screening.shown.count >= 75 + (ad == "same.ts" ? 25 : 50) - 1, comment)
        #expect((screening.gaps.max() ?? 0) <= 90, comment)
        #expect(screening.ended != nil, comment)
    }

    @Test("33 bits overflow in the middle: muxed, and in two renditions; every frame, in step")
    func wrap() async {
        let muxed = ScriptedSession([Segment(url: "wrap.ts", duration: 2)])
        let separate = ScriptedSession(
            [Segment(url: "wrap-v.ts", duration: 2)], audio: [Segment(url: "wrap-a.ts", duration: 2)])
        for session in [muxed, separate] {
            let screening = await Self.play(session)
            let comment = Comment(rawValue: screening.summary)
            #expect(screening.shown.count == 50 && screening.steps == [40] && screening.sound.count == 1, comment)
            #expect(screening.sound.allSatisfy { abs(screening.lag(of: $0).inSeconds) <= 0.016 }, comment)
            #expect(
                abs((screening.sound.last?.end.seconds ?? 0) - (screening.shown.last?.time.seconds ?? 1) - 0.04) < 0.05,
                comment)
        }
    }

    /// An ID3 tag with a timestamp (RFC 8216bis 3.1.4).
    private static func tag(_ ticks: Int64) -> [UInt8] {
        let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
        let time = (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * Int64($0))) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(owner.count + 8), 0, 0] + owner + time
        return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    }

    @Test("packed audio is in step with MPEG-TS by its ID3 timestamp, across a wrap too")
    func packed() async {
        var files = Self.files
        let whole = files["whole.aac"] ?? []
        // The picture of v0.ts begins at 1.48 s; that of wrap-v.ts 1.4 s before the wrap.
        files["early.aac"] = Self.tag(133_200 + 45_000) + whole
        files["wrapped.aac"] = Self.tag((8_589_807_000 + 135_000) % (1 << 33)) + whole
        for (video, audio, delay) in [("v0.ts", "early.aac", 0.5), ("wrap-v.ts", "wrapped.aac", 1.5)] {
            let session = ScriptedSession(
                [Segment(url: video, duration: 2)],
                audio: [Segment(url: audio, container: .packedAudio(.aac), duration: 6)])
            let screening = Screening()
            await screening.play("a", files, sessions: ["a": session])
            let comment = Comment(rawValue: "\(audio): \(screening.summary)")
            let end = (screening.sound.last?.end ?? .zero) - (screening.shown.first?.time ?? .zero)
            // 6 s and the encoder's 1024 samples of priming.
            #expect(abs(end.inSeconds - delay - 6.02) < 0.03, comment)
            #expect(screening.sound.allSatisfy { abs(screening.lag(of: $0).inSeconds) <= 0.016 }, comment)
        }
    }
}
