import MediaCore
import Testing

@Suite("Geometry")
struct GeometryTests {
    @Test(
        "A picture is fitted into the middle of the screen with its shape kept",
        arguments: [
            (PixelSize(width: 1280, height: 720), PixelRectangle(x: 0, y: 0, width: 1920, height: 1080)),
            (PixelSize(width: 720, height: 576), PixelRectangle(x: 285, y: 0, width: 1350, height: 1080)),
            (PixelSize(width: 1920, height: 800), PixelRectangle(x: 0, y: 140, width: 1920, height: 800)),
        ])
    func fitting(picture: PixelSize, expected: PixelRectangle) {
        let screen = PixelRectangle(x: 0, y: 0, width: 1920, height: 1080)
        #expect(screen.fitting(picture) == expected)
    }

    @Test("Nothing fits into nothing")
    func empty() {
        #expect(PixelRectangle(.zero).fitting(PixelSize(width: 4, height: 3)).isEmpty)
        #expect(PixelRectangle(x: 0, y: 0, width: 9, height: 9).fitting(.zero).isEmpty)
    }
}
