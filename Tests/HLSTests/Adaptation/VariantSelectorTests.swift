import MediaCore
import Testing

@testable import HLS

@Suite("Variants are chosen")
struct VariantSelectorTests {
    private func variant(
        _ bandwidth: UInt64, _ codecs: String = "avc1.64001f,mp4a.40.2", height: Int? = nil,
        _ change: (inout Variant) -> Void = { _ in }
    ) -> Variant {
        var variant = Variant(url: "http://h/\(bandwidth)", bandwidth: bandwidth)
        variant.codecs = codecs.split(separator: ",").map(String.init)
        variant.resolution = height.map { PixelSize(width: $0 * 16 / 9, height: $0) }
        change(&variant)
        return variant
    }

    private func filter(_ change: (inout VariantFilter) -> Void = { _ in }) -> VariantFilter {
        var filter = VariantFilter(videoCodecs: Set(VideoCodec.allCases), audioCodecs: Set(AudioCodec.allCases))
        change(&filter)
        return filter
    }

    private func selector(_ variants: [Variant]) -> VariantSelector {
        VariantSelector(variants: variants, filter: filter())
    }

    private func candidates(_ variants: [Variant], _ change: (inout VariantFilter) -> Void = { _ in }) -> [Int] {
        VariantSelector(variants: variants, filter: filter(change)).candidates
    }

    // MARK: What may be played

    @Test("One video codec family is chosen, audio only where there is nothing else")
    func families() {
        #expect(candidates([variant(5), variant(3, "hvc1.1"), variant(1, "mp4a.40.2"), variant(2)]) == [3, 0])
        #expect(candidates([variant(1, "mp4a.40.2")]) == [0])
        #expect(candidates([variant(1, "vp09.1,mp4a.40.2")]).isEmpty)
        let mixed = [variant(5), variant(3, "hvc1.1,mp4a.40.2"), variant(9, "av01.0,mp4a.40.2")]
        #expect(VariantSelector(variants: mixed, filter: filter(), switchable: [.h264, .hevc]).candidates == [1, 0])
    }

    @Test("A format of a rendition that is not needed does not keep a variant from being played")
    func neededCodecs() {
        #expect(candidates([variant(1, "avc1.4d,mp4a.40.2,ac-4.02.01")]) == [0])
        #expect(candidates([variant(1, "avc1.4d,mp4a.40.2,ec-3")]) { $0.audioCodecs = [.aac] } == [0])
        #expect(candidates([variant(1, "avc1.4d,ac-4.02.01")]).isEmpty)
        #expect(candidates([variant(1, "dvh1.05.06,mp4a.40.2")]).isEmpty)
        #expect(filter().refusal(of: variant(1, "dvh1.05.06,mp4a.40.2")) == .codec("dvh1.05.06"))
    }

    @Test("Of ladders that differ in their sound one is kept to, unless another has larger pictures")
    func severalAudioGroups() {
        func rung(_ bandwidth: UInt64, _ sound: String, _ height: Int) -> Variant {
            variant(bandwidth, "avc1.4d," + sound, height: height) { $0.audioGroup = sound }
        }
        let twice = [rung(1, "mp4a.40.2", 360), rung(3, "ec-3", 360), rung(4, "mp4a.40.2", 720), rung(6, "ec-3", 720)]
        #expect(candidates(twice) == [0, 2])
        #expect(candidates(twice + [rung(9, "ec-3", 1080)]) == [0, 1, 2, 3, 4])
        #expect(candidates(twice) { $0.audioCodecs = [.eac3] } == [1, 3])
    }

    @Test("SDR is shown unless the display shows more; an unknown VIDEO-RANGE is never chosen")
    func videoRange() {
        let variants = [
            variant(9) { $0.videoRange = .pq }, variant(2), variant(8) { $0.videoRange = .hlg },
            variant(3) { $0.videoRange = .unknown },
        ]
        #expect(candidates(variants) == [1])
        #expect(candidates(variants) { $0.videoRanges = [.sdr, .hlg] } == [2])
        #expect(candidates(variants) { $0.videoRanges = [.sdr, .hlg, .pq] } == [0])
        #expect(candidates([variants[3]]).isEmpty)
        #expect(candidates([variants[0]]) == [0], "better in wrong colours than nothing")
    }

    @Test("What needs output protection is not loaded without it")
    func outputProtection() {
        let variants = [
            variant(1) { $0.hdcpLevel = Variant.HDCPLevel.none }, variant(2) { $0.hdcpLevel = .type0 },
            variant(3) { $0.hdcpLevel = .type1 },
        ]
        #expect(candidates(variants) == [0])
        #expect(candidates([variants[1]]).isEmpty)
        #expect(candidates(variants) { $0.outputProtection = .type0 } == [0, 1])
        #expect(candidates(variants) { $0.outputProtection = .type1 } == [0, 1, 2])
    }

    @Test("ALLOWED-CPC keeps from a variant whose content protection the box has not, while there is another")
    func contentProtection() {
        let variants = [variant(1), variant(2) { $0.allowedCPC = "com.example:HW/SW,other:MAIN" }]
        #expect(candidates(variants) == [0])
        #expect(candidates([variants[1]]) == [0])
        #expect(candidates(variants) { $0.contentProtections = ["com.example:SW"] } == [0, 1])
        #expect(candidates(variants) { $0.contentProtections = ["com.example:MAIN"] } == [0])
    }

    @Test("Pictures for two eyes and spheres are left out")
    func videoLayout() {
        for (layout, plays) in [
            ("CH-STEREO", false), ("CH-STEREO,CH-MONO", true), ("CH-MONO/PROJ-EQUI", false), ("PROJ-RECT", true),
        ] {
            #expect(candidates([variant(1) { $0.videoLayout = layout }]) == (plays ? [0] : []), "\(layout)")
        }
    }

    @Test("Frame rates that are not decoded in time are left out, while there is another")
    func frameRate() {
        let variants = [variant(1) { $0.frameRate = 29.97 }, variant(2) { $0.frameRate = 59.94 }, variant(3)]
        #expect(candidates(variants) { $0.maximumFrameRate = 30 } == [0, 2])
        #expect(candidates([variants[1]]) { $0.maximumFrameRate = 30 } == [0])
    }

    @Test("Equal variants are alternates of one level, of other pathways too; the first pathway comes first")
    func alternates() {
        let variants = [
            variant(5) {
                $0.pathway = "B"
                $0.audioGroup = "b"
            },
            variant(5) {
                $0.pathway = "A"
                $0.audioGroup = "a"
            },
            variant(2) { $0.pathway = "A" }, variant(2) { $0.pathway = "A" },
            variant(2, height: 720) { $0.pathway = "A" },
        ]
        let selector = VariantSelector(variants: variants, filter: filter(), pathways: ["A"])
        #expect(selector.candidates == [2, 4, 1])
        #expect(selector.alternates(of: 1) == [0])
        #expect(selector.alternates(of: 2) == [3])
        #expect(selector.alternates(of: 4).isEmpty)
        #expect(selector.start(throughput: 1, excluding: [2]) == 3, "the alternate of what failed, not another level")
        var conditions = Self.conditions(10, ahead: 20)
        conditions.excluding = [4]
        #expect(selector.next(current: 0, conditions) == 0, "no way back to another pathway of the same level")
    }

    @Test("I-frame variants are never candidates")
    func iFrames() throws {
        let text = """
            #EXTM3U
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=5
            a.m3u8
            """
        guard
            case .multivariant(let playlist) = try PlaylistParser.parse(
                Array(text.utf8), url: "http://h/m.m3u8", mode: .strict, imports: nil)
        else {
            Issue.record("no multivariant playlist")
            return
        }
        let selector = VariantSelector(variants: playlist.variants, filter: filter())
        #expect(selector.candidates.map { playlist.variants[$0].url } == ["http://h/a.m3u8"])
    }

    // MARK: Which of them

    private static func conditions(_ throughput: Double?, ahead: Double, goal: Double = 20)
        -> VariantSelector.Conditions
    {
        VariantSelector.Conditions(
            throughput: throughput.map { $0 * 1_000_000 }, ahead: .seconds(ahead), goal: .seconds(goal),
            segment: .seconds(min(4, goal / 3)))
    }

    private var ladder: VariantSelector {
        selector([variant(1_000_000), variant(3_000_000), variant(8_000_000, height: 1080)])
    }

    @Test("The start follows what is remembered of the line")
    func start() {
        #expect(ladder.start(throughput: nil) == 0)
        #expect(ladder.start(throughput: nil, remembered: 8_000_000) == 2)
        #expect(ladder.start(throughput: 6_000_000, remembered: 8_000_000) == 1)
        #expect(ladder.start(throughput: 5_900_000) == 0, "its key frame would take more than 200 ms")
        #expect(ladder.start(throughput: 20_000_000, bandwidth: 3_000_000) == 1)
        #expect(ladder.start(throughput: 20_000_000, bandwidth: 1) == 0, "the cheapest there is")
        #expect(ladder.start(throughput: 20_000_000, size: PixelSize(width: 1280, height: 720)) == 1)
        #expect(ladder.start(throughput: 1, excluding: [0]) == 1)
    }

    @Test("Later the buffer decides too: no rise on a thin one, a dip is waited out on a full one")
    func buffer() {
        #expect(ladder.next(current: 1, Self.conditions(20, ahead: 2)) == 1)
        #expect(ladder.next(current: 1, Self.conditions(20, ahead: 10)) == 2)
        #expect(ladder.next(current: 2, Self.conditions(6, ahead: 20)) == 2)
        #expect(ladder.next(current: 2, Self.conditions(6, ahead: 5)) == 1)
        #expect(ladder.next(current: 1, Self.conditions(nil, ahead: 0)) == 1)
    }

    @Test("At low latency a buffer of a second is a full one")
    func lowLatency() {
        #expect(ladder.next(current: 1, Self.conditions(4, ahead: 0.9, goal: 1.2)) == 1)
        #expect(ladder.next(current: 1, Self.conditions(12, ahead: 1.0, goal: 1.2)) == 2)
        #expect(ladder.next(current: 2, Self.conditions(4.5, ahead: 0.3, goal: 1.2)) == 1)
    }

    @Test("After a fall a higher variant waits, unless the line is much faster")
    func hysteresis() {
        var conditions = Self.conditions(9.5, ahead: 18)
        conditions.sinceFall = .seconds(3)
        #expect(ladder.next(current: 1, conditions) == 1)
        conditions.throughput = 30_000_000
        #expect(ladder.next(current: 1, conditions) == 2)
        conditions.throughput = 9_500_000
        conditions.sinceFall = .seconds(30)
        #expect(ladder.next(current: 1, conditions) == 2)
    }

    @Test("AVERAGE-BANDWIDTH and what segments were seen to cost say what a variant costs, not its peak")
    func cost() {
        let variants = [variant(1_000_000), variant(8_000_000) { $0.averageBandwidth = 4_000_000 }]
        let selector = selector(variants)
        #expect(selector.start(throughput: 8_000_000) == 1)
        var conditions = Self.conditions(6, ahead: 10)
        #expect(selector.next(current: 0, conditions) == 1)
        for _ in 0..<8 { conditions.cost.observe(1_500_000, of: variants[0]) }
        #expect(selector.next(current: 0, conditions) == 0, "dear scenes are dear in every variant")
        conditions.cost = VariantCost()
        for _ in 0..<8 { conditions.cost.observe(300_000, of: variants[0]) }
        conditions.throughput = 4_500_000
        #expect(selector.next(current: 0, conditions) == 1, "cheap ones cheap, but not for ever")
    }

    @Test("Where all have a SCORE, it says what is better")
    func score() {
        let variants = [
            variant(1_000_000) { $0.score = 1 }, variant(3_000_000) { $0.score = 9 },
            variant(5_000_000) { $0.score = 4 },
        ]
        #expect(selector(variants).start(throughput: 20_000_000) == 1)
        #expect(selector(variants).next(current: 0, Self.conditions(20, ahead: 20)) == 1)
        #expect(selector(variants).next(current: 1, Self.conditions(20, ahead: 20)) == 1)
        let unscored = variants.enumerated().map { index, scored in
            var scored = scored
            if index == 0 { scored.score = nil }
            return scored
        }
        #expect(selector(unscored).start(throughput: 20_000_000) == 2)
    }

    @Test("Instead of a download that is late comes the best that is not, else the lowest")
    func lower() {
        func lower(_ current: Int, rate: Double, within: Double) -> Int? {
            ladder.lower(
                than: current, segment: .seconds(4), rate: rate, within: within, cost: VariantCost(), size: nil,
                bandwidth: nil,
                excluding: [])
        }
        #expect(lower(2, rate: 4_000_000, within: 3.5) == 1)
        #expect(lower(2, rate: 4_000_000, within: 1) == 0)
        #expect(lower(2, rate: 100_000, within: 0) == 0)
        #expect(lower(0, rate: 100_000, within: 0) == nil)
    }
}
