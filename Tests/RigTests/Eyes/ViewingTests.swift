import MediaCore
import OriginPattern
import Rig
import Testing

@Suite("A viewing")
struct ViewingTests {
    private func frame(_ vblank: Int, _ channel: UInt8?, _ number: UInt32 = 0, brightest: UInt8 = 235) -> SeenFrame {
        SeenFrame(
            time: HostTime(nanoseconds: Int64(vblank) * 16_666_667), screen: PixelSize(width: 1280, height: 720),
            pattern: channel.map { BitPattern(channel: $0, frame: number, isFlash: false) }, brightest: brightest)
    }

    @Test("Stretches are runs of one channel; what has no pattern is a stretch of none")
    func stretches() {
        let viewing = Viewing([frame(0, 1), frame(1, 1), frame(2, nil), frame(3, 2), frame(4, 1)])
        #expect(viewing.stretches.map(\.channel) == [1, nil, 2, 1])
        #expect(viewing.stretches.map(\.frames) == [2, 1, 1, 1])
        #expect(viewing.channels == [1, 2, 1])
        #expect(viewing.first(of: 1, after: HostTime(nanoseconds: 20_000_000))?.time.nanoseconds == 66_666_668)
    }

    @Test("One black frame among bright ones is found; a dimmed picture is none")
    func black() {
        let viewing = Viewing([frame(0, 1), frame(1, nil, brightest: 0), frame(2, 1, brightest: 90)])
        #expect(viewing.black.map(\.time.nanoseconds) == [16_666_667])
    }

    @Test("A picture that stands still is found with its beginning and length, also at the end")
    func standstill() throws {
        let moving = (0..<10).map { frame($0, 1, UInt32($0)) }
        let frozen = (10..<40).map { frame($0, 1, 9) }
        let found = try #require(Viewing(moving + frozen).longestStandstill)
        #expect(found.start.nanoseconds == 9 * 16_666_667)
        #expect(found.duration == .nanoseconds(30 * 16_666_667))
        #expect(Viewing([]).longestStandstill == nil)
    }
}
