import Devices
import Foundation
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("Another sound while playing", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct ChangeOfSoundTests {
    /// The amplitude of a tone within a window (Goertzel).
    private func level(_ frequency: Double, _ samples: ArraySlice<Float>) -> Double {
        let turn = 2 * Double.pi * frequency / 48_000
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            // A window function keeps other tones out.
            let weight = 1 - cos(2 * Double.pi * Double(index) / Double(samples.count))
            real += Double(sample) * cos(turn * Double(index)) * weight
            imaginary += Double(sample) * sin(turn * Double(index)) * weight
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }

    private func loudest(_ samples: ArraySlice<Float>) -> String? {
        let levels = SoundFixtures.tones.mapValues { level($0, samples) }
        return levels.max { $0.value < $1.value }.flatMap { $0.value > 0.1 ? $0.key : nil }
    }

    private func start() async throws -> PlayerRig {
        let rig = PlayerRig(SoundFixtures.files)
        rig.player.prepare(MediaSource(url: "http://test/main.m3u8"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(75)
        return rig
    }

    private func choose(_ name: String, _ rig: PlayerRig) async throws {
        let entry = try #require(rig.player.status?.info.tracks.audio.first { $0.rendition.name == name })
        let before = rig.origin.requests.count
        rig.player.choose(TrackChoices(audio: RenditionChoice(entry.rendition)))
        while rig.player.status?.info.tracks.selectedAudio?.rendition.name != name, !Task.isCancelled {
            await Task.yield()
        }
        // The test's clock stands still until the first segment is requested.
        if name != "inside" {
            while !rig.origin.requests.dropFirst(before).contains(where: { $0.hasSuffix(".ts") && $0.contains(name) }),
                !Task.isCancelled
            { await Task.yield() }
        }
    }

    @Test(
        "Each change is heard within a quarter of a second, without silence, click or a picture lost",
        arguments: [
            ["high"], ["surround"], ["mono"], ["high", "inside"], ["mono", "surround", "inside", "high"],
        ])
    func change(_ names: [String]) async throws {
        let rig = try await start()
        var marks: [(name: String, frame: Int)] = []
        for name in names {
            try await choose(name, rig)
            marks.append((name, rig.heard.count))
            await rig.run(50)
        }
        let heard = rig.heard
        #expect(loudest(heard[(40 * 960)..<(42 * 960)]) == "inside")
        for (name, mark) in marks {
            let after = heard[(mark + 12_000)..<min(heard.count, mark + 14_000)]
            #expect(loudest(after) == name, "a quarter of a second after the choice of \(name)")
        }
        let played = heard[(30 * 960)...]
        for start in stride(from: played.startIndex, to: played.endIndex - 480, by: 240) {
            let peak = played[start..<(start + 480)].reduce(0) { max($0, abs($1)) }
            guard peak > 0.2 else {
                Issue.record("silence of 10 ms at \(Double(start) / 48_000) s: \(peak)")
                break
            }
        }
        // The tone with the largest steps, 3200 Hz at 0.5, moves by 0.21 between two samples.
        for (a, b) in zip(played, played.dropFirst()) where abs(a - b) > 0.3 {
            Issue.record("a click from \(a) to \(b)")
            break
        }
        let times = rig.shown.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .milliseconds(41) }, "every picture, in order")
        #expect(rig.player.status?.stalls == 0 && rig.player.status?.framesDropped == 0)
        rig.player.stop()
    }

    @Test("A sound that can't be had leaves the one that plays")
    func missing() async throws {
        let rig = try await start()
        rig.origin.fail("http://test/high.m3u8", .status(404, url: "http://test/high.m3u8", retryAfter: nil))
        let entry = try #require(rig.player.status?.info.tracks.audio.first { $0.rendition.name == "high" })
        rig.player.choose(TrackChoices(audio: RenditionChoice(entry.rendition)))
        while !rig.origin.requests.contains("http://test/high.m3u8"), !Task.isCancelled { await Task.yield() }
        while rig.player.status?.info.tracks.selectedAudio?.rendition.name != "inside", !Task.isCancelled {
            await Task.yield()
        }
        await rig.run(100)
        for start in stride(from: 30 * 960, to: rig.heard.count - 2000, by: 2000) {
            #expect(loudest(rig.heard[start..<(start + 2000)]) == "inside")
        }
        rig.player.stop()
    }
}
