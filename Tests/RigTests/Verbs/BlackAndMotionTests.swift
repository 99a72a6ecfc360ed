import MediaCore
import Rig
import Testing

@Suite("Black screens and motion")
struct BlackAndMotionTests {
    private let black = Image(size: PixelSize(width: 160, height: 90), filledWith: 0xff10_1010)

    @Test("Video black is black; one brighter dot is not")
    func dot() throws {
        #expect(try isScreenBlack(black.seen()).black)
        var dotted = black
        dotted.fill(PixelRectangle(x: 100, y: 50, width: 1, height: 1), 0xff40_4040)
        let result = try isScreenBlack(dotted.seen())
        #expect(!result.black && result.brightest == 64)
        #expect(try isScreenBlack(dotted.seen(), mask: Mask(.area(x: 0, y: 0, width: 100, height: 90))).black)
        #expect(
            try isScreenBlack(dotted.seen(), mask: Mask(without: [PixelRectangle(x: 90, y: 40, width: 20, height: 20)]))
                .black)
        #expect(try isScreenBlack(dotted.seen(), threshold: 64).black)
    }

    @Test("Of a mask that leaves nothing, nothing is black")
    func nothing() throws {
        #expect(try !isScreenBlack(black.seen(), mask: Mask(.area(x: 500, y: 500, width: 10, height: 10))).black)
    }

    @Test("What moved is found, and where")
    func moved() throws {
        var after = black
        after.fill(PixelRectangle(x: 30, y: 40, width: 12, height: 8), 0xfff0_f0f0)
        let result = try detectMotion(from: black.seen(), to: after.seen(at: 40))
        #expect(result.region == PixelRectangle(x: 30, y: 40, width: 12, height: 8))
        #expect(result.frame.time == HostTime(nanoseconds: 40_000_000))
        #expect(
            try !detectMotion(
                from: black.seen(), to: after.seen(),
                mask: Mask(without: [PixelRectangle(x: 25, y: 35, width: 30, height: 30)])
            ).motion)
        #expect(try !detectMotion(from: after.seen(), to: after.seen()).motion)
    }

    @Test("Noise is no motion: neither faint everywhere nor strong in single pixels")
    func noise() throws {
        var after = black
        for index in after.pixels.indices { after.pixels[index] = index % 2 == 0 ? 0xff18_1018 : 0xff0c_1410 }
        for index in stride(from: 0, to: after.pixels.count, by: 97) { after.pixels[index] = 0xffff_ffff }
        #expect(try !detectMotion(from: black.seen(), to: after.seen()).motion)
    }

    @Test("A picture of another size is another picture")
    func resized() throws {
        let other = Image(size: PixelSize(width: 320, height: 180)).seen()
        #expect(
            try detectMotion(from: black.seen(), to: other).region
                == PixelRectangle(x: 0, y: 0, width: 320, height: 180))
    }
}
