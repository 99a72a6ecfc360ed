import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

/// Tests of what a vblank costs on the display's thread, counted in locks that it really takes.
@Suite(
    "Locks taken at a vblank", .enabled(if: PlaybackFixtures.isAvailable && LockTakings.count {} != nil), .serialized,
    .timeLimit(.minutes(10)))
struct VblankLocksTests {
    private static let url = "http://test/live.m3u8"
    /// The most that a vblank may take of the player and its items together.
    private static let most = 3

    private func rig() -> PlayerRig {
        let rig = PlayerRig(LiveFixtures.files)
        for name in [Self.url, "http://test/other.m3u8"] {
            rig.origin.make(name) { [clock = rig.clock] in LiveFixtures.playlist(at: clock.now) }
        }
        return rig
    }

    /// A rig on which a live channel has played for two seconds.
    private func playing() async throws -> PlayerRig {
        let rig = rig()
        rig.player.prepare(MediaSource(url: Self.url), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(100)
        return rig
    }

    @Test("Two while an item begins, plays, is paused and goes on, the vblanks included that report its place")
    func playingAndPaused() async throws {
        let rig = try await playing()
        await rig.run(100)
        rig.player.pause()
        await rig.run(50)
        rig.player.resume()
        await rig.run(50)
        #expect(rig.shown.count > 100)
        // The first vblanks may have seen the item revealed only.
        #expect(rig.locks.allSatisfy { $0 <= 2 }, "\(Set(rig.locks).sorted())")
        #expect(rig.locks.contains(2))
        rig.player.stop()
    }

    @Test("At most three while another item is waited for, at the vblank at which it takes over, and on the way back")
    func crossOver() async throws {
        let rig = try await playing()
        rig.player.prepare(MediaSource(url: "http://test/other.m3u8"), id: ItemID(2))
        rig.player.reveal(ItemID(2))
        while rig.player.status?.item != ItemID(2), !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        await rig.run(50)
        rig.player.reveal(ItemID(1))
        rig.step()
        await rig.run(50)
        #expect(rig.shown.last?.item == ItemID(1))
        #expect(rig.locks.allSatisfy { $0 <= Self.most }, "\(Set(rig.locks).sorted())")
        #expect(rig.locks.contains(Self.most))
        rig.player.stop()
    }

    @Test("At most three while it seeks, and at the vblank at which the other place is there")
    func seek() async throws {
        let rig = try await playing()
        #expect(rig.player.seek(ItemID(1), with: MediaSource(url: Self.url)))
        while rig.player.status?.isSeeking == true, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        await rig.run(50)
        #expect(rig.locks.allSatisfy { $0 <= Self.most }, "\(Set(rig.locks).sorted())")
        rig.player.stop()
    }
}
