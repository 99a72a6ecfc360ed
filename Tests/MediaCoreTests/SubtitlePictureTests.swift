import MediaCore
import Testing

@Suite("Subtitles that are pictures")
struct SubtitlePictureTests {
    private static func picture(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, on canvas: PixelSize, isSquare: Bool = false
    ) throws -> SubtitlePicture {
        try #require(
            SubtitlePicture(
                canvas: canvas, isSquare: isSquare, place: PixelRectangle(x: x, y: y, width: width, height: height),
                indices: [UInt8](repeating: 0, count: width * height), palette: []))
    }

    private static let hd = PixelSize(width: 1920, height: 1080)
    private static let screen = PixelRectangle(hd)

    @Test("a broadcast's lies where it was laid out on its picture, however that is shaped")
    func broadcast() throws {
        let one = try Self.picture(180, 480, 360, 48, on: PixelSize(width: 720, height: 576))
        #expect(
            one.frame(over: Self.screen, on: Self.screen) == PixelRectangle(x: 480, y: 900, width: 960, height: 90))
        // 4:3 in the middle.
        let narrow = PixelRectangle(x: 240, y: 0, width: 1440, height: 1080)
        #expect(one.frame(over: narrow, on: Self.screen) == PixelRectangle(x: 600, y: 900, width: 720, height: 90))
        // Zoomed, its foot is cut off; what is to be read is not.
        let zoomed = PixelRectangle(x: 0, y: -180, width: 1920, height: 1440)
        #expect(one.frame(over: zoomed, on: Self.screen) == PixelRectangle(x: 480, y: 960, width: 960, height: 120))
    }

    @Test("a disc's keeps its shape over a film that was cut to its own, wide or narrow")
    func disc() throws {
        let one = try Self.picture(480, 960, 960, 60, on: Self.hd, isSquare: true)
        let wide = PixelRectangle(x: 0, y: 140, width: 1920, height: 800)
        let narrow = PixelRectangle(x: 240, y: 0, width: 1440, height: 1080)
        for film in [wide, narrow, Self.screen] {
            #expect(one.frame(over: film, on: Self.screen) == PixelRectangle(x: 480, y: 960, width: 960, height: 60))
        }
        let small = PixelRectangle(x: 0, y: 0, width: 1280, height: 720)
        #expect(one.frame(over: small, on: small) == PixelRectangle(x: 320, y: 640, width: 640, height: 40))
    }

    @Test("one that is larger than the screen is not moved, and a thin one stays to be seen")
    func edges() throws {
        let large = try Self.picture(-100, -100, 2200, 1400, on: Self.hd)
        #expect(
            large.frame(over: Self.screen, on: Self.screen)
                == PixelRectangle(x: -100, y: -100, width: 2200, height: 1400))
        let thin = try Self.picture(4000, 10, 4000, 1, on: PixelSize(width: 8000, height: 8000))
        let small = PixelRectangle(x: 0, y: 0, width: 64, height: 36)
        #expect(thin.frame(over: small, on: small).height == 1)
    }

    @Test("its colours are premultiplied, and numbers without a colour are transparent")
    func paint() throws {
        let one = try #require(
            SubtitlePicture(
                canvas: PixelSize(width: 4, height: 4), isSquare: false,
                place: PixelRectangle(x: 0, y: 0, width: 2, height: 2), indices: [0, 1, 2, 200],
                palette: [0, 0xffff_8000, 0x80ff_ffff]))
        var bytes = [UInt8](repeating: 7, count: 24)
        bytes.withUnsafeMutableBytes { one.paint(into: $0, stride: 12) }
        // B, G, R, A; what lies behind a row is left alone.
        #expect(bytes == [0, 0, 0, 0, 0, 128, 255, 255, 7, 7, 7, 7, 128, 128, 128, 128, 0, 0, 0, 0, 7, 7, 7, 7])
    }

    @Test("there is a number for each pixel, or there is no picture")
    func count() {
        let place = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
        for (count, canvas) in [(3, Self.hd), (5, Self.hd), (4, .zero)] {
            #expect(
                SubtitlePicture(
                    canvas: canvas, isSquare: false, place: place, indices: [UInt8](repeating: 0, count: count),
                    palette: []) == nil)
        }
    }

    @Test("the whole of a picture is where it would be if nothing were cut off")
    func whole() {
        let size = PixelSize(width: 720, height: 576)
        let placement = PicturePlacement(
            crop: PixelRectangle(x: 0, y: 72, width: 720, height: 432), destination: Self.screen)
        #expect(placement.whole(of: size) == PixelRectangle(x: 0, y: -180, width: 1920, height: 1440))
        #expect(PicturePlacement(destination: Self.screen).whole(of: size) == Self.screen)
    }
}
