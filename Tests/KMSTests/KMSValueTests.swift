import Devices
import MediaCore
import Testing

@testable import KMS

@Suite("Display modes")
struct DisplayModeTests {
    static let hd = PixelSize(width: 1920, height: 1080)
    static let modes = [
        DisplayMode(size: PixelSize(width: 3840, height: 2160), refreshRate: 60, isPreferred: true),
        DisplayMode(size: hd, refreshRate: 60),
        DisplayMode(size: hd, refreshRate: 59.94),
        DisplayMode(size: hd, refreshRate: 50),
        DisplayMode(size: hd, refreshRate: 50, isInterlaced: true),
        DisplayMode(size: hd, refreshRate: 23.976),
        DisplayMode(size: PixelSize(width: 1280, height: 720), refreshRate: 50),
    ]

    @Test("The lit mode is kept, else the preferred one is taken")
    func automatic() {
        #expect(DisplayMode.choose(from: Self.modes, current: 2, setting: .automatic) == 2)
        #expect(DisplayMode.choose(from: Self.modes, current: nil, setting: .automatic) == 0)
        #expect(DisplayMode.choose(from: Self.modes, current: 99, setting: .automatic) == 0)
        #expect(DisplayMode.choose(from: Self.modes, current: 2, setting: .preferred) == 0)
        #expect(DisplayMode.choose(from: [], current: nil, setting: .automatic) == nil)
    }

    @Test("A size asked for is taken near 60 Hz, and one the TV lacks is not")
    func size() {
        #expect(DisplayMode.choose(from: Self.modes, current: nil, setting: .size(Self.hd)) == 1)
        #expect(DisplayMode.choose(from: Self.modes, current: 3, setting: .size(Self.hd)) == 3)
        #expect(
            DisplayMode.choose(from: Self.modes, current: nil, setting: .size(PixelSize(width: 640, height: 480)))
                == 0)
    }

    static let rates: [(Double, Int)] = [
        (25, 3), (50, 3), (23.976, 5), (29.97, 2), (59.94, 2), (30, 1), (60, 1), (17, 1),
    ]

    @Test("The frame rate is followed in the same size by a whole multiple", arguments: rates)
    func frameRate(rate: Double, expected: Int) {
        #expect(
            DisplayMode.choose(from: Self.modes, current: nil, setting: .size(Self.hd), frameRate: rate) == expected)
    }
}

extension DisplayModeTests {
    @Test("A lit mode that shows the rate evenly stays, though another is nearer to the first one")
    func lit() {
        let modes = Self.modes + [DisplayMode(size: Self.hd, refreshRate: 100)]
        func choose(_ rate: Double, lit: Int) -> Int? {
            DisplayMode.choose(from: modes, current: 1, setting: .size(Self.hd), frameRate: rate, lit: lit)
        }
        #expect(choose(25, lit: 7) == 7)
        #expect(choose(50, lit: 3) == 3)
        #expect(choose(25, lit: 1) == 3)
        // The mode returns to the first one only for a rate that the lit one does not show evenly.
        #expect(choose(30, lit: 3) == 1)
        #expect(choose(17, lit: 3) == 1)
        // A mode of another size is not the same mode.
        #expect(choose(50, lit: 6) == 3)
        #expect(choose(50, lit: 99) == 3)
    }

    @Test("A rate asked for with the size is taken, or the nearest to it")
    func sizeAndRate() {
        func choose(_ rate: Double) -> Int? {
            DisplayMode.choose(from: Self.modes, current: 1, setting: .size(Self.hd, refreshRate: rate))
        }
        #expect(choose(50) == 3)
        #expect(choose(59.94) == 2)
        #expect(choose(24) == 5)
        #expect(choose(75) == 1)
    }
}

@Suite("Format blob")
struct FormatBlobTests {
    static func words(_ words: [UInt32]) -> [UInt8] {
        words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }

    @Test("Formats and modifiers are matched by the masks")
    func masks() {
        // Two formats at 24; one modifier for both, one for the second only.
        let blob = Self.words([1, 0, 2, 24, 2, 32, 0xaaaa, 0xbbbb, 3, 0, 0, 0, 0, 0, 1, 0, 1, 0, 5, 7])
        #expect(FormatBlob.parse(blob) == [0xaaaa: [0], 0xbbbb: [0, 0x7_0000_0005]])
    }

    @Test("A blob cut anywhere, or with counts that lie, is refused and does no harm")
    func lies() {
        let blob = Self.words([1, 0, 2, 24, 2, 32, 0xaaaa, 0xbbbb, 3, 0, 0, 0, 0, 0, 1, 0, 1, 0, 5, 7])
        for length in 0..<blob.count { #expect(FormatBlob.parse(Array(blob.prefix(length))) == nil) }
        #expect(FormatBlob.parse(Self.words([1, 0, .max, 24, .max, 32])) == nil)
        #expect(FormatBlob.parse(Self.words([1, 0, 1, .max, 1, .max])) == nil)
    }
}

@Suite("Atomic request")
struct AtomicRequestTests {
    @Test("A property the driver lacks is remembered, one that may be lacking is not")
    func missing() {
        var table = PropertyTable(what: "plane 31", object: 31)
        table.properties["FB_ID"] = .init(id: 17, value: 0)
        table.properties["zpos"] = .init(id: 18, value: 2, isImmutable: true)
        var request = AtomicRequest()
        request.set(table, "FB_ID", 5)
        request.setIfPresent(table, "alpha", 1)
        request.setIfPresent(table, "zpos", 1)
        #expect(request.missing == [])
        request.set(table, "CRTC_W", 9)
        #expect(request.settings == [.init(object: 31, property: 17, value: 5)])
        #expect(request.missing == ["plane 31: CRTC_W"])
        request.removeAll()
        #expect(request == AtomicRequest())
    }
}

@Suite("Visible layers")
struct VisibleLayerTests {
    static let screen = PixelSize(width: 100, height: 100)
    static let surface = Surface(size: PixelSize(width: 50, height: 40)) { _, _ in }

    @Test("The part on the screen is cut out of the content in 16.16 fixed point")
    func source() throws {
        let layer = Layer(.surface(Self.surface), at: PixelRectangle(x: -10, y: 80, width: 50, height: 40))
        let visible = try #require(VisibleLayer(layer, on: Self.screen))
        #expect(visible.visible == PixelRectangle(x: 0, y: 80, width: 40, height: 20))
        #expect(visible.source == (10 << 16, 0, 40 << 16, 20 << 16))
        let doubled = Layer(.surface(Self.surface), at: PixelRectangle(x: -25, y: 0, width: 100, height: 80))
        #expect(
            try #require(VisibleLayer(doubled, on: Self.screen)).source == (
                12 << 16 | 0x8000, 0, 37 << 16 | 0x8000, 40 << 16
            ))
    }

    @Test("A part of the content is cut out of it, and what hangs over the screen is cut out of that part")
    func crop() throws {
        let part = PixelRectangle(x: 10, y: 4, width: 20, height: 30)
        let layer = Layer(.surface(Self.surface), crop: part, at: PixelRectangle(x: 0, y: 0, width: 100, height: 100))
        let visible = try #require(VisibleLayer(layer, on: Self.screen))
        #expect(visible.source == (10 << 16, 4 << 16, 20 << 16, 30 << 16))
        // The driver is asked for the scaling that there is.
        #expect(visible.shape(on: Self.screen).size == part.size)
        let half = Layer(.surface(Self.surface), crop: part, at: PixelRectangle(x: -50, y: 0, width: 100, height: 100))
        #expect(
            try #require(VisibleLayer(half, on: Self.screen)).source == (20 << 16, 4 << 16, 10 << 16, 30 << 16))
    }

    @Test("What can't be seen is no layer")
    func invisible() {
        for (place, opacity) in [
            (PixelRectangle(x: 100, y: 0, width: 9, height: 9), 1.0),
            (PixelRectangle(x: 0, y: 0, width: 9, height: 9), 0),
            (PixelRectangle(x: 0, y: 0, width: 9, height: 9), .nan),
            (PixelRectangle(x: .min, y: 0, width: 9, height: 9), 1),
            (PixelRectangle(x: 0, y: 0, width: .max, height: 9), 1),
        ] {
            #expect(VisibleLayer(Layer(.surface(Self.surface), at: place, opacity: opacity), on: Self.screen) == nil)
        }
    }
}
