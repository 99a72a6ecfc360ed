import Devices
import Foundation
import HLS
import MediaCore
import Testing

@testable import Playback

/// Tests of a live channel whose server keeps one minute of it, when the viewer goes back.
@Suite(
    "Going on from another place", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct SeekTests {
    private static let url = "http://test/dvr.m3u8"
    private static let listed = 30

    /// The media sequence number of the first segment in the playlist at that time.
    private static func first(at now: HostTime) -> Int { Int((now - .zero).inSeconds / LiveFixtures.segment) }

    private static func playlist(at now: HostTime) -> [UInt8] {
        let first = first(at: now)
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2", "#EXT-X-MEDIA-SEQUENCE:\(first)"]
        for number in first..<(first + listed) { lines += ["#EXTINF:2.000,", "live\(number).ts"] }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private func playing() async throws -> PlayerRig {
        let rig = PlayerRig(LiveFixtures.files)
        rig.origin.make(Self.url) { [clock = rig.clock] in Self.playlist(at: clock.now) }
        rig.player.prepare(MediaSource(url: Self.url), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(150)
        return rig
    }

    private func seek(_ rig: PlayerRig, _ start: SessionOptions.Start) -> Bool {
        var source = MediaSource(url: Self.url)
        source.options.start = start
        source.options.rememberedMedia = rig.player.remembered(ItemID(1))
        return rig.player.seek(ItemID(1), with: source)
    }

    private func range(_ rig: PlayerRig) throws -> SeekableRange {
        let window = try #require(rig.player.status?.window)
        return try #require(SeekableRange(window, at: rig.clock.now))
    }

    /// The content's time in seconds, whatever the timeline.
    private func content(_ rig: PlayerRig, _ time: MediaTime) throws -> Double {
        let newest = try #require(rig.player.status?.window?.newest)
        return Double(newest.mediaSequence + 1) * LiveFixtures.segment - (newest.end - time).inSeconds
    }

    /// Advances by vblanks until the other place is on the screen.
    private func arrive(_ rig: PlayerRig) async {
        while rig.player.status?.isSeeking == true, !Task.isCancelled {
            await rig.run(1)
            await Task.yield()
        }
    }

    @Test(
        "back in a live window: from exactly there, at once, under the same name, with sound; and to the live edge again"
    )
    func live() async throws {
        let rig = try await playing()
        let range = try range(rig)
        let position = try #require(rig.player.status?.position)
        let wanted = try content(rig, position) - 31.3
        let (shown, dropped) = try #require(rig.player.status.map { ($0.framesShown, $0.framesDropped) })
        let requests = rig.origin.requests.count
        #expect(seek(rig, range.sessionStart(at: position - .milliseconds(31_300))))
        #expect(rig.player.status?.isSeeking == true)
        await arrive(rig)
        let began = rig.clock.now
        let first = try content(rig, try #require(rig.shown.last?.time))
        #expect(first > wanted - 0.05 && first < wanted + 0.09, "\(first) for \(wanted)")
        // Nothing from before the place is requested, except the segment that contains it.
        let asked = rig.origin.requests.dropFirst(requests).filter { $0.hasSuffix(".ts") }
        #expect(asked.contains("http://test/live\(Int(wanted / LiveFixtures.segment)).ts"))
        #expect(!asked.contains("http://test/live\(Int(wanted / LiveFixtures.segment) - 1).ts"))
        await rig.run(100)
        let status = try #require(rig.player.status)
        let went = try content(rig, try #require(status.position)) - first
        #expect(abs(went - (rig.clock.now - began).inSeconds) < 0.15)
        #expect(status.item == ItemID(1) && status.stalls == 0)
        // The counters go on.
        #expect(status.framesShown > shown + 45 && status.framesDropped == dropped)
        #expect(rig.heard.suffix(48_000).contains { abs($0) > 0.2 })
        // The distance to the live edge stays: it is intended.
        await rig.run(200)
        let later = try self.range(rig)
        #expect((later.end - (try #require(rig.player.status?.position))).inSeconds > 25)
        #expect(seek(rig, later.sessionStart(at: later.end)))
        await arrive(rig)
        await rig.run(100)
        let end = try self.range(rig)
        #expect(abs((end.end - (try #require(rig.player.status?.position))).inSeconds) < 3)
        rig.player.stop()
    }

    @Test("what can't be had leaves everything as it is, and says so")
    func failure() async throws {
        let rig = try await playing()
        let range = try range(rig)
        for number in 0..<80 { rig.origin.fail("http://test/live\(number).ts", .status(404, url: "", retryAfter: nil)) }
        let position = try #require(rig.player.status?.position)
        #expect(seek(rig, range.sessionStart(at: position - .seconds(30))))
        var failed = false
        for _ in 0..<400 where !failed {
            rig.step()
            await Task.yield()
            failed = rig.player.status?.isSeeking == false
        }
        // Given up by its session or, as here, by its requester.
        rig.player.cancelSeek()
        #expect(rig.player.status?.item == ItemID(1) && rig.player.status?.isSeeking == false)
        rig.player.stop()
    }

    @Test("a viewer who changes the channel meanwhile, or asks for yet another place, leaves nothing behind")
    func changes() async throws {
        let rig = try await playing()
        let range = try range(rig)
        for step in 1...20 { #expect(seek(rig, range.sessionStart(at: range.end - .seconds(Double(step) * 2)))) }
        rig.player.prepare(MediaSource(url: Self.url), id: ItemID(2))
        rig.player.reveal(ItemID(2))
        #expect(rig.player.status?.isSeeking == false)
        // A source that is about to leave the screen is not continued.
        #expect(!seek(rig, .usual))
        _ = try #require(await rig.wait { $0 == .ready })
        await rig.run(60)
        #expect(rig.player.status?.item == ItemID(2))
        rig.player.discard(ItemID(1))
        #expect(!seek(rig, .usual))
        #expect(rig.player.hidden.isEmpty)
        rig.player.stop()
    }

    @Test("paused, the other place is shown as a still, and stays paused")
    func paused() async throws {
        let rig = try await playing()
        rig.player.pause()
        await rig.run(5)
        let range = try range(rig)
        #expect(seek(rig, range.sessionStart(at: range.end - .seconds(20))))
        while rig.player.status?.isSeeking == true, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        let count = rig.shown.count
        for _ in 0..<50 { rig.step() }
        #expect(rig.shown.count <= count + 1 && rig.player.status?.isPaused == true)
        rig.player.resume()
        await rig.run(60)
        #expect(rig.shown.count > count + 20)
        rig.player.stop()
    }
}
