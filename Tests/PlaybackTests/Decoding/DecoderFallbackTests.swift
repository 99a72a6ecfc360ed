import Devices
import MediaCore
import Testing

@testable import Playback

@Suite(
    "A decoder that dies", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct DecoderFallbackTests {
    private static let segments = (0..<6).map { ScriptedSession.Segment(url: "ts\($0).ts", duration: 1) }

    private func rig(_ library: FaultyLibrary) -> PlayerRig {
        let rig = PlayerRig(sessions: ["a": ScriptedSession(Self.segments)], library: library)
        rig.player.prepare(MediaSource(url: "a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        return rig
    }

    /// Feeds the decoder; 25 packets are one second and one group of pictures.
    @Test(
        "another takes over in the middle: all 150 frames, each once, on time, with sound throughout",
        arguments: [[0], [1], [24], [25], [37], [60, 10], [60, 30, 5]])
    func takesOver(deaths: [Int]) async throws {
        let library = FaultyLibrary(deaths.map { .dies(at: $0) })
        let rig = rig(library)
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(library.unused == 0)
        #expect(rig.shown.count == 150)
        let times = rig.shown.map { Int(($0.time.seconds * 1000).rounded()) }
        #expect(Set(zip(times, times.dropFirst()).map { $1 - $0 }) == [40])
        let gaps = zip(rig.shown.dropFirst(), rig.shown.dropFirst(2)).map {
            Int((($1.at - $0.at).inSeconds * 1000).rounded())
        }
        #expect(Set(gaps) == [40])
        #expect(rig.peaks[20..<280].allSatisfy { $0 > 0.05 })
        #expect(rig.player.status?.info.videoDecoder == "h264 (software)")
        rig.player.stop()
    }

    @Test("decoders that die on the same pictures are not tried for ever: on at the next key frame")
    func hopeless() async throws {
        let library = FaultyLibrary([.dies(at: 30), .dies(at: 3), .dies(at: 3)])
        let rig = rig(library)
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(330)
        #expect(library.unused == 0)
        // Some frames of the second group are lost, none of the others.
        let start = try #require(rig.shown.first).time
        #expect(rig.shown.count { $0.time - start >= .milliseconds(1990) } == 100)
        #expect(rig.shown.count { $0.time - start < .milliseconds(990) } == 25)
        rig.player.stop()
    }

    @Test("when nothing decodes the pictures any more, the sound plays on")
    func soundOnly() async throws {
        let rig = rig(FaultyLibrary([.dies(at: 30), .refuses]))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(200)
        #expect(rig.peaks[20..<180].allSatisfy { $0 > 0.05 })
        rig.player.stop()
    }

    @Test("packets are kept from the last key frame on, up to a bound")
    func replay() {
        var time = MediaTime.zero
        final class Payload: PacketPayload {
            let byteCount = 1000
            func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {}
        }
        func packet(_ isKey: Bool) -> Packet {
            defer { time = time + .milliseconds(40) }
            return Packet(track: 0, presentation: time, decode: nil, duration: .zero, isKey: isKey, payload: Payload())
        }
        var buffer = ReplayBuffer()
        for _ in 0..<5 { buffer.add(packet(false)) }
        #expect(buffer.packets.isEmpty)
        for _ in 0..<2 {
            buffer.add(packet(true))
            for _ in 0..<9 { buffer.add(packet(false)) }
        }
        // The group before is kept until it has been output.
        #expect(buffer.packets.count == 20)
        buffer.shown(MediaTime(seconds: 0.56))
        #expect(buffer.packets.count == 20)
        buffer.shown(MediaTime(seconds: 0.6))
        #expect(buffer.packets.count == 10)
        buffer.add(packet(true))
        buffer.add(packet(true))
        #expect(buffer.packets.count == 2)
        buffer.shown(time)
        for _ in 0..<1000 { buffer.add(packet(false)) }
        #expect(buffer.packets.isEmpty)
        buffer.add(packet(true))
        #expect(buffer.packets.count == 1)
    }
}
