import Base
import Devices
import FFmpeg
import MediaCore
import Testing

@testable import Playback

/// Tests of a hidden live channel that is revealed just when it has moved on to a newer key frame.
@Suite("Revealed while it moves on", .enabled(if: PlaybackFixtures.isAvailable), .serialized, .timeLimit(.minutes(10)))
struct RevealWhileMovingTests {
    @Test("what was ready is a still until the new pictures are decoded; playing begins with those, the sound in step")
    func still() async throws {
        let library = GatedLibrary()
        let rig = PlayerRig(LiveFixtures.files, library: library)
        rig.origin.make("http://test/live.m3u8") { [clock = rig.clock] in LiveFixtures.playlist(at: clock.now) }
        rig.player.prepare(MediaSource(url: "http://test/live.m3u8"), id: ItemID(1), readiness: .picture)
        func standing() -> HiddenStanding? { rig.player.hidden[ItemID(1)] }
        /// Threads that came too late for what is done four times a second wait for the next time: the clock goes on.
        func wait(_ isMet: (HiddenStanding) -> Bool) async {
            var next = ContinuousClock.now + .milliseconds(500)
            while standing().map({ !isMet($0) }) ?? true, !Task.isCancelled {
                await Task.yield()
                guard ContinuousClock.now > next else { continue }
                next = ContinuousClock.now + .milliseconds(500)
                for _ in 0..<13 { rig.step() }
            }
        }
        await wait { $0.frames >= FrameQueue.hidden && $0.sound >= .milliseconds(200) }
        for _ in 0..<100 { rig.step() }
        await wait { $0.frames >= FrameQueue.hidden }
        // From here on no picture is decoded; the item moves on all the same.
        library.isOpen.update { $0 = false }
        let before = try #require(standing()?.begin)
        while standing()?.begin == before, !Task.isCancelled {
            rig.step()
            for _ in 0..<200 { await Task.yield() }
        }
        let begin = try #require(standing()?.begin)
        #expect(begin > before)
        rig.player.setReadiness(.full, of: ItemID(1))
        rig.player.reveal(ItemID(1))
        for _ in 0..<10 { rig.step() }
        #expect(rig.shown.count == 1 && (rig.shown.first.map { $0.time < begin } ?? false))
        #expect(rig.player.status?.phase == .starting)
        library.isOpen.update { $0 = true }
        await rig.run(100)
        let played = rig.shown.dropFirst()
        #expect(played.first?.time == begin)
        #expect(zip(played, played.dropFirst()).allSatisfy { $1.time - $0.time == .milliseconds(40) })
        #expect(played.count > 45 && rig.player.status?.stalls == 0)
        // The channel beeps once a second, so there must be sound.
        #expect(rig.heard.contains { abs($0) > 0.1 })
        rig.player.stop()
    }
}

/// FFmpeg with a gate: while it is shut no picture is decoded.
private final class GatedLibrary: CodecLibrary {
    private let library = FFmpegLibrary(decoding: .software)
    let isOpen = Monitor(true)

    func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
    ) throws(DemuxError) -> any Demuxer {
        try library.makeDemuxer(container, source: source, expected: expected, samples: samples)
    }

    func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        GatedDecoder(try library.makeVideoDecoder(track), isOpen)
    }

    func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        try library.makeAudioDecoder(track)
    }

    private final class GatedDecoder: VideoDecoder {
        let name = "h264 (gated)"
        private let decoder: any VideoDecoder
        private let isOpen: Monitor<Bool>

        init(_ decoder: any VideoDecoder, _ isOpen: Monitor<Bool>) {
            self.decoder = decoder
            self.isOpen = isOpen
        }

        var skipsNonReference: Bool {
            get { decoder.skipsNonReference }
            set { decoder.skipsNonReference = newValue }
        }

        func decode(_ packet: Packet, _ emit: (VideoFrame) -> Void) throws(DecodeError) {
            _ = isOpen.wait { $0 ? true : nil }
            try decoder.decode(packet, emit)
        }

        func drain(_ emit: (VideoFrame) -> Void) { decoder.drain(emit) }
    }
}
