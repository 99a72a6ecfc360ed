import Base
import Devices
import MediaCore
import Testing

@testable import HLS
@testable import Playback

@Suite(
    "Picture in picture, in the player", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct PlayerCornerTests {
    private typealias Segment = ScriptedSession.Segment

    private static let ts = (0..<6).map { Segment(url: "ts\($0).ts", duration: 1) }
    private static let mp4 = (0..<6).map {
        Segment(url: "mp\($0).m4s", container: .fragmentedMP4, initialization: "init.mp4", duration: 1)
    }
    private static let size = PixelSize(width: 480, height: 270)

    /// The first item plays, and the second one beside it in the corner.
    private func both() async throws -> PlayerRig {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts), "b": ScriptedSession(Self.mp4)])
        rig.player.prepare(MediaSource(url: "a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        // When each begins depends on how fast its media comes: on a busy machine later.
        while rig.shown.count < 12, !Task.isCancelled { await rig.run(1) }
        rig.player.prepare(MediaSource(url: "b"), id: ItemID(2))
        rig.player.setCorner(ItemID(2), size: Self.size)
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        while rig.corner.count < 12, !Task.isCancelled { await rig.run(1) }
        return rig
    }

    /// The intervals between pictures of an item, in milliseconds, each value once.
    private func steps(of item: UInt64, _ pictures: [PlayerRig.Picture]) -> Set<Int> {
        let times = pictures.filter { $0.item == ItemID(item) }.map(\.time)
        return Set(zip(times, times.dropFirst()).map { Int((($1 - $0).inSeconds * 1000).rounded()) })
    }

    @Test("Two items play at a time, each with all its pictures; the corner's is not heard")
    func plays() async throws {
        let rig = try await both()
        #expect(rig.shown.allSatisfy { $0.item == ItemID(1) })
        #expect(rig.corner.count > 10 && rig.corner.allSatisfy { $0.item == ItemID(2) })
        #expect(steps(of: 2, rig.corner) == [40] && steps(of: 1, rig.shown) == [40])
        #expect(rig.player.status?.item == ItemID(1) && rig.player.cornerStatus?.item == ItemID(2))
        #expect(rig.player.cornerStatus?.phase == .playing)
        // Both have the same tone: heard together it would be twice as loud.
        let alone = rig.peaks.prefix(30).max() ?? 0
        let beside = rig.peaks.suffix(10).max() ?? 0
        #expect(alone > 0.05 && abs(beside - alone) < alone * 0.2)
        rig.player.stop()
        #expect(rig.player.corner == nil && rig.player.cornerStatus == nil)
    }

    @Test("Changed places, both go on where they were, at once and there and back, and it is never silent")
    func swaps() async throws {
        let rig = try await both()
        let begun = rig.peaks.count
        // As with every flip, what is left is silenced first.
        rig.player.silence(ItemID(1))
        rig.player.reveal(ItemID(2))
        await rig.run(1)
        #expect(rig.shown.last?.item == ItemID(2) && rig.corner.last?.item == ItemID(1))
        #expect(rig.player.status?.item == ItemID(2) && rig.player.corner == ItemID(1))
        await rig.run(24)
        // What the tuner says then is so already.
        rig.player.setCorner(ItemID(1), size: Self.size)
        rig.player.reveal(ItemID(1))
        await rig.run(25)
        #expect(rig.player.status?.item == ItemID(1) && rig.player.corner == ItemID(2))
        // Taken together each item's pictures are an unbroken row.
        let all = (rig.shown + rig.corner).sorted { ($0.at, $0.time) < ($1.at, $1.time) }
        for item in [UInt64(1), 2] { #expect(steps(of: item, all).subtracting([0]) == [40]) }
        #expect(rig.peaks.dropFirst(begun).allSatisfy { $0 > 0.05 })
        // What was watched plays on in the corner with its sound, and is heard at once.
        rig.player.hearsCorner = true
        await rig.run(10)
        #expect(rig.peaks.suffix(5).allSatisfy { $0 > 0.05 })
        rig.player.reveal(ItemID(2))
        await rig.run(10)
        #expect(rig.player.corner == ItemID(1) && rig.peaks.suffix(5).allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("The corner is heard in place of the screen where that is wanted, and no longer when it is closed")
    func sound() async throws {
        let rig = try await both()
        rig.player.hearsCorner = true
        await rig.run(10)
        let level = rig.peaks.suffix(5).max() ?? 0
        #expect(level > 0.05 && level < 0.9)
        #expect(rig.player.hearsCorner)
        rig.player.setCorner(nil, size: nil)
        #expect(!rig.player.hearsCorner)
        await rig.run(10)
        #expect(rig.cornerNow == nil && rig.player.status?.item == ItemID(1))
        #expect(rig.peaks.suffix(5).allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("What is discarded leaves the corner at once")
    func discarded() async throws {
        let rig = try await both()
        #expect(rig.cornerNow != nil)
        rig.player.discard(ItemID(2))
        await rig.run(2)
        #expect(rig.cornerNow == nil && rig.shown.last?.item == ItemID(1))
        rig.player.stop()
    }
}
