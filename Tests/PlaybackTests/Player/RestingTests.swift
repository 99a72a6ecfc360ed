import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite(
    "What plays rests while a head comes", .enabled(if: PlaybackFixtures.isAvailable), .serialized,
    .timeLimit(.minutes(10)))
struct RestingTests {
    private static let segments = (0..<6).map { ScriptedSession.Segment(url: "ts\($0).ts", duration: 1) }

    @Test("With plenty ahead it rests while a head has its turn, for a second at most")
    func rests() async throws {
        let told = Locked<[Bool]>([])
        var session = ScriptedSession(Self.segments)
        session.outlook = LineOutlook(supply: 6, delay: .milliseconds(40), rate: 1e6)
        session.rests = { rests in told.withLock { $0.append(rests) } }
        let rig = PlayerRig(sessions: ["a": session])
        rig.player.prepare(MediaSource(url: "a"), id: ItemID(1))
        rig.player.reveal(ItemID(1))
        _ = try #require(await rig.wait { $0 == .firstFrameDecoded })
        await rig.run(50)
        #expect(told.withLock { $0 } == [])

        func comes(_ expected: [Bool]) async -> Bool {
            while told.withLock({ $0.count }) < expected.count, !Task.isCancelled { await Task.yield() }
            return told.withLock { $0 } == expected
        }
        rig.origin.stall("ts0.ts", at: 1)
        var head = FetchRequest(url: "ts0.ts")
        head.isBounded = true
        let first = rig.player.fetcher.fetch(head) { _ in }
        #expect(await comes([true]))
        first.giveWay()
        #expect(await comes([true, false]))
        let second = rig.player.fetcher.fetch(head) { _ in }
        #expect(await comes([true, false, true]))
        // A head that does not come is not waited for.
        await rig.run(60)
        #expect(await comes([true, false, true, false]))
        second.giveWay()
        rig.player.stop()
    }
}
