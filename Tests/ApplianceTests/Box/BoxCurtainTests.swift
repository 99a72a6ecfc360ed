import Channels
import Commands
import Devices
import Headless
import MediaCore
import Testing

@testable import Appliance

@Suite("Fades on stop and standby, on the screen", .timeLimit(.minutes(2)))
struct BoxCurtainTests {
    private let bright = PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 60, luma: 200)

    /// The light of the picture at each vblank from now on.
    private func light(_ rig: PlayingRig, vblanks: Int) async throws -> [Double] {
        var seen: [Double] = []
        for _ in 0..<vblanks {
            await rig.tick()
            seen.append(try await rig.light().free)
        }
        return seen
    }

    @Test(
        "the picture fades for 300 ms, evenly, then playing is over; the next one is whole at once",
        arguments: [
            Command.stop, .standBy,
        ])
    func falls(command: Command) async throws {
        let rig = try await PlayingRig([bright, bright])
        await rig.ticks(.seconds(6))
        let whole = try await rig.light().free
        #expect(await rig.box.perform(command, key: rig.clock.now) == .done)
        #expect(await rig.box.shownItem != nil)
        let fading = try await light(rig, vblanks: 17)
        #expect(zip(fading, fading.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(fading[8] > whole * 0.3 && fading[8] < whole * 0.7, "\(fading)")
        try await rig.ticks { $0.shownItem == nil }
        await rig.ticks(.milliseconds(200))
        #expect(try await rig.light().free < 2)
        #expect(await rig.box.perform(.tune(.number(2)), key: rig.clock.now) == .done)
        try await rig.watch(2)
        await rig.ticks(.seconds(6))
        #expect(abs(try await rig.light().free - whole) < 2)
        try await rig.stop()
    }

    @Test("another press within the fade brings the picture back, and the same item plays on")
    func takenBack() async throws {
        let rig = try await PlayingRig([bright])
        await rig.ticks(.seconds(6))
        let whole = try await rig.light().free
        let item = await rig.box.shownItem
        #expect(await rig.box.perform(.togglePower, key: rig.clock.now) == .done)
        let fading = try await light(rig, vblanks: 9)
        #expect((fading.last ?? whole) < whole * 0.7)
        #expect(await rig.box.perform(.togglePower, key: rig.clock.now) == .done)
        _ = try await light(rig, vblanks: 30)
        #expect(abs(try await rig.light().free - whole) < 2)
        #expect(await rig.box.shownItem == item)
        #expect(await rig.box.tuner.isStandby == false)
        try await rig.stop()
    }
}
