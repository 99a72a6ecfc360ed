import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("Whatever a low-latency server does")
struct LowLatencyPropertyTests {
    private static func encoder(_ random: inout SplitMix) -> LowLatencyEncoder {
        var encoder = LowLatencyEncoder()
        encoder.part = .milliseconds(200 + 100 * random.below(9))
        encoder.partsInSegment = 1 + random.below(6)
        // No segment is under a second: target durations are whole seconds.
        while encoder.segment < .seconds(1) { encoder.partsInSegment += 1 }
        encoder.window = 6 + random.below(5)
        encoder.holdBack = 2 + random.below(3)
        encoder.canSkip = random.below(3) > 0
        encoder.isRanged = random.below(3) == 0
        encoder.mapChanges = random.below(3) == 0 ? 3 : 0
        encoder.independentParts = random.below(2) == 0 ? [0] : [0, 2, 4]
        return encoder
    }

    @Test(
        "Every part is played once, in order; nothing is asked for that is not there; the distance to the end is held")
    func faultless() async {
        var random = SplitMix(state: 11)
        var parts = 0
        for number in 0..<40 {
            // Other tests' servers answer on the same few threads.
            await Task.yield()
            let encoder = Self.encoder(&random)
            var options = SessionOptions()
            options.jitterSeed = UInt64(number)
            var missing: [String] = []
            var run = Simulation("http://h/c/l.m3u8", options: options) { url, now in
                let answer = encoder.answer(url, now)
                if case .error = answer { missing.append(url) }
                return answer
            }
            run.rate = 50_000_000
            // A time anywhere within a part.
            run.now = run.now + .milliseconds(random.below(3000))
            let start = run.now
            run.start()
            run.run(for: .seconds(25))
            #expect(missing.isEmpty, "\(number): \(missing.prefix(3))")
            let media = run.played
            #expect(zip(media, media.dropFirst()).allSatisfy { Self.isNext($1, after: $0) }, "\(number)")
            #expect(run.failure == nil && run.warnings.isEmpty, "\(number): \(run.warnings)")
            let fetched = run.media.filter { $0.hinted == nil }.map { "\($0.fetch.url) \($0.fetch.range?.offset ?? 0)" }
            #expect(Set(fetched).count == fetched.count, "\(number)")
            parts += media.count { $0.part != nil }
            // A part may be late by the line's delay; and the first playlist may be a part old.
            let bound = encoder.part * encoder.holdBack + encoder.part + .milliseconds(600)
            let late = run.positions.suffix(50).map { encoder.latency($0, joinedAt: start) }
            #expect(late.allSatisfy { $0 <= bound }, "\(number): \(late.max() ?? .zero) of \(bound), \(encoder)")
        }
        print("\(parts) parts")
    }

    /// Whether one request follows the other without a gap; durations are rounded in the playlist.
    private static func isNext(_ media: MediaRequest, after other: MediaRequest) -> Bool {
        let apart = media.start - (other.start + other.duration)
        return apart < .milliseconds(2) && apart > .milliseconds(-2)
    }

    @Test(
        "With requests that fail, hints that are withdrawn and servers that refuse to hold back, it plays on and nothing comes twice"
    )
    func faults() async {
        var random = SplitMix(state: 5)
        for number in 0..<40 {
            // Other tests' servers answer on the same few threads.
            await Task.yield()
            let encoder = Self.encoder(&random)
            let refuses = random.below(8) == 0
            let cached = random.below(6) == 0
            var faults = SplitMix(state: UInt64(number))
            var options = SessionOptions()
            options.attempts = 5
            var run = Simulation("http://h/c/l.m3u8", options: options) { url, now in
                let isPlaylist = url.contains(".m3u8")
                if isPlaylist, refuses, url.contains("_HLS_") { return .error(.status(400, url: url, retryAfter: nil)) }
                switch faults.below(40) {
                case 0: return .error(.status(503, url: url, retryAfter: nil))
                case 1: return .error(.timeout(url: url, after: .seconds(1)))
                case 2 where !isPlaylist: return .error(.status(404, url: url, retryAfter: nil))
                case 3 where isPlaylist && cached && !url.contains("_HLS_"):
                    return .playlist(encoder.text(at: now - .seconds(3)), age: 3)
                default: return encoder.answer(url, now)
                }
            }
            run.rate = 50_000_000
            run.start()
            run.run(for: .seconds(30))
            #expect(run.failure == nil, "\(number): \(String(describing: run.failure))")
            var end: MediaTime?
            for media in run.played {
                if let end, !media.isFirst {
                    // What was played of a segment whose parts are gone is not shown again.
                    let from = media.showFrom ?? media.start
                    #expect(from > end - .milliseconds(5), "\(number): \(media.mediaSequence).\(media.part ?? -1)")
                }
                end = media.start + media.duration
            }
            #expect(
                run.played.last.map { $0.start + $0.duration > MediaTime(seconds: 20) } == true, "\(number): \(encoder)"
            )
        }
    }
}
