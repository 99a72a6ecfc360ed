import Devices
import Foundation
import MediaCore
import Testing

@testable import Playback

/// Tests of live channels that are hidden, over simulated minutes, and of how they are revealed.
@Suite("Hidden items", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct HiddenItemTests {
    private let channel = MediaSource(url: "http://test/live.m3u8")

    private func rig() -> PlayerRig {
        let rig = PlayerRig(LiveFixtures.files)
        rig.origin.make("http://test/live.m3u8") { [clock = rig.clock] in LiveFixtures.playlist(at: clock.now) }
        return rig
    }

    /// Waits until threads have caught up with the clock, so that the item is as fresh as it can be.
    private func settle(_ rig: PlayerRig, _ id: ItemID = ItemID(1), _ isMet: (HiddenStanding) -> Bool) async -> Bool {
        let limit = ContinuousClock.now + .seconds(60)
        var next = ContinuousClock.now + .milliseconds(200)
        while ContinuousClock.now < limit {
            if let standing = rig.player.hidden[id], isMet(standing) { return true }
            await Task.yield()
            // Threads that came too late for a tick wait for the next one.
            if ContinuousClock.now > next {
                next = ContinuousClock.now + .milliseconds(200)
                for _ in 0..<5 { rig.step() }
            }
        }
        return false
    }

    /// The most that a ready item may be behind: a group of pictures and a segment, and half a tick.
    private static let freshness = LiveFixtures.keyInterval + .seconds(LiveFixtures.segment)

    /// Whether the item is where a new viewer joins, or a little nearer to the live edge.
    private func isNearTarget(_ standing: HiddenStanding) -> Bool {
        standing.behind.map { $0 > .milliseconds(-500) && $0 < Self.freshness } ?? false
    }

    private func isFresh(_ standing: HiddenStanding) -> Bool {
        standing.isReady && isNearTarget(standing)
    }

    /// Lets that much time pass in steps of a vblank; calls `look` four times a second.
    private func pass(_ seconds: Int, _ rig: PlayerRig, _ look: () async -> Bool) async {
        for step in 0..<(seconds * 50) {
            await rig.catchUp()
            rig.step()
            if step % 12 == 11, await !look() {
                Issue.record("after \(step) vblanks: \(rig.player.hidden)")
                return
            }
        }
    }

    private func expectBounds(_ standing: HiddenStanding) {
        // At 160×96 a second is some 20 kB.
        #expect(standing.bytes < 800_000)
        #expect(standing.media < .seconds(10))
        #expect(standing.frames <= FrameQueue.hidden)
        // Beside it what lies before the first picture, a tenth of a second, and a packet.
        #expect(standing.sound <= SoundPath.hidden + .milliseconds(180))
    }

    /// How far beeps are from the picture. Key frames are at whole seconds, counted from the first picture shown, and
    /// so are beeps: each is the picture's time when a beep begins, against the nearest whole second.
    private func beepsOff(_ rig: PlayerRig, after shown: HostTime) -> [Duration] {
        var offs: [Duration] = []
        var silent = 10_000
        for (index, sample) in rig.heard.enumerated() {
            guard abs(sample) > 0.1 else {
                silent += 1
                continue
            }
            defer { silent = 0 }
            guard silent > 10_000 else { continue }
            let heard = HostTime.zero + .milliseconds(30) + AudioFormat.standard.duration(frames: index)
            guard heard > shown + .milliseconds(200) else { continue }
            // By the picture on the screen at that time, as the speed may not be 1.
            guard let first = rig.shown.first, let frame = rig.shown.last(where: { $0.at <= heard }) else { continue }
            let since = (frame.time + (heard - frame.at) - first.time).inSeconds
            offs.append(.seconds(since - since.rounded()))
        }
        return offs
    }

    @Test(
        "two minutes hidden: within its bounds, fresh, not one frame or sample out; then it is there at the next vblank, in step"
    )
    func twoMinutes() async throws {
        let rig = rig()
        rig.player.prepare(channel, id: ItemID(1), readiness: .picture)
        #expect(await settle(rig) { $0.isReady })
        await pass(120, rig) {
            let met = await settle(rig) { isFresh($0) }
            if let standing = rig.player.hidden[ItemID(1)] { expectBounds(standing) }
            return met
        }
        #expect(rig.shown.isEmpty)
        #expect(rig.peaks.allSatisfy { $0 == 0 })
        // Nothing is loaded twice to stay fresh, nor sooner than a viewer would join there: one a segment. On a busy machine
        // the line may seem silent, and a head is passed over; that it was fresh all the time was seen at each look.
        let media = rig.origin.requests.filter { $0.hasSuffix(".ts") }
        #expect(media.count - Set(media).count <= 4)
        #expect((40...72).contains(media.count))
        #expect(media.allSatisfy { rig.origin.warmed.contains($0) })

        #expect(await settle(rig) { isFresh($0) && $0.sound >= .milliseconds(200) })
        let begin = try #require(rig.player.hidden[ItemID(1)]?.begin)
        rig.player.reveal(ItemID(1))
        // It may have moved on once more, as the last thing before it was revealed.
        while !rig.player.isFed, !Task.isCancelled { await Task.yield() }
        let newest = try #require(rig.player.hidden[ItemID(1)]?.begin)
        #expect(newest >= begin && newest <= begin + .seconds(LiveFixtures.segment))
        rig.step()
        #expect(rig.shown.count == 1)
        #expect(rig.shown.first?.time == newest)
        await rig.run(200)
        let first = try #require(rig.shown.first)
        let second = try #require(rig.shown.dropFirst().first)
        #expect(second.at - first.at <= .milliseconds(60))
        #expect(
            Set(zip(rig.shown, rig.shown.dropFirst()).map { Int((($1.time - $0.time).inSeconds * 1000).rounded()) })
                == [40])
        #expect(rig.player.status?.stalls == 0)
        let offs = beepsOff(rig, after: first.at)
        #expect(offs.count >= 2)
        #expect(offs.allSatisfy { $0 < .milliseconds(40) && $0 > .milliseconds(-40) }, "\(offs)")
        rig.player.stop()
    }

    @Test("of playlists alone no media is asked for; raised, it begins where a new viewer would, in the same session")
    func playlists() async throws {
        let rig = rig()
        rig.player.prepare(channel, id: ItemID(1), readiness: .playlist)
        await pass(30, rig) {
            await Task.yield()
            return true
        }
        #expect(rig.origin.requests.count { $0.hasSuffix(".m3u8") } >= 5)
        #expect(!rig.origin.requests.contains { $0.hasSuffix(".ts") })
        #expect(rig.player.hidden[ItemID(1)]?.hasVoice == false)
        rig.player.setReadiness(.picture, of: ItemID(1))
        #expect(await settle(rig) { isFresh($0) })
        rig.player.reveal(ItemID(1))
        rig.step()
        #expect(rig.shown.count == 1)
        rig.player.stop()
    }

    @Test("of media nothing is decoded and no voice is taken; raised, it is ready from what is there")
    func media() async throws {
        let rig = rig()
        rig.player.prepare(channel, id: ItemID(1), readiness: .media)
        await pass(30, rig) {
            let met = await settle(rig) { isNearTarget($0) }
            if let standing = rig.player.hidden[ItemID(1)] { expectBounds(standing) }
            return met
        }
        // The last request may still be open.
        #expect(await settle(rig) { isNearTarget($0) && $0.media > .milliseconds(600) })
        let standing = try #require(rig.player.hidden[ItemID(1)])
        #expect(standing.frames == 0 && !standing.hasVoice && !standing.isReady)
        let (before, began) = (rig.origin.requests.count, rig.clock.now)
        rig.player.setReadiness(.picture, of: ItemID(1))
        #expect(await settle(rig) { isFresh($0) })
        func published(at time: HostTime) -> Int { Int((time - .zero) / .seconds(LiveFixtures.segment)) }
        // What is there is not asked for again. A playlist and a segment are loaded for each segment that the server
        // publishes meanwhile, and for one that it had published since the playlist was last loaded.
        let count = published(at: rig.clock.now) - published(at: began)
        let requests = rig.origin.requests
        let segments = requests[before...].filter { $0.hasSuffix(".ts") }
        #expect(Set(segments).count == segments.count && Set(segments).isDisjoint(with: requests[..<before]))
        #expect(segments.count <= 1 + count)
        #expect(requests.count - before - segments.count <= 1 + count)
        rig.player.stop()
    }

    @Test("raised and lowered at every moment, it is ready and fresh in the end", arguments: [1, 2, 3])
    func upAndDown(seed: UInt64) async throws {
        let rig = rig()
        var random = seed
        func next(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }
        rig.player.prepare(channel, id: ItemID(1), readiness: ItemReadiness.allCases[next(4)])
        for _ in 0..<60 {
            for _ in 0..<next(40) {
                rig.step()
                for _ in 0..<next(8) { await Task.yield() }
            }
            rig.player.setReadiness(ItemReadiness.allCases[next(4)], of: ItemID(1))
            for _ in 0..<next(3) { rig.player.setReadiness(ItemReadiness.allCases[next(4)], of: ItemID(1)) }
        }
        #expect(rig.shown.isEmpty)
        #expect(rig.peaks.allSatisfy { $0 == 0 })
        rig.player.setReadiness(.picture, of: ItemID(1))
        await pass(8, rig) {
            await Task.yield()
            return true
        }
        #expect(await settle(rig) { isFresh($0) })
        #expect(await settle(rig) { $0.frames <= FrameQueue.hidden && $0.hasVoice })
        rig.player.reveal(ItemID(1))
        rig.step()
        #expect(rig.shown.count == 1)
        // A line that was slow, as on a busy machine, is given three seconds at most before it plays.
        for _ in 0..<5 where rig.shown.count < 20 { await rig.run(50) }
        #expect(rig.shown.count >= 20)
        rig.player.stop()
    }

    @Test("lowered, it gives back its pictures, its voice and its media")
    func lowered() async throws {
        let rig = rig()
        rig.player.prepare(channel, id: ItemID(1), readiness: .full)
        #expect(await settle(rig) { $0.isReady })
        rig.player.setReadiness(.media, of: ItemID(1))
        #expect(await settle(rig) { !$0.isReady && $0.frames == 0 && !$0.hasVoice && $0.media > .seconds(1) })
        rig.player.setReadiness(.picture, of: ItemID(1))
        #expect(await settle(rig) { $0.isReady && $0.hasVoice })
        rig.player.setReadiness(.playlist, of: ItemID(1))
        #expect(await settle(rig) { $0.bytes == 0 && $0.frames == 0 && !$0.hasVoice })
        rig.player.stop()
    }

    @Test(
        "what was left stays, hidden and silent, and is there at once, near the live edge, when the viewer comes back")
    func back() async throws {
        let rig = rig()
        rig.origin.make("http://test/other.m3u8") { [clock = rig.clock] in LiveFixtures.playlist(at: clock.now) }
        rig.player.prepare(channel, id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(100)
        rig.player.prepare(MediaSource(url: "http://test/other.m3u8"), id: ItemID(2), readiness: .picture)
        await pass(4, rig) { await settle(rig, ItemID(2)) { $0.isReady } }
        var current = ItemID(1)
        for flip in 0..<100 {
            let other = current == ItemID(1) ? ItemID(2) : ItemID(1)
            #expect(await settle(rig, other) { isFresh($0) && $0.sound >= .milliseconds(150) })
            let count = rig.shown.count
            rig.player.reveal(other)
            rig.step()
            #expect(rig.shown.count == count + 1)
            #expect(rig.shown.last?.item == other)
            current = other
            // Half a second at least: before that, an item that was left is not moved.
            await rig.run(26 + flip % 30)
            #expect(rig.player.hidden.count == 1)
        }
        #expect(rig.player.status?.item == current)
        rig.player.stop()
    }

    @Test("a hundred channels kept warm and left again give back every frame and voice")
    func hundred() async throws {
        let rig = rig()
        weak var frame: VideoFrame?
        for number in 1...100 {
            let id = ItemID(UInt64(number))
            rig.player.prepare(channel, id: id, readiness: .picture)
            #expect(await settle(rig, id) { $0.isReady })
            rig.player.reveal(id)
            rig.step()
            #expect(rig.shown.last?.item == id)
            frame =
                rig.player.frame(
                    for: VBlank(time: rig.clock.now, interval: PlayerRig.interval, sequence: 0)
                ).picture?.frame
            if number > 2 { rig.player.discard(ItemID(UInt64(number - 2))) }
        }
        #expect(rig.player.hidden.count == 1)
        rig.player.stop()
        rig.forget()
        while frame != nil, !Task.isCancelled { await Task.yield() }
        #expect(frame == nil)
    }

    @Test("a presentation with an end keeps its beginning while it is hidden")
    func keepsStart() async throws {
        let rig = rig()
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:2"]
        for number in 0..<40 { lines += ["#EXTINF:2.000,", "live\(number).ts"] }
        let text = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
        rig.origin.make("http://test/vod.m3u8") { text }
        rig.player.prepare(MediaSource(url: "http://test/vod.m3u8"), id: ItemID(1), readiness: .picture)
        #expect(await settle(rig) { $0.isReady })
        let begin = try #require(rig.player.hidden[ItemID(1)]?.begin)
        await pass(30, rig) { await settle(rig) { $0.isReady } }
        #expect(rig.player.hidden[ItemID(1)]?.begin == begin)
        #expect(rig.origin.requests.count { $0.hasSuffix(".ts") } <= 3)
        rig.player.reveal(ItemID(1))
        await rig.run(50)
        #expect(rig.shown.first?.time == begin)
        rig.player.stop()
    }

    @Test("the old sound is gone within 8 ms of the reveal, before the new picture is on the screen")
    func oldSound() async throws {
        let names = { (letter: String) in (0..<6).map { ScriptedSession.Segment(url: "\(letter)\($0).ts", duration: 1) }
        }
        let rig = PlayerRig(sessions: ["a": ScriptedSession(names("ts")), "b": ScriptedSession(names("v"))])
        rig.player.prepare(MediaSource(url: "a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(50)
        rig.player.prepare(MediaSource(url: "b"), id: ItemID(2), readiness: .picture)
        #expect(await settle(rig, ItemID(2)) { $0.isReady })
        await rig.run(5)
        let before = rig.heard.count
        #expect(rig.heard.suffix(480).contains { abs($0) > 0.05 })
        rig.player.reveal(ItemID(2))
        await rig.run(50)
        #expect(rig.heard[(before + 384)...].allSatisfy { $0 == 0 })
        let fall = zip(rig.heard[(before - 1)...], rig.heard[before..<(before + 400)]).map { abs($1 - $0) }
        #expect(fall.max() ?? 1 < 0.05)
        #expect(rig.shown.last?.item == ItemID(2))
        rig.player.stop()
    }

    @Test("an endless stream is begun shortly before what came last")
    func stream() async throws {
        let rig = PlayerRig([:])
        let parts = (0..<5).map { LiveFixtures.files["http://test/live\($0).ts"] ?? [] }
        rig.origin.stream("http://test/live.ts", [Array(parts.joined())])
        rig.player.prepare(MediaSource(url: "http://test/live.ts"), id: ItemID(1), readiness: .picture)
        #expect(await settle(rig) { $0.isReady })
        // Ten seconds of media came at once.
        await pass(1, rig) { await settle(rig) { $0.isReady } }
        #expect(await settle(rig) { $0.begin.map { $0.seconds > 6 && $0.seconds < 9 } ?? false && $0.isReady })
        rig.player.reveal(ItemID(1))
        // The item has moved at this very moment: its pictures may still have to be decoded.
        await rig.run(1)
        #expect(rig.shown.count == 1)
        #expect((rig.shown.first?.time.seconds ?? 0) > 6)
        rig.player.stop()
    }
}
