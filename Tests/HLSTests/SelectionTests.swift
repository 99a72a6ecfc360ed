import MediaCore
import Testing

@testable import HLS

@Suite("Variants and references")
struct SelectionTests {
    private func variant(_ bandwidth: UInt64, _ codecs: String = "avc1.64001f,mp4a.40.2", height: Int? = nil) -> Variant {
        var variant = Variant(url: "http://h/\(bandwidth)", bandwidth: bandwidth)
        variant.codecs = codecs.split(separator: ",").map(String.init)
        variant.resolution = height.map { PixelSize(width: $0 * 16 / 9, height: $0) }
        return variant
    }

    private func selector(_ variants: [Variant]) -> VariantSelector {
        VariantSelector(
            variants: variants, videoCodecs: Set(VideoCodec.allCases), audioCodecs: Set(AudioCodec.allCases))
    }

    @Test("One codec family is chosen, audio only where there is nothing else, protected ones last")
    func candidates() {
        var protected = variant(9)
        protected.hdcpLevel = .type1
        #expect(selector([variant(5), variant(3, "hvc1.1"), variant(1, "mp4a.40.2"), variant(2), protected]).candidates == [3, 0])
        #expect(selector([variant(1, "mp4a.40.2")]).candidates == [0])
        #expect(selector([variant(1, "vp09.1,mp4a.40.2")]).candidates.isEmpty)
    }

    @Test("The start follows what is remembered of the line; later the buffer decides too")
    func choice() {
        let selector = selector([variant(1_000_000), variant(3_000_000), variant(8_000_000, height: 1080)])
        #expect(selector.start(throughput: nil) == 0)
        #expect(selector.start(throughput: nil, remembered: 8_000_000) == 2)
        #expect(selector.start(throughput: 4_000_000, remembered: 8_000_000) == 1)
        #expect(selector.start(throughput: 20_000_000, size: PixelSize(width: 1280, height: 720)) == 1)
        #expect(selector.start(throughput: 1, excluding: [0]) == 1)
        #expect(selector.next(current: 1, throughput: 20_000_000, ahead: .seconds(2)) == 1, "no rise on a thin buffer")
        #expect(selector.next(current: 1, throughput: 20_000_000, ahead: .seconds(10)) == 2)
        #expect(selector.next(current: 2, throughput: 5_000_000, ahead: .seconds(20)) == 2, "a dip is waited out")
        #expect(selector.next(current: 2, throughput: 5_000_000, ahead: .seconds(5)) == 1)
    }

    @Test("Throughput falls at once and rises slowly, and is remembered until it is measured")
    func throughput() throws {
        var estimator = ThroughputEstimator(remembered: 1_000_000)
        #expect(estimator.estimate == 1_000_000)
        estimator.add(bytes: 100, duration: .seconds(10))
        #expect(estimator.estimate == 1_000_000, "too small to tell")
        for _ in 0..<10 { estimator.add(bytes: 1_000_000, duration: .seconds(1)) }
        #expect(abs(try #require(estimator.estimate) - 8_000_000) < 1)
        estimator.add(bytes: 250_000, duration: .seconds(2))
        #expect(try #require(estimator.estimate) < 5_000_000)
        for _ in 0..<2 { estimator.add(bytes: 1_000_000, duration: .seconds(1)) }
        #expect(try #require(estimator.estimate) < 7_500_000)
    }

    @Test("References resolve as RFC 3986 §5.4 says", arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
        ("g..", "http://a/b/c/g.."), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://x/y/../z", "https://x/z"),
    ])
    func references(reference: String, url: String) {
        #expect(URLReference(base: "http://a/b/c/d;p?q").resolve(reference) == url)
    }

    @Test("Dates are read with and without zones", arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031),
        ("2026-11-20T12:00:00", 1_795_176_000_000), ("2024-02-29T00:00:00.5-0130", 1_709_170_200_500),
    ])
    func dates(text: String, milliseconds: Int64) {
        #expect(ProgramDate(iso8601: text) == ProgramDate(nanoseconds: milliseconds * 1_000_000))
    }

    @Test("What is no date is none", arguments: ["", "2026", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00+", "x"])
    func noDates(text: String) {
        #expect(ProgramDate(iso8601: text) == nil)
    }
}
