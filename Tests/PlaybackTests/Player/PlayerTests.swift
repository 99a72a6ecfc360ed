import Base
import Devices
import FFmpeg
import MediaCore
import Testing

@testable import HLS
@testable import Playback

@Suite(
    "Player, whole, on a clock moved by hand", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct PlayerTests {
    private typealias Segment = ScriptedSession.Segment

    private static let ts = (0..<6).map { Segment(url: "ts\($0).ts", duration: 1) }
    private static let mp4 = (0..<6).map {
        Segment(url: "mp\($0).m4s", container: .fragmentedMP4, initialization: "init.mp4", duration: 1)
    }

    private func source(_ name: String) -> MediaSource { MediaSource(url: name) }

    /// The intervals between the presentation times of successive frames in milliseconds, each
    /// value once.
    private func steps(_ shown: ArraySlice<(item: ItemID, time: MediaTime, at: HostTime)>) -> Set<Int> {
        Set(zip(shown, shown.dropFirst()).map { Int((($1.time - $0.time).inSeconds * 1000).rounded()) })
    }

    private func expectWhole(_ rig: PlayerRig, frames: Int = 150) {
        #expect(rig.shown.count == frames)
        #expect(steps(rig.shown[...]) == [40])
        let gaps = zip(rig.shown.dropFirst(), rig.shown.dropFirst(2)).map {
            Int((($1.at - $0.at).inSeconds * 1000).rounded())
        }
        #expect(Set(gaps) == [40])
    }

    @Test("The first picture on the screen is told once, and the first that differs from it once")
    func motion() async {
        let rig = PlayerRig(sessions: [:])
        func time(_ milliseconds: Int) -> HostTime { HostTime(nanoseconds: Int64(milliseconds) * 1_000_000) }
        let pictures: [(item: UInt64, picture: Double, at: Int)] = [
            (1, 5, 10), (1, 5, 26), (1, 5.04, 43), (1, 5.08, 60), (2, 5.04, 76), (2, 5.04, 93), (1, 5.12, 110),
            (1, 5.16, 126),
        ]
        for shown in pictures {
            rig.player.displayed(ItemID(shown.item), picture: MediaTime(seconds: shown.picture), at: time(shown.at))
        }
        var events: [PlayerEvent] = []
        while events.count < 5, let event = await rig.wait(for: { _ in true }) { events.append(event) }
        #expect(
            events == [
                PlayerEvent(item: ItemID(1), kind: .firstFrameShown, time: time(10)),
                PlayerEvent(item: ItemID(1), kind: .motionShown, time: time(43)),
                PlayerEvent(item: ItemID(2), kind: .firstFrameShown, time: time(76)),
                PlayerEvent(item: ItemID(1), kind: .firstFrameShown, time: time(110)),
                PlayerEvent(item: ItemID(1), kind: .motionShown, time: time(126)),
            ])
    }

    @Test("MPEG-TS: every frame of six segments, 40 ms apart on screen, with sound throughout")
    func transportStream() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        expectWhole(rig)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(await rig.wait { $0 == .firstSound } != nil)
        #expect(await rig.wait { $0 == .ended } != nil)
        rig.player.stop()
    }

    @Test("fragmented MP4: the same")
    func fragments() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.mp4)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        expectWhole(rig)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(rig.origin.requests.count { $0 == "init.mp4" } == 1)
        rig.player.stop()
    }

    @Test("picture and sound from two playlists, in two containers")
    func separateAudio() async throws {
        let video = (0..<6).map { Segment(url: "v\($0).ts", duration: 1) }
        let audio = (0..<6).map { Segment(url: "a\($0).ts", duration: 1) }
        let rig = PlayerRig(sessions: ["a": ScriptedSession(video, audio: audio)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        expectWhole(rig)
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("packed audio alone plays by its ID3 timestamp, without a picture")
    func packedAudio() async throws {
        var files = PlaybackFixtures.files
        files["packed.aac"] = ContainerSnifferTests.tag + (files["whole.aac"] ?? [])
        let rig = PlayerRig(
            files, sessions: ["a": ScriptedSession([Segment(url: "packed.aac", container: .unknown, duration: 6)])])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { if case .info(let info) = $0 { info.audioCodec == .aac } else { false } })
        // There is no frame to wait for: yield to the decoder's thread.
        while rig.peaks.max() ?? 0 < 0.05, !Task.isCancelled {
            rig.step()
            await Task.yield()
        }
        rig.step()
        #expect(rig.shown.isEmpty)
        #expect(await rig.wait { $0 == .firstSound } != nil)
        rig.player.stop()
    }

    @Test("not one frame or sample leaves before reveal")
    func gate() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts)])
        rig.player.prepare(source("a"), id: ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        for _ in 0..<200 { rig.step() }
        #expect(rig.shown.isEmpty)
        #expect(rig.peaks.allSatisfy { $0 == 0 })
        rig.player.reveal(ItemID(1))
        await rig.run(20)
        #expect(!rig.shown.isEmpty)
        #expect(rig.peaks.max() ?? 0 > 0.05)
        rig.player.stop()
    }

    @Test("a flip keeps the old picture until the new one's first frame is there, and cuts the old sound")
    func flip() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts), "b": ScriptedSession(Self.mp4)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(50)
        rig.player.prepare(source("b"), id: ItemID(2))
        rig.player.reveal(ItemID(2))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(60)
        let items = rig.shown.map(\.item.value)
        #expect(Set(items) == [1, 2])
        #expect(items == items.sorted())
        let new = rig.shown.drop { $0.item == ItemID(1) }
        #expect(new.first?.time == .zero || (new.first?.time.seconds ?? 1) < 0.1)
        #expect(steps(new) == [40])
        #expect(rig.player.status?.item == ItemID(2))
        rig.player.stop()
        #expect(rig.player.frame(for: VBlank(time: .zero, interval: PlayerRig.interval, sequence: 0)).picture == nil)
    }

    @Test("a segment that breaks off is gone on with where it broke off")
    func interrupted() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts)])
        rig.origin.truncateOnce("ts2.ts", at: 9_000)
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        expectWhole(rig)
        #expect(rig.origin.requests.count { $0 == "ts2.ts" } == 2)
        rig.player.stop()
    }

    @Test("a missing segment leaves a hole; a garbage one too; the rest plays on")
    func holes() async throws {
        var files = PlaybackFixtures.files
        files["ts2.ts"] = nil
        files["ts4.ts"] = Array(repeating: Array("<html>sorry</html>".utf8), count: 500).flatMap { $0 }
        let rig = PlayerRig(files, sessions: ["a": ScriptedSession(Self.ts)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(rig.shown.count >= 98 && rig.shown.count <= 101)
        #expect(rig.shown.map(\.time) == rig.shown.map(\.time).sorted())
        let last = try #require(rig.shown.last)
        #expect(abs(last.time.seconds - 5.96) < 0.1)
        rig.player.stop()
    }

    @Test("a discontinuity to another container and clock goes on without a break")
    func discontinuity() async throws {
        let second = Self.mp4.prefix(3).map { segment in
            var segment = segment
            segment.discontinuity = 1
            return segment
        }
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts.prefix(3) + second)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(rig.shown.count == 150)
        #expect(steps(rig.shown[...]).isSubset(of: Set(20...60)))
        rig.player.stop()
    }

    @Test("segments of nothing but garbage are told of")
    func garbage() async throws {
        let files = Dictionary(uniqueKeysWithValues: (0..<6).map { ("ts\($0).ts", Array("<html>no</html>".utf8)) })
        let rig = PlayerRig(files, sessions: ["a": ScriptedSession(Self.ts)])
        rig.player.prepare(source("a"), id: ItemID(1))
        let event = await rig.wait { if case .failed = $0 { true } else { false } }
        #expect(event?.kind == .failed(.notMedia(reason: "4 segments without a packet")))
        rig.player.stop()
    }

    @Test("AES-128 segments play; a wrong key gives no picture and no trap")
    func encrypted() async throws {
        let key: [UInt8] = Array(0..<16)
        let vector = [UInt8](repeating: 7, count: 16)
        let identity = KeyIdentity(url: "key")
        var files = PlaybackFixtures.files
        for number in 0..<6 {
            files["e\(number).ts"] = try AESFixture.encrypt(files["ts\(number).ts"] ?? [], key: key, vector: vector)
        }
        let segments = (0..<6).map {
            Segment(url: "e\($0).ts", duration: 1, encryption: .aes128(key: identity, iv: vector))
        }
        let rig = PlayerRig(
            files,
            sessions: [
                "a": ScriptedSession(segments, key: (identity, key)),
                "b": ScriptedSession(segments, key: (identity, Array(repeating: 1, count: 16))),
            ])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        expectWhole(rig)
        rig.player.stop()
        rig.player.prepare(source("b"), id: ItemID(2))
        let event = await rig.wait { if case .failed = $0 { true } else { false } }
        #expect(event?.item == ItemID(2))
        rig.player.stop()
    }

    @Test("pause holds the picture and is silent; resume goes on from there")
    func pause() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts)])
        rig.player.prepare(source("a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(50)
        rig.player.pause()
        await rig.run(5)
        let (count, start) = (rig.shown.count, rig.peaks.count)
        await rig.run(50)
        #expect(rig.shown.count == count)
        #expect(rig.peaks[start...].allSatisfy { $0 == 0 })
        rig.player.resume()
        await rig.run(300)
        #expect(rig.shown.count == 150)
        #expect(steps(rig.shown[...]) == [40])
        rig.player.stop()
    }

    @Test("every frame is given back, and every thread and voice, over a hundred flips")
    func leaks() async throws {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.ts)])
        weak var frame: VideoFrame?
        for number in 1...100 {
            rig.player.prepare(source("a"), id: ItemID(UInt64(number)))
            rig.player.reveal(ItemID(UInt64(number)))
            let event = await rig.wait {
                if case .failed = $0 { return true }
                return $0 == .firstFrameDecoded
            }
            #expect(event?.kind == .firstFrameDecoded)
            rig.step()
            frame =
                rig.player.frame(
                    for: VBlank(time: rig.clock.now, interval: PlayerRig.interval, sequence: 0)
                ).picture?.frame
            #expect(frame != nil)
            if number > 1 { rig.player.discard(ItemID(UInt64(number - 1))) }
        }
        rig.player.stop()
        rig.forget()
        // The decoder's thread releases its own reference soon after.
        while frame != nil, !Task.isCancelled { await Task.yield() }
    }
}
