import Compositing
import Foundation
import MediaCore
import Rig
import Testing

@Suite("Looking for a picture")
struct MatchTests {
    private let template: Template
    private var screen = Image.noise(width: 320, height: 180)

    init() throws {
        template = try Template("sign", .sign)
        screen.draw(.sign, x: 201, y: 93)
    }

    @Test("A template is found where it is, with its whole likeness")
    func found() throws {
        let result = try match(template, in: screen.seen())
        #expect(result.match)
        #expect(result.region == PixelRectangle(x: 201, y: 93, width: 48, height: 32))
        #expect(result.score == 1)
    }

    @Test("In the screen's corners, too", arguments: [(0, 0), (272, 0), (0, 148), (272, 148)])
    func corners(x: Int, y: Int) throws {
        var screen = Image.noise(width: 320, height: 180)
        screen.draw(.sign, x: x, y: y)
        #expect(try match(template, in: screen.seen()).region == PixelRectangle(x: x, y: y, width: 48, height: 32))
    }

    @Test("Not outside the region that was asked for, and not in one that is too small")
    func region() throws {
        #expect(try !match(template, in: screen.seen(), region: .area(x: 0, y: 0, width: 230, height: 180)).match)
        #expect(try match(template, in: screen.seen(), region: .area(x: 200, y: 90, width: 400, height: 400)).match)
        #expect(try !match(template, in: screen.seen(), region: .area(x: 201, y: 93, width: 47, height: 32)).match)
    }

    @Test("A little noise is the capture's; a dimmed picture and one under a translucent panel are others")
    func likeness() throws {
        var slightly = screen
        for index in slightly.pixels.indices where index % 3 == 0 { slightly.pixels[index] ^= 0x0007_0307 }
        #expect(try match(template, in: slightly.seen()).match)
        #expect(try !match(template, in: screen.dimmed(0.6).seen()).match)
        #expect(try !match(template, in: screen.dimmed(0.85).seen()).match)
    }

    @Test("A missing part is not outvoted by the surface around it")
    func missing() throws {
        var other = screen
        other.fill(PixelRectangle(x: 221, y: 107, width: 8, height: 4), 0xff10_1014)
        // 32 of 1536 pixels differ: 98 % match.
        #expect(try !match(template, in: other.seen()).match)
        #expect(try match(template, in: other.seen(), parameters: MatchParameters(blockShare: 0)).match)
    }

    @Test("Transparent pixels match anything")
    func transparent() throws {
        var cut = Image.sign
        for index in cut.pixels.indices where index % 48 > 30 { cut.pixels[index] &= 0x00ff_ffff }
        var other = screen
        other.fill(PixelRectangle(x: 232, y: 93, width: 17, height: 32), 0xff00_ff00)
        #expect(try !match(template, in: other.seen()).match)
        #expect(try match(Template("cut", cut), in: other.seen()).region?.x == 201)
    }

    @Test("All places are found, each once")
    func all() throws {
        var screen = self.screen
        screen.draw(.sign, x: 10, y: 10)
        screen.draw(.sign, x: 58, y: 10)
        let found = try matchAll(template, in: screen.seen()).compactMap(\.region)
        #expect(Set(found.map(\.x)) == [10, 58, 201])
        #expect(found.count == 3)
    }

    @Test("A logo is found on a whole screen of the box, and not on that screen dimmed")
    func wholeScreen() throws {
        let docs = URL(fileURLWithPath: #filePath).appending(path: "../../../../docs").standardized
        let screen = try Image(png: Array(try Data(contentsOf: docs.appending(path: "screen.png"))))
        let logo = try Template(contentsOfFile: docs.appending(path: "scenarios/five.png").path)
        #expect(try match(logo, in: screen.seen()).region == PixelRectangle(x: 93, y: 560, width: 96, height: 96))
        #expect(try matchAll(logo, in: screen.seen()).count == 1)
        #expect(try !match(logo, in: screen.dimmed(0.8).seen()).match)
    }

    @Test("A template of one colour or next to no pixels is refused: it would be everywhere or nowhere")
    func refused() {
        #expect(throws: TemplateError.self) { try Template("flat", Image(size: PixelSize(width: 40, height: 40))) }
        var clear = Image.sign
        for index in clear.pixels.indices { clear.pixels[index] &= 0x00ff_ffff }
        #expect(throws: TemplateError.self) { try Template("clear", clear) }
    }

    @Test("A frame without pixels can't be searched, and says so")
    func noPixels() {
        let frame = SeenFrame(time: .zero, screen: PixelSize(width: 1280, height: 720), pattern: nil)
        #expect(throws: NoPixels.self) { try match(template, in: frame) }
        #expect(throws: NoPixels.self) { try isScreenBlack(frame) }
        #expect(throws: NoPixels.self) { try detectMotion(from: frame, to: frame) }
    }
}
