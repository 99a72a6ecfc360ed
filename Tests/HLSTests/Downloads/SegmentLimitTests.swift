import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("What a segment may take")
struct SegmentLimitTests {
    @Test("By its duration and rate: four times what is declared, 100 Mbit/s in any case, within 16 and 256 MiB")
    func limits() {
        #expect(SegmentLimit.bytes(of: .zero, bandwidth: 0) == 16 << 20)
        #expect(SegmentLimit.bytes(of: .seconds(4), bandwidth: 0) == 50_000_000)
        #expect(SegmentLimit.bytes(of: .seconds(4), bandwidth: 5_000_000) == 50_000_000)
        #expect(SegmentLimit.bytes(of: .seconds(4), bandwidth: 40_000_000) == 80_000_000)
        #expect(SegmentLimit.bytes(of: .seconds(-4), bandwidth: .max) == 16 << 20)
        #expect(SegmentLimit.bytes(of: .seconds(1e6), bandwidth: .max) == 256 << 20)
    }

    @Test("A session asks for no more of a segment than that")
    func asked() throws {
        var run = Simulation("http://h/l.m3u8") { url, _ in
            url.contains("m3u8")
                ? .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n")
                : .media(bytes: 1000)
        }
        run.start()
        run.run(for: .seconds(5))
        let media = try #require(run.media.first)
        #expect(media.fetch.maximumBytes == 25_000_000)
    }
}
