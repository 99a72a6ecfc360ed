import Channels
import Commands
import Devices
import Headless
import MediaCore
import Screens
import Store
import Testing

@testable import Appliance

@Suite("Fit, fill and zoom on the screen", .timeLimit(.minutes(10)))
struct BoxPictureTests {
    /// The rows and columns of the screen in which the picture is: the screen is 640 × 360.
    private func lit(_ rig: PlayingRig) async throws -> PixelRectangle {
        let image = try await rig.display.capture()
        func isLit(_ x: Int, _ y: Int) -> Bool { image[x, y] >> 8 & 255 > 60 }
        // Beside the panels.
        let columns = (0..<image.size.width).filter { isLit($0, 200) }
        let rows = (0..<image.size.height).filter { isLit(320, $0) }
        guard let left = columns.first, let right = columns.last, let top = rows.first, let bottom = rows.last else {
            return PixelRectangle(x: 0, y: 0, width: 0, height: 0)
        }
        return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// Advances until nothing lies over the picture, which then is as the box has it by now.
    private func settle(_ rig: PlayingRig, _ mode: PictureMode? = nil) async throws {
        try await rig.ticks { box in
            (mode.map { $0 == box.pictureMode } ?? true)
                && box.interface.layers(size: PixelSize(width: 640, height: 360)).isEmpty
        }
        await rig.ticks(.milliseconds(200))
    }

    private func expect(
        _ wanted: PixelRectangle, on rig: PlayingRig, at place: SourceLocation = #_sourceLocation
    ) async throws {
        try await settle(rig)
        let seen = try await lit(rig)
        #expect(seen == wanted, sourceLocation: place)
    }

    private func rectangle(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRectangle {
        PixelRectangle(x: x, y: y, width: width, height: height)
    }

    @Test("a 4:3 channel stands between bars, fills the screen on demand, and again after a flip and a restart")
    func remembered() async throws {
        let channels = [
            PaintedChannel(size: PixelSize(width: 768, height: 576), framesPerSecond: 30, luma: 200),
            PaintedChannel(size: PixelSize(width: 640, height: 480), framesPerSecond: 30, luma: 200),
        ]
        let store = try Store.inMemory(reason: "a test")
        do {
            let rig = try await PlayingRig(channels, store: store)
            try await expect(rectangle(80, 0, 480, 360), on: rig)
            #expect(await rig.box.perform(.picture(.mode(.fill)), key: rig.clock.now) == .done)
            try await expect(rectangle(0, 0, 640, 360), on: rig)
            #expect(await rig.box.perform(.channelUp, key: rig.clock.now) == .done)
            try await rig.watch(2)
            try await expect(rectangle(80, 0, 480, 360), on: rig)
            #expect(await rig.box.perform(.channelDown, key: rig.clock.now) == .done)
            try await rig.watch(1)
            try await expect(rectangle(0, 0, 640, 360), on: rig)
            await rig.box.written()
            try await rig.stop()
        }
        let rig = try await PlayingRig(channels, store: store)
        try await expect(rectangle(0, 0, 640, 360), on: rig)
        try await rig.stop()
    }

    @Test("the key goes through the modes, and each is seen: all of it, filling, larger, automatic")
    func key() async throws {
        let wide = PaintedChannel(size: PixelSize(width: 960, height: 400), framesPerSecond: 30, luma: 200)
        let rig = try await PlayingRig([wide])
        var seen: [PixelRectangle] = []
        for mode in [PictureMode.fit, .fill, .zoom, .auto] {
            rig.press("ZOOM")
            try await settle(rig, mode)
            seen.append(try await lit(rig))
        }
        let fitted = rectangle(0, 47, 640, 266)
        #expect(seen == [fitted, rectangle(0, 0, 640, 360), rectangle(0, 2, 640, 356), fitted])
        try await rig.stop()
    }

    @Test("bars of which the stream tells are cut off by themselves")
    func told() async throws {
        let old = PaintedChannel(
            size: PixelSize(width: 768, height: 576), framesPerSecond: 30, luma: 200, activeFormat: 10)
        let rig = try await PlayingRig([old])
        try await expect(rectangle(0, 0, 640, 360), on: rig)
        #expect(await rig.box.perform(.picture(.mode(.fit)), key: rig.clock.now) == .done)
        try await expect(rectangle(80, 0, 480, 360), on: rig)
        try await rig.stop()
    }

    @Test("overscan keeps the edges black, for the picture and for what lies over it")
    func overscan() async throws {
        let channel = PaintedChannel(size: PaintedChannel.ready, framesPerSecond: 30, luma: 200)
        let store = try Store.inMemory(reason: "a test")
        let rig = try await PlayingRig([channel], store: store)
        #expect(await rig.box.perform(.overscan(5), key: rig.clock.now) == .done)
        #expect(await rig.box.perform(.overscan(5), key: rig.clock.now) == .nothingToDo)
        #expect(await rig.box.perform(.showGuide, key: rig.clock.now) == .done)
        await rig.ticks(.seconds(1))
        let image = try await rig.display.capture()
        for y in 0..<360 {
            for x in 0..<640 where x < 32 || x >= 608 || y < 18 || y >= 342 {
                try #require(image[x, y] & 0xff_ffff == 0, "\(x), \(y)")
            }
        }
        #expect(await rig.box.perform(.back, key: rig.clock.now) == .done)
        try await expect(rectangle(32, 18, 576, 324), on: rig)
        await rig.box.written()
        #expect(try await store.lastState().overscan == Overscan(percent: 5))
        try await rig.stop()
    }
}
