import Base
import Commands
import Devices
import Headless
import MediaCore
import Playback
import Testing

@testable import Appliance

/// The channel is a film of ten minutes in segments of a second.
@Suite("The bar of a whole box", .timeLimit(.minutes(5)))
struct BoxBarTests {
    private func playing() async throws -> PlayingRig {
        try await PlayingRig([PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 60)])
    }

    private func position(_ rig: PlayingRig) -> Double {
        rig.box.player.status?.position.map { ($0 - .zero).inSeconds } ?? 0
    }

    @Test("A finger looks for a place: its picture comes and playing goes on; Back stays, OK goes there")
    func scrub() async throws {
        let rig = try await playing()
        #expect(await rig.box.perform(.showTransport, key: rig.clock.now) == .done)
        #expect(await rig.box.perform(.scrub(30), key: rig.clock.now) == .done)
        let target = try #require(await rig.box.read { $0.playout.search.target })
        try await rig.ticks { $0.previews.shown != nil }
        let asked = rig.origin.asked.withLock { $0 }
        #expect(
            asked.contains { $0.contains("-\(Int((target - .zero).inSeconds.rounded())).") }, "\(asked) for \(target)")
        #expect(rig.box.player.status?.isSeeking == false && position(rig) < 20)
        #expect(await rig.box.perform(.back, key: rig.clock.now) == .done)
        #expect(await rig.box.read { !$0.playout.search.isUnderWay && $0.previews.shown == nil })
        #expect(await rig.box.perform(.scrub(30), key: rig.clock.now) == .done)
        #expect(await rig.box.perform(.confirm, key: rig.clock.now) == .done)
        try await rig.ticks { !$0.playout.search.isUnderWay }
        #expect(position(rig) > 20)
    }

    @Test("What did she say: back by fifteen seconds; who goes elsewhere has ended it")
    func saidAgain() async throws {
        let rig = try await playing()
        #expect(await rig.box.perform(.seek(.at(.seconds(200))), key: rig.clock.now) == .done)
        try await rig.ticks { !$0.playout.search.isUnderWay }
        let before = position(rig)
        #expect(await rig.box.perform(.whatDidSheSay, key: rig.clock.now) == .done)
        try await rig.ticks { !$0.playout.search.isUnderWay }
        #expect(abs(before - position(rig) - 15) < 1.5)
        #expect(await rig.box.read { $0.saidAgain.isUnderWay })
        #expect(await rig.box.perform(.skip(.seconds(60)), key: rig.clock.now) == .done)
        #expect(await rig.box.read { !$0.saidAgain.isUnderWay })
    }

    @Test("A film is played faster, and the next channel as usual")
    func speed() async throws {
        let rig = try await playing()
        #expect(await rig.box.perform(.speed(.percent(200)), key: rig.clock.now) == .done)
        #expect(await rig.box.perform(.speed(.percent(200)), key: rig.clock.now) == .nothingToDo)
        try await rig.ticks { $0.player.status?.rate == 2 }
        #expect(await rig.box.perform(.speed(.next), key: rig.clock.now) == .done)
        #expect(await rig.box.read { $0.nowPlaying.speedPercent } == 50)
    }
}
