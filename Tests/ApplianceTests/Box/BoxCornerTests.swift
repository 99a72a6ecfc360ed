import Channels
import Commands
import Devices
import Headless
import Layout
import MediaCore
import Overlays
import Playback
import Screens
import Store
import Testing

@testable import Appliance

@Suite("Picture in picture, in the whole box", .timeLimit(.minutes(10)))
struct BoxCornerTests {
    private static let size = PixelSize(width: 640, height: 360)

    /// The brightness of the middle of the screen, and of the middle of a corner of the small size.
    private func light(_ rig: PlayingRig, _ place: CornerState.Place = .topRight) async throws -> (Int, Int) {
        let image = try await rig.display.capture()
        let frame = CornerState(channel: ChannelLabel(id: "", number: "", name: ""), place: place).frame
        let (x, y) = (Int((frame.x + frame.width / 2) / 3), Int((frame.y + frame.height / 2) / 3))
        return (Int(image[320, 180] >> 8 & 255), Int(image[x, y] >> 8 & 255))
    }

    private func isClose(_ a: Int, _ b: Int) -> Bool { abs(a - b) < 12 }

    @Test("Where it lies is kept; what can't be read is as on a new box")
    func kept() {
        var place = CornerPlace()
        #expect(place.place == .topRight && place.size == .small)
        place.change(.move)
        place.change(.size)
        #expect(CornerPlace(kept: place.kept) == place && place.place == .bottomRight && place.size == .large)
        for text in ["", "nowhere huge", "top-left", " small"] {
            let read = CornerPlace(kept: text)
            #expect(read.size == .small && (read.place == .topRight || text == "top-left"))
        }
        #expect(place.largestPicture(on: PixelSize(width: 1920, height: 1080)) == PixelSize(width: 939, height: 528))
    }

    @Test("A second channel lies in its corner, changes places with the first at one vblank, moves, and goes")
    func whole() async throws {
        let channels = [60, 200].map { PaintedChannel(size: Self.size, framesPerSecond: 30, luma: $0) }
        let store = try Store.inMemory(reason: "a test")
        let rig = try await PlayingRig(channels, store: store)
        try await rig.ticks { $0.tuner.isSettled && $0.interface.layers(size: Self.size).isEmpty }
        await rig.ticks(.milliseconds(300))
        let dark = try await light(rig).0
        #expect(await rig.box.perform(.pip(.open(.number(2))), key: rig.clock.now) == .done)
        try await rig.ticks { $0.player.cornerStatus?.framesShown ?? 0 > 3 }
        await rig.ticks(.milliseconds(300))
        var (screen, corner) = try await light(rig)
        #expect(isClose(screen, dark) && corner > dark + 80)
        let bright = corner
        #expect(await rig.box.perform(.pip(.swap), key: rig.clock.now) == .done)
        try await rig.ticks { $0.tuner.watching == "c2" && $0.tuner.corner == "c1" }
        try await rig.ticks { $0.interface.layers(size: Self.size).allSatisfy { $0.screen == .corner } }
        await rig.ticks(.milliseconds(300))
        (screen, corner) = try await light(rig)
        #expect(isClose(screen, bright) && isClose(corner, dark))

        #expect(await rig.box.perform(.pip(.move), key: rig.clock.now) == .done)
        await rig.ticks(.milliseconds(600))
        (screen, corner) = try await light(rig, .bottomRight)
        #expect(isClose(screen, bright) && isClose(corner, dark))
        #expect(await isClose(try light(rig).1, bright))

        // The key for the channel before changes places too: there is one to see beside it.
        #expect(await rig.box.perform(.tuneLast, key: rig.clock.now) == .done)
        try await rig.ticks { $0.tuner.watching == "c1" && $0.tuner.corner == "c2" }
        #expect(await rig.box.perform(.pip(.toggle), key: rig.clock.now) == .done)
        try await rig.ticks { $0.tuner.corner == nil && $0.player.corner == nil }
        await rig.ticks(.milliseconds(600))
        try await rig.ticks { $0.interface.layers(size: Self.size).isEmpty }
        #expect(await isClose(try light(rig, .bottomRight).1, dark))
        #expect(await rig.box.perform(.pip(.swap), key: rig.clock.now) == .notNow("there is no picture in picture"))
        try await rig.stop()
        #expect(try await SavedState(store).corner == "bottom-right small")
    }
}
