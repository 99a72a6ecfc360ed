import Devices
import Foundation
import Guide
import MediaCore
import Testing

@testable import hearthctl

@Suite("channels test")
struct ChannelTrialTests {
    private static let stream: [UInt8] = (0..<8).flatMap { _ in [0x47] + [UInt8](repeating: 0, count: 187) }

    private func entries(_ urls: [String]) -> [ChannelEntry] {
        urls.enumerated().map { ChannelEntry(name: "Channel \($0)", url: $1, line: $0 + 1) }
    }

    /// Tries a channel against a server that has these resources.
    private func verdict(_ url: String, _ resources: [String: [UInt8]]) -> ChannelTrial.Verdict {
        var trial = ChannelTrial(url)
        var step = trial.begin()
        while true {
            switch step {
            case .ended(let verdict): return verdict
            case .more: step = trial.finished(nil)
            case .fetch(let url, _):
                guard let bytes = resources[url] else {
                    step = trial.finished(.status(404, url: "http://h", retryAfter: nil))
                    continue
                }
                trial.responded(url)
                step = trial.received(bytes)
            }
        }
    }

    private func hls(_ media: String, _ segment: [UInt8]) -> ChannelTrial.Verdict {
        verdict(
            "http://h/a.m3u8",
            [
                "http://h/a.m3u8": Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/m.m3u8\n".utf8),
                "http://h/v/m.m3u8": Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n\(media)".utf8),
                "http://h/v/old.ts": [], "http://h/v/new.ts": segment,
            ])
    }

    @Test("A channel plays whose newest segment begins as media does")
    func playlists() {
        let live = "#EXTINF:6,\nold.ts\n#EXTINF:6,\nnew.ts\n"
        #expect(hls(live, Self.stream) == .plays("MPEG-TS"))
        #expect(hls(live, Array("<html>".utf8)) == .fails("its first segment is a web page"))
        #expect(hls(live, []) == .fails("its first segment is empty"))
        #expect(hls(live + "#EXT-X-ENDLIST\n", Self.stream) == .fails("its first segment is empty"))
        #expect(hls("", []) == .fails("its playlist has no segment"))
        #expect(hls("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n" + live, [1, 2, 3]) == .plays("encrypted"))
        let drm = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n"
        #expect(hls(drm + live, Self.stream) == .fails("it is protected by com.apple.streamingkeydelivery"))
        #expect(hls("#EXTINF:6,\ngone.ts\n", []) == .fails("http://h answered 404"))
    }

    @Test("An address without a playlist plays where media comes, in any pieces")
    func media() {
        #expect(verdict("http://h/a", ["http://h/a": Self.stream]) == .plays("MPEG-TS"))
        #expect(verdict("http://h/a", ["http://h/a": Array(Self.stream[100...])]) == .plays("MPEG-TS"))
        #expect(verdict("http://h/a", ["http://h/a": [0, 0, 0, 24] + Array("ftypisom".utf8)]) == .plays("MP4"))
        #expect(
            verdict("http://h/a", ["http://h/a": Array("\n<html>no".utf8)])
                == .fails("what its address leads to is a web page"))
        var trial = ChannelTrial("http://h/a")
        _ = trial.begin()
        let steps = Self.stream.map { trial.received([$0]) }
        #expect(steps.prefix(1127).allSatisfy { $0 == .more } && steps[1127] == .ended(.plays("MPEG-TS")))
    }

    @Test("Noise is no media, and does no harm")
    func noise() {
        var state: UInt64 = 5
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33) & 0x3f
            }
            guard case .fails = verdict("http://h/a", ["http://h/a": bytes]) else {
                Issue.record("\(bytes)")
                continue
            }
        }
    }

    @Test("No more than allowed are tried at once, of each host too, and each once", arguments: [1, 2, 3])
    func limits(perHost: Int) {
        let entries = entries((0..<40).map { "http://user:secret@host\($0 % 5):80/\($0)" })
        var trials = ChannelTrials(entries, ChannelTrials.Limits(atOnce: 4, perHost: perHost, patience: .seconds(15)))
        var actions = trials.handle(.start, at: .zero)
        var running: [ChannelTrials.Fetch] = []
        var reported: [Int] = []
        var hasEnded = false
        while !actions.isEmpty {
            for action in actions {
                switch action {
                case .fetch(let fetch, _): running.append(fetch)
                case .cancel: break
                case .report(let outcome): reported.append(outcome.channel)
                case .end: hasEnded = true
                }
            }
            let hosts = Dictionary(grouping: running) { $0.channel % 5 }
            #expect(running.count <= 4 && hosts.values.allSatisfy { $0.count <= perHost })
            guard !running.isEmpty else { break }
            let next = running.remove(at: reported.count % running.count)
            actions = trials.handle(.finished(next, .cancelled), at: .zero)
        }
        #expect(hasEnded && reported.sorted() == Array(0..<40))
    }

    @Test("A channel that takes too long fails, and what comes of it later counts no more")
    func patience() {
        var trials = ChannelTrials(entries(["http://h/a", "http://h/b"]), ChannelTrials.Limits())
        let late = HostTime.zero + .seconds(15)
        _ = trials.handle(.start, at: .zero)
        #expect(trials.nextWake == late)
        #expect(trials.handle(.wake, at: .zero + .seconds(14)).isEmpty)
        let actions = trials.handle(.wake, at: late)
        let first = ChannelTrials.Fetch(channel: 0, count: 1)
        #expect(
            actions.prefix(2) == [
                .cancel(first), .report(.init(channel: 0, verdict: .fails("nothing that plays within 15 s"))),
            ])
        #expect(trials.handle(.finished(first, nil), at: late).isEmpty)
        #expect(trials.handle(.interrupted, at: late) == [.cancel(.init(channel: 1, count: 1)), .end])
        #expect(trials.handle(.interrupted, at: late).isEmpty)
    }

    @Test("The JSON is what the schema says")
    func schema() throws {
        var report = TrialReport(entries(["http://h/a", "http://h/b", "http://h/c"]), [1, 2, 3])
        report.add(ChannelTrials.Outcome(channel: 2, verdict: .plays("MP4")))
        report.add(ChannelTrials.Outcome(channel: 0, verdict: .fails("http://h answered 404")))
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let check = try SchemaCheck(file: root.appending(path: "docs/channels-test.schema.json"))
        let text = JSONValue.object(report.json(isWhole: false)).text
        #expect(try check.faults(in: text) == [])
        #expect(try check.faults(in: text.replacing("\"plays\"", with: "\"plais\"")) != [])
        #expect(report.summary == "1 of 3 channels play, 1 do not, 1 were not tried")
    }
}
