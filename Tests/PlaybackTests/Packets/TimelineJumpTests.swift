import HLS
import MediaCore
import Playback
import Testing

/// Tests of the rules of A.5, one by one, on the timeline map alone.
@Suite("Timeline map: wraps, jumps, discontinuities, drift")
struct TimelineJumpTests {
    private static let turn = Double(1 << 33) / 90_000

    /// A muxed or separate stream whose packets are fed one by one; times in seconds.
    private struct Feeder {
        var map = TimelineMap()
        var placed: [TimelineMap.Kind: [Double]] = [:]

        func position(_ start: Double, _ duration: Double = 6, epoch: UInt64 = 0, contiguous: Bool = true)
            -> TimelineMap.Position
        {
            TimelineMap.Position(
                epoch: TimelineEpoch(generation: 0, discontinuity: epoch), start: MediaTime(seconds: start),
                duration: .nanoseconds(Int64(duration * 1e9)), isContiguous: contiguous)
        }

        @discardableResult
        mutating func put(
            _ kind: TimelineMap.Kind, _ presentation: Double, decode: Double? = nil, duration: Double = 0.04,
            _ position: TimelineMap.Position, beside: Bool = false
        ) -> Double? {
            let stamp = TimelineMap.Stamp(
                presentation: MediaTime(seconds: presentation), decode: decode.map(MediaTime.init(seconds:)),
                duration: .nanoseconds(Int64(duration * 1e9)))
            guard let stamp, case .offset(let offset) = map.place(kind, stamp, in: position, hasPictureBeside: beside)
            else { return nil }
            let at = (stamp.presentation + offset).seconds
            placed[kind, default: []].append(at)
            return at
        }

        /// Feeds a whole segment of one kind, from `raw` on.
        mutating func segment(
            _ kind: TimelineMap.Kind, raw: Double, _ position: TimelineMap.Position, count: Int, step: Double
        ) {
            for index in 0..<count { put(kind, raw + Double(index) * step, duration: step, position) }
        }

        /// The smallest and the largest step between packets placed one after the other, in milliseconds.
        func steps(_ kind: TimelineMap.Kind) -> ClosedRange<Int> {
            let times = placed[kind] ?? []
            let steps = zip(times, times.dropFirst()).map { Int((($1 - $0) * 1000).rounded()) }
            return (steps.min() ?? 0)...(steps.max() ?? 0)
        }
    }

    @Test(
        "renditions that are joined on both sides of a wrap have one clock, whichever comes first",
        arguments: [true, false])
    func joinAtWrap(pictureFirst: Bool) {
        var feeder = Feeder()
        let before = Self.turn - 0.02
        // The picture begins 20 ms before the wrap, the sound 10 ms after it, in a demuxer of its own.
        let kinds: [(TimelineMap.Kind, Double)] =
            pictureFirst ? [(.video, before), (.audio, 0.01)] : [(.audio, 0.01), (.video, before)]
        for (kind, raw) in kinds { feeder.put(kind, raw, feeder.position(100, contiguous: false)) }
        let video = feeder.placed[.video]?.first ?? .nan
        let audio = feeder.placed[.audio]?.first ?? .nan
        #expect(abs(audio - video - 0.03) < 0.000_001)
        #expect(abs(min(video, audio) - 100) < 0.05)
    }

    @Test("sound and picture of one demuxer: the picture leads at a start and at a discontinuity")
    func pictureLeads() {
        var feeder = Feeder()
        #expect(feeder.put(.audio, 9.98, feeder.position(0, contiguous: false), beside: true) == nil)
        #expect(feeder.put(.video, 10.08, decode: 10, feeder.position(0, contiguous: false)) == 0)
        #expect(abs((feeder.put(.audio, 9.98, feeder.position(0, contiguous: false), beside: true) ?? 1) + 0.1) < 1e-6)
        for frame in 1..<150 {
            feeder.put(.video, 10.08 + Double(frame) * 0.04, decode: 10 + Double(frame) * 0.04, feeder.position(0))
        }
        // Sound of the first part ends 70 ms early; the second part's reordering takes longer.
        for frame in 1..<278 {
            feeder.put(.audio, 9.98 + Double(frame) * 0.021333, duration: 0.021333, feeder.position(0), beside: true)
        }
        let next = feeder.position(6, epoch: 1)
        #expect(feeder.put(.audio, 500.02, next, beside: true) == nil)
        #expect(abs((feeder.put(.video, 500.16, decode: 500, next) ?? 0) - 6) < 1e-6)
        #expect(abs((feeder.put(.audio, 500.02, next, beside: true) ?? 0) - 5.86) < 1e-6)
        #expect(feeder.steps(.video) == 40...40)
    }

    @Test("a picture that never comes keeps no sound for ever: placed as alone, it goes on where it was")
    func noPicture() {
        var feeder = Feeder()
        #expect(feeder.put(.audio, 50, feeder.position(7, contiguous: false), beside: true) == nil)
        #expect(feeder.put(.audio, 50, feeder.position(7, contiguous: false)) == 7)
        #expect(abs((feeder.put(.audio, 50.04, feeder.position(7), beside: true) ?? 0) - 7.04) < 1e-6)
    }

    @Test(
        "an encoder that restarts without a mark, back to zero or far ahead, goes on without a hole",
        arguments: [0, 3, 700, 90_000.0])
    func restart(raw: Double) {
        for at in [0, 1, 40, 149] {
            var feeder = Feeder()
            for segment in 0..<4 {
                let position = feeder.position(Double(segment) * 6, contiguous: segment > 0)
                for frame in 0..<150 {
                    let jumped = segment > 1 || segment == 1 && frame >= at
                    let start = jumped ? raw - Double(150 + at) * 0.04 : 500
                    let time = start + Double(segment * 150 + frame) * 0.04
                    feeder.put(.video, time, position)
                    feeder.put(.audio, time + 0.013, position, beside: true)
                }
            }
            #expect(feeder.steps(.video) == 40...40, "at \(at)")
            #expect(feeder.steps(.audio) == 40...40, "at \(at)")
        }
    }

    @Test(
        "a jump of one track alone leaves the other where it is",
        arguments: [(TimelineMap.Kind.video, 400.0), (.video, -30), (.audio, 400), (.audio, -30)])
    func oneTrack(kind: TimelineMap.Kind, jump: Double) {
        var feeder = Feeder()
        for frame in 0..<600 {
            let position = feeder.position(Double(frame / 150) * 6, contiguous: frame > 0)
            let time = 100 + Double(frame) * 0.04
            feeder.put(.video, time + (kind == .video && frame >= 220 ? jump : 0), position)
            feeder.put(.audio, time + (kind == .audio && frame >= 220 ? jump : 0), position)
        }
        #expect(feeder.steps(.video) == 40...40)
        #expect(feeder.steps(.audio) == 40...40)
    }

    @Test("a hole that both tracks have stays a hole, in step, though it is long and the playlist knows of it")
    func realHole() {
        var feeder = Feeder()
        for segment in 0..<4 {
            let position = feeder.position(Double(segment) * 30, 30, contiguous: segment > 0)
            for frame in 0..<150 {
                // The middle of each segment is missing.
                let time = 80 + Double(segment) * 30 + Double(frame) * 0.04 + (frame >= 75 ? 24 : 0)
                feeder.put(.video, time, position)
                feeder.put(.audio, time, position)
            }
        }
        #expect(feeder.steps(.video) == 40...24_040)
        #expect(feeder.placed[.video] == feeder.placed[.audio])
        #expect(abs((feeder.placed[.video]?.last ?? 0) - 119.96) < 1e-6)
    }

    @Test("sound that is missing at the start of a segment is not moved up")
    func missingSound() {
        var feeder = Feeder()
        for segment in 0..<3 {
            let position = feeder.position(Double(segment) * 6, contiguous: segment > 0)
            feeder.segment(.video, raw: 10 + Double(segment) * 6, position, count: 150, step: 0.04)
            let skip = segment == 1 ? 100 : 0
            feeder.segment(
                .audio, raw: 10 + Double(segment) * 6 + Double(skip) * 0.04, position, count: 150 - skip, step: 0.04)
        }
        #expect(feeder.steps(.audio) == 40...4040)
        #expect(abs((feeder.placed[.audio]?.last ?? 0) - (feeder.placed[.video]?.last ?? 1)) < 1e-6)
    }

    @Test("discontinuity numbers that differ between renditions: one clock all the same, and nobody waits")
    func sequenceMismatch() {
        var feeder = Feeder()
        feeder.put(.video, 1000, feeder.position(20, epoch: 3, contiguous: false))
        #expect(abs((feeder.put(.audio, 999.7, feeder.position(20, epoch: 4, contiguous: false)) ?? 0) - 19.7) < 1e-6)
        // A discontinuity number that increases without any discontinuity.
        #expect(abs((feeder.put(.video, 1000.04, feeder.position(26, epoch: 5)) ?? 0) - 20.04) < 1e-6)
    }

    @Test("a rendition that reaches the discontinuity first sets the epoch for both")
    func sharedEpoch() {
        var feeder = Feeder()
        feeder.segment(.video, raw: 100, feeder.position(0, contiguous: false), count: 150, step: 0.04)
        feeder.segment(.audio, raw: 100, feeder.position(0, contiguous: false), count: 281, step: 0.021333)
        feeder.segment(.audio, raw: 7, feeder.position(6, epoch: 1), count: 281, step: 0.021333)
        feeder.segment(.video, raw: 7.01, feeder.position(6, epoch: 1), count: 150, step: 0.04)
        let audio = feeder.placed[.audio]?[281] ?? 0
        let video = feeder.placed[.video]?[150] ?? 0
        #expect(abs(video - audio - 0.01) < 1e-6)
        #expect(abs(video - 6) < 0.03)
    }

    @Test(
        "EXTINF that is rounded moves nothing in ten hours, in either track, nor does what it says of short or long media",
        arguments: [(6.006, 6.0), (5.76, 6.0), (5.5, 6.0), (6.49, 6.0), (2.002, 2.002), (3.2, 4.0)])
    func drift(media: Double, stated: Double) {
        var feeder = Feeder()
        let count = Int(36_000 / media)
        for segment in 0..<count {
            for (kind, part) in [(TimelineMap.Kind.video, 4), (.audio, 5)] {
                let position = feeder.position(Double(segment) * stated, stated, contiguous: segment > 0)
                let raw = 700 + Double(segment) * media
                feeder.segment(kind, raw: raw, position, count: part, step: media / Double(part))
            }
        }
        for kind in [TimelineMap.Kind.video, .audio] {
            let last = feeder.placed[kind]?.last ?? 0
            #expect(abs(last - (Double(count) * media - media / (kind == .video ? 4 : 5))) < 0.001)
        }
        // A segment left out is a hole of its real length, hours later.
        let raw = 700 + Double(count + 1) * media
        let hole = feeder.put(.video, raw, feeder.position(Double(count + 1) * stated, stated, contiguous: false)) ?? 0
        #expect(abs(hole - Double(count + 1) * media) < 0.001)
    }

    @Test("packed audio without a timestamp goes on where it was, however EXTINF is rounded")
    func packedWithoutTime() {
        var feeder = Feeder()
        for segment in 0..<50 {
            let position = feeder.position(Double(segment) * 10, 10, contiguous: segment > 0)
            let base = feeder.map.expectedRaw(.audio, position)?.seconds ?? position.start.seconds
            feeder.segment(.audio, raw: base, position, count: 430, step: 0.02322)
        }
        #expect(feeder.steps(.audio) == 23...23)
    }

    @Test(
        "any sequence of times: neighbours of one track never end up more than 10 s apart without the playlist saying so"
    )
    func anything() {
        var seed: UInt64 = 0x9e37_79b9_7f4a_7c15
        func random(_ range: Range<Double>) -> Double {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Double(seed >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
        }
        for _ in 0..<300 {
            var feeder = Feeder()
            var raw = random(0..<100_000)
            var epoch: UInt64 = 0
            for segment in 0..<12 {
                if random(0..<1) < 0.3 { epoch += 1 }
                let position = feeder.position(Double(segment) * 2, 2, epoch: epoch, contiguous: segment > 0)
                for _ in 0..<50 {
                    if random(0..<1) < 0.01 { raw = random(-100_000..<200_000) }
                    feeder.put(.video, raw, position)
                    if random(0..<1) < 0.9 { feeder.put(.audio, raw + random(-0.1..<0.1), position) }
                    raw += 0.04
                }
            }
            let steps = feeder.steps(.video)
            #expect(steps.lowerBound > -1100 && steps.upperBound <= 10_000)
            #expect(abs((feeder.placed[.video]?.last ?? 1000) - 24) < 40)
        }
    }
}
