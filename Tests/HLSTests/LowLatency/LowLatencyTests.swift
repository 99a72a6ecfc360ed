import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

@Suite("Low latency")
struct LowLatencyTests {
    private func run(
        _ encoder: LowLatencyEncoder, _ options: SessionOptions = SessionOptions(), seconds: Int = 60
    ) -> Simulation {
        var run = Simulation(base + "l.m3u8", options: options) { encoder.answer($0, $1) }
        run.start()
        run.run(for: .seconds(seconds))
        return run
    }

    /// Checks that each stretch of the presentation comes once and in order.
    private func expectUnbroken(_ run: Simulation, _ location: SourceLocation = #_sourceLocation) {
        let media = run.media
        #expect(
            zip(media, media.dropFirst()).allSatisfy { $0.start + $0.duration == $1.start }, sourceLocation: location)
        #expect(run.failure == nil && run.warnings.isEmpty, "\(run.warnings)", sourceLocation: location)
    }

    @Test("A channel by parts is joined PART-HOLD-BACK from its end and followed part by part, without a stall")
    func follows() throws {
        let encoder = LowLatencyEncoder()
        let run = run(encoder)
        expectUnbroken(run)
        #expect(run.stalls == 0)
        let first = try #require(run.media.first)
        // The playlist ends at 1000 s with segment 499; 1.5 s before that lies in this segment,
        // which starts 2 s before.
        #expect(first.mediaSequence == 499 && first.part == nil && first.isFirst)
        #expect(first.showFrom == MediaTime(seconds: 14.5))
        #expect(run.media.dropFirst().allSatisfy { $0.part != nil })
        #expect(run.media.count > 115)
        #expect(run.presentations[0].window.targetLatency == .milliseconds(1500))
        #expect(run.presentations[0].window.partTarget == .milliseconds(500))
        let late = run.positions.suffix(100).map {
            encoder.latency($0, joinedAt: HostTime(nanoseconds: 1_000_000_000_000))
        }
        #expect(late.allSatisfy { $0 <= .milliseconds(1750) }, "\(late.max() ?? .zero)")
    }

    @Test("Each new part is asked for once: by its hint, and the playlist by one blocking reload")
    func requests() {
        let run = run(LowLatencyEncoder())
        let hints = run.actions.compactMap { if case .loadHint(_, _, let fetch) = $0 { fetch.url } else { nil } }
        let direct = run.media.filter { $0.hinted == nil }.map(\.fetch.url)
        #expect(Set(hints).count == hints.count && Set(direct).count == direct.count)
        #expect(Set(hints).intersection(direct).isEmpty)
        #expect(hints.count > 110 && direct.count < 6)
        let loads = run.loads(of: "l.m3u8")
        #expect((115...125).contains(loads.count), "\(loads.count)")
        let urls = run.actions.compactMap { if case .loadPlaylist(_, let fetch) = $0 { fetch.url } else { nil } }
        let queries = urls.prefix(4).map { String($0.dropFirst("http://h/c/l.m3u8".count)) }
        let expected: [String] = [
            "", "?_HLS_msn=500&_HLS_part=0&_HLS_skip=YES", "?_HLS_msn=500&_HLS_part=1&_HLS_skip=YES",
            "?_HLS_msn=500&_HLS_part=2&_HLS_skip=YES",
        ]
        #expect(queries == expected)
        let blocking = run.actions.compactMap { action -> Duration? in
            if case .loadPlaylist(_, let fetch) = action, fetch.url.contains("_HLS_msn") {
                fetch.firstByteTimeout
            } else {
                nil
            }
        }
        #expect(blocking.allSatisfy { $0 > .seconds(6) }, "longer than a server may hold it back")
    }

    @Test("A hint without an end is one download for all the parts that come out of it")
    func openRanges() throws {
        var encoder = LowLatencyEncoder()
        encoder.isRanged = true
        let run = run(encoder)
        expectUnbroken(run)
        let hints = run.actions.compactMap { if case .loadHint(_, _, let fetch) = $0 { fetch } else { nil } }
        #expect(Set(hints.map(\.url)).count == hints.count && hints.count > 25)
        let slices = run.media.compactMap(\.hinted)
        #expect(slices.count > 100)
        let last = UInt64(3 * LowLatencyEncoder.partBytes)
        #expect(slices.contains { $0.offset == last })
        let first = try #require(hints.first?.range)
        let end = first.offset + (first.length ?? 0)
        #expect(end == 9_007_199_254_740_992)
    }

    @Test(
        "Without what the profile asks for, a channel with parts is played as any other, by blocking reloads of segments"
    )
    func profile() throws {
        var undated = LowLatencyEncoder()
        undated.hasDates = false
        var unhinted = LowLatencyEncoder()
        unhinted.hasHints = false
        var off = SessionOptions()
        off.lowLatency = false
        for (encoder, options) in [
            (undated, SessionOptions()), (unhinted, SessionOptions()), (LowLatencyEncoder(), off),
        ] {
            let run = run(encoder, options)
            expectUnbroken(run)
            #expect(run.media.allSatisfy { $0.part == nil } && run.stalls == 0)
            #expect(run.media.first?.mediaSequence == 497)
            #expect(run.presentations[0].window.targetLatency == .seconds(6))
            let urls = run.actions.compactMap { if case .loadPlaylist(_, let fetch) = $0 { fetch.url } else { nil } }
            #expect(urls.dropFirst().first == base + "l.m3u8?_HLS_msn=500&_HLS_skip=YES")
            #expect((28...33).contains(urls.count), "one for each segment: \(urls.count)")
        }
        var polled = LowLatencyEncoder()
        polled.canBlock = false
        let run = run(polled)
        #expect(run.media.allSatisfy { $0.part == nil } && run.stalls == 0)
        #expect(!run.loads(of: "l.m3u8").isEmpty && run.loads(of: "_HLS_msn").isEmpty)
    }
}
