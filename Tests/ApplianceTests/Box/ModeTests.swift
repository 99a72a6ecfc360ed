import Devices
import Headless
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Modes of a whole box that plays", .timeLimit(.minutes(10)))
struct ModeTests {
    static let channels = [
        PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 25, luma: 200),
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 30, luma: 120),
        PaintedChannel(size: PaintedChannel.hd, framesPerSecond: 50, luma: 180),
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 60, luma: 90),
        PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 25, luma: 150),
    ]

    @Test("A hundred flips among rates and sizes set no mode; settling sets one; the next flips do not set it back")
    func hundredFlips() async throws {
        let rig = try await PlayingRig(Self.channels, otherRates: [50, 24], modeSetDuration: .milliseconds(800))
        var number = 1
        func flip() async throws {
            rig.press("CHANNELUP")
            number = number % 5 + 1
            try await rig.watch(number)
        }
        for _ in 0..<100 {
            try await flip()
            await rig.ticks(.milliseconds(200))
        }
        #expect(rig.display.modeSets == [])
        #expect(rig.display.output.refreshRate == 60)

        #expect(number == 1)
        let settled = rig.clock.now
        try await rig.ticks { [display = rig.display] _ in !display.modeSets.isEmpty }
        #expect(rig.display.modeSets.map(\.refreshRate) == [50])
        let set = try #require(rig.display.modeSets.first)
        // The picture was on the screen for up to 200 ms before that.
        #expect(set.time - settled > .milliseconds(7500) && set.time - settled < .seconds(10))
        #expect(rig.display.statistics.modeSets == 1)

        // Channels of 50 and 25 a second need no other mode; flips over those that do set none.
        for _ in 0..<12 { try await flip() }
        #expect(number == 3)
        await rig.ticks(.seconds(9))
        #expect(rig.display.modeSets.count == 1)
        try await flip()
        try await rig.ticks { [display = rig.display] _ in display.modeSets.count > 1 }
        #expect(rig.display.modeSets.map(\.refreshRate) == [50, 60])
        var memories = try await rig.store.modeMemories()
        // The box writes memories in the background.
        while memories.count < 3 {
            try await Task.sleep(for: .milliseconds(1))
            memories = try await rig.store.modeMemories()
        }
        #expect(memories[ModeKey(channel: "c1", tv: "HRT-0001-1")]?.framesPerSecond == 25)
        #expect(memories[ModeKey(channel: "c4", tv: "HRT-0001-1")]?.framesPerSecond == 60)
        #expect(memories[ModeKey(channel: "c2", tv: "HRT-0001-1")] == nil)
    }

    @Test("A key pressed while the mode changes is not lost, and changes nothing back")
    func keyInTheDark() async throws {
        let rig = try await PlayingRig(Self.channels, otherRates: [50], modeSetDuration: .milliseconds(800))
        try await rig.ticks { [display = rig.display] _ in !display.modeSets.isEmpty }
        let commits = rig.display.statistics.commits
        rig.press("CHANNELUP")
        rig.press("CHANNELUP")
        rig.press("CHANNELUP")
        for _ in 0..<10 { await rig.tick() }
        // While the mode changes nothing is scanned out.
        #expect(rig.display.statistics.commits == commits)
        try await rig.watch(4)
        #expect(rig.display.modeSets.count == 1)
    }

    @Test("Told never to, it never does; a TV without the rate is left alone")
    func never() async throws {
        let rig = try await PlayingRig(Self.channels, otherRates: [50], matching: .never)
        await rig.ticks(.seconds(12))
        #expect(rig.display.modeSets == [])
        let other = try await PlayingRig(Self.channels, otherRates: [24])
        await other.ticks(.seconds(12))
        #expect(other.display.modeSets == [])
    }

    @Test("What the viewer stayed on before a restart is settled on sooner after it")
    func remembered() async throws {
        let store = try Store.inMemory(reason: "a test")
        let key = ModeKey(channel: "c1", tv: "HRT-0001-1")
        try await store.remember(ModeMemory(framesPerSecond: 25, stays: 2), for: key)
        let rig = try await PlayingRig(Self.channels, otherRates: [50], store: store)
        let shown = rig.clock.now
        try await rig.ticks { [display = rig.display] _ in !display.modeSets.isEmpty }
        let set = try #require(rig.display.modeSets.first)
        #expect(set.time - shown < .seconds(5))
    }
}
