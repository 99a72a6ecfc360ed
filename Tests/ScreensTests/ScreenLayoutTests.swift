import Layout
import MediaCore
import Paint
import Screens
import Testing

@Suite("Screens, laid out")
struct ScreenLayoutTests {
    private static let sizes = [
        PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080), PixelSize(width: 3840, height: 2160),
    ]

    private static func name(_ placement: Placement) -> String {
        if case .text(let text) = placement.element { "“\(text.string)”" } else { "\(placement.element)" }
    }

    private static func overlap(_ a: Rectangle, _ b: Rectangle) -> Bool {
        min(a.maxX, b.maxX) - max(a.x, b.x) > 0.5 && min(a.maxY, b.maxY) - max(a.y, b.y) > 0.5
    }

    @Test("Nothing overlaps, is squeezed, or leaves its panel, in any language", arguments: Gallery.entries)
    func nothingOverlaps(entry: Gallery.Entry) throws {
        for size in Self.sizes { try Self.check(entry.interface, at: size) }
    }

    /// Checks that nothing of a screen overlaps, is squeezed, or leaves its panel.
    static func check(_ interface: Interface, at size: PixelSize) throws {
        let painter = Painter()
        for layer in interface.layers(size: size) {
            let picture = try #require(layer.frames.first)
            let room = picture.extent
            let placements = painter.placements(of: picture)
            for placement in placements {
                let frame = placement.frame
                #expect(
                    frame.x >= -0.01 && frame.y >= -0.01 && frame.maxX <= room.width + 0.01
                        && frame.maxY <= room.height + 0.01, "\(name(placement)) leaves \(layer.id)")
            }
            // A ground lies below what it holds; everything else must not overlap.
            let things = placements.filter {
                switch $0.element {
                case .text, .artwork, .icon, .progress, .bar, .spinner: true
                case .fill, .shadow, .border, .ring: false
                }
            }
            for (index, thing) in things.enumerated() {
                for other in things[..<index] {
                    #expect(
                        !overlap(thing.frame, other.frame),
                        "\(name(thing)) lies on \(name(other)) in \(layer.id) at \(size)")
                }
                guard case .text(let text) = thing.element, !text.string.isEmpty else { continue }
                let natural = painter.placements(
                    of: Picture(
                        node: .text(text), size: PixelSize(width: size.width, height: size.height),
                        scale: picture.scale))
                #expect(
                    thing.frame.height >= (natural.first?.frame.height ?? 0) / Double(text.maximumLines) - 1,
                    "\(name(thing)) is squeezed in \(layer.id) at \(size)")
                #expect(
                    thing.frame.width >= min(20, natural.first?.frame.width ?? 0) - 1, "\(name(thing)) is cut away")
            }
        }
    }

    @Test("Every layer keeps to the safe area of the screen", arguments: Gallery.entries)
    func safeArea(entry: Gallery.Entry) {
        for size in Self.sizes {
            // A shade belongs to the picture: it reaches to the edges.
            for layer in entry.interface.layers(size: size) where layer.id.part != .ground {
                // The light around a card that has the focus may be cut off, not its ring: 44 of its 48 points.
                let hasLight = layer.id.part == .focus && [.overlay, .home].contains(layer.screen)
                let light = hasLight ? size.height * 44 / 1080 : 0
                #expect(layer.rectangle.x >= size.width / 20 - 1 - light)
                #expect(layer.rectangle.y >= size.height / 20 - 1 - light)
                #expect(layer.rectangle.maxX <= size.width - size.width / 20 + 1 + light)
                #expect(layer.rectangle.maxY <= size.height - size.height / 20 + 1 + light)
            }
        }
    }

    @Test(
        "A panel is no larger than it needs: none takes half the screen but the question for a code, the guide and its page"
    )
    func small() {
        let size = Self.sizes[1]
        let layers = Gallery.entries.flatMap { $0.interface.panels(size: size) }
        for layer in layers where ![.passcode, .guide, .programme].contains(layer.screen) {
            #expect(layer.rectangle.width * layer.rectangle.height * 2 < size.width * size.height)
        }
    }

    @Test("The interstitial stands in the lower third, its ring around the logo")
    func interstitial() throws {
        let layers = try #require(Gallery.entries.first).interface.layers(size: Self.sizes[1])
        #expect(layers.map(\.id.part) == [.ground, .panel, .wheel])
        #expect(
            layers.map(\.rectangle) == [
                PixelRectangle(x: 0, y: 510, width: 1920, height: 570),
                PixelRectangle(x: 96, y: 814, width: 1728, height: 212),
                PixelRectangle(x: 96, y: 822, width: 196, height: 196),
            ])
    }

    @Test("The interstitial's parts stand where they were drawn, whatever the font")
    func interstitialParts() throws {
        let layers = try #require(Gallery.entries.first).interface.panels(size: Self.sizes[1])
        let picture = try #require(layers.first?.frames.first)
        let arranger = Arranger { text, width in
            Size(width: min(width, Double(text.string.count) * text.size / 2), height: text.size * 1.25)
        }
        let dump = arranger.placements(of: picture.node, in: picture.extent).map { placement in
            let frame = placement.frame
            let what =
                switch placement.element {
                case .text(let text): text.string
                case .fill: "ground"
                case .border: "border"
                case .artwork: "logo"
                case .icon(let icon, _): "\(icon)"
                case .progress, .bar, .ring, .spinner, .shadow: "other"
                }
            return "\(what) \(Int(frame.x)) \(Int(frame.y)) \(Int(frame.width)) \(Int(frame.height))"
        }
        #expect(
            dump == [
                "logo 14 22 168 168", "12 222 18 64 80", "BBC One HD 310 27 250 62",
                "The Ten O’Clock News 222 106 380 47", "22:00 – 22:30 222 162 162 31", "other 406 173 460 8",
                "13 1312 57 28 35", "قناة الجزيرة الإخبارية 1354 57 308 35", "ground 1678 53 50 44",
                "up 1690 62 26 26", "border 1678 53 50 44", "11 1494 119 28 35", "Das Erste 1536 119 126 35",
                "ground 1678 115 50 44", "down 1690 124 26 26", "border 1678 115 50 44",
            ])
    }

    @Test("Layers that are seen together do not cover each other", arguments: Gallery.entries)
    func apart(entry: Gallery.Entry) {
        let layers = entry.interface.layers(size: Self.sizes[1])
            .filter { [.panel, .flips].contains($0.id.part) || $0.screen == .stall }
        for (index, layer) in layers.enumerated() {
            for other in layers[..<index] {
                #expect(layer.rectangle.intersection(other.rectangle).isEmpty)
            }
        }
    }

    @Test("A screen too small to read has no interface; a screen of another shape has it in the middle")
    func oddScreens() throws {
        let interface = try #require(Gallery.entries.first).interface
        #expect(interface.layers(size: .zero).isEmpty)
        #expect(interface.layers(size: PixelSize(width: 64, height: 36)).isEmpty)
        let layer = try #require(interface.panels(size: PixelSize(width: 1024, height: 768)).first)
        #expect(layer.rectangle.x == 51)
        #expect(layer.rectangle.maxY < 768 - 96)
    }
}
