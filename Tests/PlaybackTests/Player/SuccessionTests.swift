import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "One item's sound behind another's", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(5)))
struct SuccessionTests {
    private func rig() -> PlayerRig {
        PlayerRig(Dictionary(uniqueKeysWithValues: PlaybackFixtures.files.map { ("http://test/" + $0, $1) }))
    }

    private func begin(_ rig: PlayerRig, _ name: String, next: String) async throws {
        rig.player.prepare(MediaSource(url: "http://test/" + name), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .ready })
        await rig.run(50)
        rig.player.prepare(MediaSource(url: "http://test/" + next), id: ItemID(2), readiness: .picture)
        _ = try #require(await rig.wait { $0 == .ready })
        rig.player.setSuccessor(ItemID(2), of: ItemID(1))
    }

    /// Plays on to the end, whose owner reveals the next so many vblanks later.
    private func goOn(_ rig: PlayerRig, after wait: Int) async throws {
        for _ in 0..<400 where rig.player.status?.phase != .ended && !Task.isCancelled { await rig.run(1) }
        #expect(rig.player.status?.phase == .ended)
        for _ in 0..<wait { rig.step() }
        rig.player.hasten(ItemID(2))
        rig.player.reveal(ItemID(2))
        await rig.run(100)
        #expect(rig.player.status?.item == ItemID(2))
    }

    /// The longest silence in what was heard, in samples.
    private func silence(_ samples: ArraySlice<Float>) -> Int {
        var (longest, length) = (0, 0)
        for sample in samples {
            length = abs(sample) < 0.003 ? length + 1 : 0
            longest = max(longest, length)
        }
        return longest
    }

    @Test(
        "songs follow each other without a gap, though the second is revealed later; without a successor there is one",
        arguments: [
            ("whole.flac", "tagged.flac"), ("tagged.ogg", "whole.ogg"), ("tagged.mp3", "whole.mp3"),
            ("tagged.m4a", "cover.m4a"), ("tagged.mp3", "tagged.m4a"),
        ])
    func gapless(first: String, second: String) async throws {
        for wait in [0, 2, 5] {
            let rig = rig()
            try await begin(rig, first, next: second)
            try await goOn(rig, after: wait)
            // A tone without a hole but what a codec adds before its first sample and behind its last: a wave of 440 Hz is
            // near zero for a few samples each time.
            let silence = silence(rig.heard[48_000..<(rig.heard.count - 48_000)])
            #expect(silence < 200, "\(silence)")
            let position = try #require(rig.player.status?.position)
            let stalls = try #require(rig.player.status?.stalls)
            // It counts from where its sound began.
            #expect(abs(position.seconds - (2 + 0.02 * Double(wait))) < 0.1 && stalls == 0, "\(position)")
            rig.player.stop()
        }
        let rig = rig()
        try await begin(rig, first, next: second)
        rig.player.setSuccessor(nil, of: ItemID(1))
        try await goOn(rig, after: 2)
        #expect(silence(rig.heard[48_000..<(rig.heard.count - 48_000)]) > 2000)
        rig.player.stop()
    }

    @Test("what began behind another and was silenced again plays on from there when it is revealed")
    func takenBack() async throws {
        let rig = rig()
        try await begin(rig, "whole.flac", next: "tagged.mp3")
        for _ in 0..<400 where rig.player.status?.phase != .ended && !Task.isCancelled { await rig.run(1) }
        rig.step()
        rig.player.setSuccessor(nil, of: ItemID(1))
        rig.player.hasten(ItemID(2))
        rig.player.reveal(ItemID(2))
        await rig.run(50)
        #expect(rig.player.status?.item == ItemID(2) && rig.peaks.suffix(20).allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .firstSound } != nil)
        rig.player.stop()
    }

    @Test("with a picture, the film follows as soon as it is revealed, in step with its sound")
    func pictures() async throws {
        let rig = rig()
        try await begin(rig, "whole.flac", next: "whole.mp4")
        try await goOn(rig, after: 3)
        let first = try #require(rig.shown.first { $0.item == ItemID(2) })
        #expect(first.time.seconds < 0.2 && rig.player.status?.stalls == 0)
        #expect(silence(rig.heard[48_000..<(rig.heard.count - 48_000)]) < 2400)
        rig.player.stop()
    }

    @Test("who goes elsewhere, pauses or seeks at the last moment hears nothing of it")
    func elsewhere() async throws {
        for what in 0..<3 {
            let rig = rig()
            try await begin(rig, "whole.flac", next: "tagged.flac")
            for _ in 0..<400 where (rig.player.status?.position?.seconds ?? 0) < 5.8 && !Task.isCancelled {
                await rig.run(1)
            }
            switch what {
            case 0: rig.player.pause()
            case 1: rig.player.setSuccessor(nil, of: ItemID(1))
            default: rig.player.discard(ItemID(2))
            }
            for _ in 0..<60 { rig.step() }
            #expect(rig.peaks.suffix(20).allSatisfy { $0 < 0.01 }, "\(what)")
            rig.player.stop()
        }
    }

    @Test("an item that nobody reveals falls silent")
    func forgotten() async throws {
        let rig = rig()
        try await begin(rig, "whole.flac", next: "tagged.flac")
        for _ in 0..<400 where rig.player.status?.phase != .ended && !Task.isCancelled { await rig.run(1) }
        for _ in 0..<120 { rig.step() }
        #expect(rig.peaks.suffix(20).allSatisfy { $0 < 0.01 })
        rig.player.stop()
    }
}
