import CCairo
import Devices
import Layout
import MediaCore
import Testing

@testable import Paint

@Suite("Painter")
struct PainterTests {
    private let painter = Painter()

    private func picture(_ node: Node, _ width: Int, _ height: Int, scale: Double = 1) -> Picture {
        Picture(node: node, size: PixelSize(width: width, height: height), scale: scale)
    }

    private func pixel(_ surface: Surface, _ x: Int, _ y: Int) -> UInt32 {
        surface.pixels.load(fromByteOffset: y * surface.stride + x * 4, as: UInt32.self)
    }

    /// How many pixels are not transparent.
    private func ink(_ surface: Surface) -> Int {
        (0..<surface.size.height).reduce(0) { sum, y in
            sum + (0..<surface.size.width).count { pixel(surface, $0, y) != 0 }
        }
    }

    /// A logo of one opaque colour.
    private func square(_ argb: UInt32, as use: ArtworkImage.Use = .logo) -> ArtworkImage? {
        let pixel = (0..<4).map { UInt8(truncatingIfNeeded: argb >> (8 * $0)) }
        let pixels = (0..<(48 * 48)).flatMap { _ in pixel }
        return StillImage(size: PixelSize(width: 48, height: 48), pixels: pixels).flatMap {
            ArtworkImage($0, as: use)
        }
    }

    private func word(_ string: String) -> Node { .text(Text(string, size: 32)) }

    @Test("A translucent box comes out as premultiplied ARGB")
    func premultiplied() {
        let box = Node(.empty).sized(width: .fill, height: .fill).boxed(Color(0xff8000, alpha: 0.5))
        let surface = painter.surface(for: picture(box, 8, 8))
        #expect(pixel(surface, 4, 4) == 0x8080_4000)
    }

    @Test("Equal pictures are painted once; another size or scale is another picture")
    func cached() {
        let first = painter.surface(for: picture(word("One"), 100, 50))
        #expect(painter.surface(for: picture(word("One"), 100, 50)) === first)
        #expect(painter.surface(for: picture(word("One"), 101, 50)) !== first)
        #expect(painter.surface(for: picture(word("One"), 100, 50, scale: 2)) !== first)
        #expect(painter.surface(for: picture(word("Two"), 100, 50)) !== first)
    }

    @Test(
        "Text of many scripts is painted, inside the size it was measured with",
        arguments: ["Hearth", "Ελλάδα", "Первый", "قناة الجزيرة", "כאן", "テレビ", "ไทย", "हिन्दी"])
    func scripts(string: String) throws {
        let placement = try #require(painter.placements(of: picture(word(string), 600, 100)).first)
        #expect(placement.frame.width > 10 && placement.frame.width < 400)
        #expect(placement.frame.height > 15 && placement.frame.height < 90)
        let surface = painter.surface(for: picture(word(string), 600, 100))
        #expect(ink(surface) > 50)
        let right = Int(placement.frame.maxX.rounded(.up)) + 3
        let stray = (0..<100).reduce(0) { sum, y in sum + (right..<600).count { pixel(surface, $0, y) != 0 } }
        #expect(stray == 0)
    }

    @Test("A line is as long on 720 lines as on 2160")
    func scales() throws {
        let lengths = try [2.0 / 3, 1, 2].map { scale in
            let text = word("Channel with a middling name")
            let room = picture(text, Int(1000 * scale), Int(100 * scale), scale: scale)
            return try #require(painter.placements(of: room).first).frame.width
        }
        let shortest = try #require(lengths.min())
        #expect(lengths.allSatisfy { $0 - shortest < shortest * 0.02 })
    }

    @Test("Text that does not fit ends in an ellipsis inside its room")
    func ellipsis() throws {
        let text = Text("A name that is far too long for the little room it has", size: 32)
        let placement = try #require(painter.placements(of: picture(.text(text), 200, 50)).first)
        #expect(placement.frame.width <= 200)
        #expect(placement.frame.height < 60)
        var lines = text
        lines.maximumLines = 2
        let two = try #require(painter.placements(of: picture(.text(lines), 200, 200)).first)
        #expect(two.frame.height > placement.frame.height * 1.5)
        #expect(two.frame.height < placement.frame.height * 2.5)
    }

    @Test("A logo takes the place of the initials once it is there, and gives it back")
    func artwork() {
        let node = Node(
            .artwork(Artwork(key: "a", initials: Text("A", size: 20), ground: .black, cornerRadius: 0))
        ).sized(width: .fill, height: .fill)
        let initials = painter.surface(for: picture(node, 64, 64))
        #expect(painter.setArtwork(square(0xff00_ff00), for: "a") == [])
        let logo = painter.surface(for: picture(node, 64, 64))
        #expect(logo !== initials)
        #expect(pixel(logo, 32, 32) == 0xff00_ff00)
        #expect(painter.setArtwork(nil, for: "a") == [])
        #expect(pixel(painter.surface(for: picture(node, 64, 64)), 2, 2) == pixel(initials, 2, 2))
    }

    @Test("Logos take no more than they may: what was not drawn for longest goes, and says so")
    func eviction() {
        // Each takes 48 × 48 × 4 bytes, and a backdrop.
        let painter = Painter(artworkBytes: 3 * (48 * 48 + 160 * 90) * 4)
        let logo = square(0xff00_ff00)
        for key in ["a", "b", "c"] { #expect(painter.setArtwork(logo, for: key) == []) }
        let node = Node(.artwork(Artwork(key: "a", initials: Text("A", size: 20), ground: .black, cornerRadius: 0)))
            .sized(width: .fill, height: .fill)
        _ = painter.surface(for: picture(node, 48, 48))
        #expect(painter.setArtwork(logo, for: "d") == ["b"])
        #expect(painter.setArtwork(logo, for: "e") == ["c"])
        #expect(painter.setArtwork(nil, for: "e") == [])
        #expect(painter.setArtwork(logo, for: "f") == [])
    }

    @Test("A picture is kept no larger than it is drawn, and its shape stays")
    func sizes() throws {
        let wide = try #require(
            StillImage(size: PixelSize(width: 2000, height: 1000), pixels: Array(repeating: 255, count: 8_000_000)))
        #expect(ArtworkImage(wide, as: .logo)?.bitmap.size == PixelSize(width: 320, height: 160))
        #expect(ArtworkImage(wide, as: .poster)?.bitmap.size == PixelSize(width: 768, height: 384))
        #expect(square(0xffff_ffff, as: .poster)?.bitmap.size == PixelSize(width: 48, height: 48))
        #expect(StillImage(size: PixelSize(width: 2, height: 2), pixels: [1, 2, 3]) == nil)
    }

    @Test("The ground made of a picture has its colours where they are, without an edge anywhere")
    func backdrop() throws {
        // White on the left, black on the right.
        let row = Array(repeating: UInt8(255), count: 40 * 4) + (0..<40).flatMap { _ in [0, 0, 0, 255] as [UInt8] }
        let image = try #require(
            StillImage(size: PixelSize(width: 80, height: 45), pixels: (0..<45).flatMap { _ in row }))
        let ground = try #require(ArtworkImage(image, as: .poster)?.backdrop)
        #expect(ground.size == PixelSize(width: 160, height: 90) && ground.isOpaque)
        let pixels = try #require(cairo_image_surface_get_data(ground.surface))
        let stride = Int(cairo_image_surface_get_stride(ground.surface))
        let line = (0..<160).map { Int(pixels[45 * stride + $0 * 4]) }
        #expect(line[0] == 255 && line[159] == 0 && (100...155).contains(line[80]))
        let steps = zip(line, line.dropFirst()).map { $0 - $1 }
        #expect(steps.allSatisfy { (0...16).contains($0) }, "\(line)")
    }

    @Test("A logo on nothing gets a ground of its own mean colour")
    func transparentBackdrop() throws {
        // A red spot in the middle of nothing.
        var pixels = [UInt8](repeating: 0, count: 48 * 48 * 4)
        for y in 20..<28 {
            for x in 20..<28 {
                pixels.replaceSubrange((y * 48 + x) * 4..<(y * 48 + x) * 4 + 4, with: [0, 0, 200, 255])
            }
        }
        let image = try #require(StillImage(size: PixelSize(width: 48, height: 48), pixels: pixels))
        let ground = try #require(ArtworkImage(image, as: .logo)?.backdrop)
        #expect(ground.mean.red > 0.7 && ground.mean.green < 0.1)
    }

    @Test("Nothing and nonsense are painted without a trap")
    func degenerate() {
        #expect(painter.surface(for: picture(word("x"), 0, 0)).size.isEmpty)
        #expect(ink(painter.surface(for: picture(word("x"), 40, 40, scale: 0))) == 0)
        _ = painter.surface(for: picture(word("x"), 40, 40, scale: .nan))
        _ = painter.surface(for: picture(word("x"), 40, 40, scale: .infinity))
        _ = painter.surface(for: picture(.text(Text("x", size: .infinity)), 40, 40))
        _ = painter.surface(for: picture(Node(.progress(.nan, fill: .white, track: .black)).sized(30), 40, 40))
    }

    @Test("Every sign is drawn", arguments: Icon.allCases)
    func icons(icon: Icon) {
        let surface = painter.surface(for: picture(Node(.icon(icon, .white)).sized(48), 48, 48))
        #expect(ink(surface) > 100)
    }
}
