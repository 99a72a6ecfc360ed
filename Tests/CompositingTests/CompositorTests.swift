import Compositing
import Devices
import MediaCore
import Testing

@Suite("Compositor")
struct CompositorTests {
    static let screen = PixelSize(width: 96, height: 64)

    static func image(_ layers: [Layer], size: PixelSize = screen) -> Image {
        Image(of: Scene(layers: layers), size: size)
    }

    /// The largest difference of any colour channel of two pixels.
    static func difference(_ a: UInt32, _ b: UInt32) -> Int {
        [16, 8, 0].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
    }

    @Test("Nothing is black")
    func nothing() {
        #expect(Self.image([]) == Image(size: Self.screen, filledWith: 0xff00_0000))
    }

    @Test(
        "Every format of one grey gives that grey, in limited and full range, at any scale",
        arguments: [PixelFormat.i420, .nv12, .i010], [ColorMatrix.bt601, .bt709, .bt2020])
    func grey(format: PixelFormat, matrix: ColorMatrix) {
        for size in [Self.screen, PixelSize(width: 40, height: 30), PixelSize(width: 333, height: 201)] {
            for (full, y, expected) in [
                (false, UInt8(126), UInt32(128)), (true, 128, 128), (false, 235, 255), (false, 16, 0),
            ] {
                let frame = Pictures.frame(format, size, y: y, matrix: matrix, isFullRange: full)
                let image = Self.image([Layer(.video(frame), at: PixelRectangle(Self.screen))])
                let grey = 0xff00_0000 | expected << 16 | expected << 8 | expected
                let worst = image.pixels.map { Self.difference($0, grey) }.max() ?? 255
                // The library's box filter rounds down, and chroma one step off moves a channel by two.
                #expect(worst <= 3, "\(size) \(full) \(y)")
            }
        }
    }

    @Test("The matrix is honoured: BT.709 red is red with its own matrix and not with BT.601's")
    func matrix() {
        // BT.709 limited: red is Y 63, Cb 102, Cr 240.
        func pixel(_ format: PixelFormat, _ matrix: ColorMatrix) -> UInt32 {
            let frame = Pictures.frame(format, Self.screen, y: 63, u: 102, v: 240, matrix: matrix)
            return Self.image([Layer(.video(frame), at: PixelRectangle(Self.screen))])[50, 30]
        }
        for format in [PixelFormat.i420, .nv12, .i010] {
            #expect(Self.difference(pixel(format, .bt709), 0xffff_0000) <= 3)
            #expect(Self.difference(pixel(format, .bt601), 0xffff_0000) > 15)
        }
    }

    @Test("A picture is letterboxed where its destination says, the bars are black")
    func letterbox() {
        let frame = Pictures.frame(.i420, PixelSize(width: 32, height: 32), y: 235)
        let image = Self.image([Layer(.video(frame), at: PixelRectangle(x: 16, y: 0, width: 64, height: 64))])
        #expect(image[15, 32] == 0xff00_0000)
        #expect(image[16, 32] == 0xffff_ffff)
        #expect(image[79, 63] == 0xffff_ffff)
        #expect(image[80, 0] == 0xff00_0000)
    }

    @Test("A dimmed picture over black is its pixels times its opacity")
    func dimmed() {
        let frame = Pictures.frame(.i420, Self.screen, y: 235)
        let image = Self.image([Layer(.video(frame), at: PixelRectangle(Self.screen), opacity: 0.4)])
        #expect(image.pixels.allSatisfy { Self.difference($0, 0xff66_6666) <= 1 })
    }

    @Test("A picture of opacity one half over white is half way")
    func translucent() {
        let frame = Pictures.frame(.i420, Self.screen, y: 16)
        let image = Self.image([
            Layer(.color(0xffff_ffff), at: PixelRectangle(Self.screen)),
            Layer(.video(frame), at: PixelRectangle(x: 10, y: 10, width: 20, height: 20), opacity: 0.5),
        ])
        #expect(Self.difference(image[15, 15], 0xff7f_7f7f) <= 1)
        #expect(image[9, 15] == 0xffff_ffff)
    }

    @Test("Premultiplied surfaces blend, and fade with their opacity")
    func surfaces() {
        let half = Pictures.surface(PixelSize(width: 10, height: 10), 0x8000_8000)
        let at = PixelRectangle(x: 0, y: 0, width: 10, height: 10)
        let red = Layer(.color(0xffff_0000), at: PixelRectangle(Self.screen))
        #expect(Self.difference(Self.image([red, Layer(.surface(half), at: at)])[5, 5], 0xff7f_8000) <= 1)
        #expect(
            Self.difference(Self.image([red, Layer(.surface(half), at: at, opacity: 0.5)])[5, 5], 0xffbf_4000) <= 1)
        #expect(Self.image([red, Layer(.surface(half), at: at, opacity: 0)])[5, 5] == 0xffff_0000)
        #expect(Self.image([red, Layer(.surface(half), at: at, opacity: .nan)])[5, 5] == 0xffff_0000)
        #expect(Self.image([red, Layer(.color(0x8000_ff00), at: at)])[5, 5] == 0xff7f_8000)
    }

    @Test("A clipped layer shows the part of the unclipped one that is on the screen")
    func clipping() {
        let video = Pictures.frame(.i420, PixelSize(width: 50, height: 40), y: 16, gradient: true)
        let ui = Pictures.surface(PixelSize(width: 50, height: 40), 0, varied: true)
        for content in [Layer.Content.video(video), .surface(ui)] {
            for size in [
                PixelSize(width: 50, height: 40), PixelSize(width: 120, height: 77), PixelSize(width: 31, height: 22),
            ] {
                // Once wholly inside a large screen, once clipped by the edges of a small one.
                let large = Self.image(
                    [Layer(content, at: PixelRectangle(x: 100, y: 100, width: size.width, height: size.height))],
                    size: PixelSize(width: 320, height: 280))
                for (dx, dy) in [(-13, -9), (70, 50), (-13, 50), (-size.width + 1, 0)] {
                    let small = Self.image([
                        Layer(content, at: PixelRectangle(x: dx, y: dy, width: size.width, height: size.height))
                    ])
                    var worst = 0
                    for y in 0..<Self.screen.height {
                        for x in 0..<Self.screen.width {
                            let inside = x >= dx && x < dx + size.width && y >= dy && y < dy + size.height
                            let expected = inside ? large[x - dx + 100, y - dy + 100] : 0xff00_0000
                            worst = max(worst, Self.difference(small[x, y], expected))
                        }
                    }
                    // YUV is scaled before or after its conversion, which differs in the last bits.
                    #expect(worst <= (size == PixelSize(width: 50, height: 40) ? 0 : 12), "\(size) at \(dx),\(dy)")
                }
            }
        }
    }

    @Test("Layers off the screen, empty, absurdly large or far away are not seen and do no harm")
    func absurd() {
        let video = Pictures.frame(.nv12, PixelSize(width: 2, height: 2), y: 235)
        let empty = Pictures.frame(.i420, .zero, y: 0)
        let ui = Pictures.surface(PixelSize(width: 3, height: 3), 0xffff_ffff)
        let places = [
            PixelRectangle(x: -100, y: 0, width: 100, height: 10), PixelRectangle(x: 96, y: 0, width: 1, height: 1),
            PixelRectangle(x: 0, y: 64, width: 10, height: 10), PixelRectangle(x: 5, y: 5, width: 0, height: 9),
            PixelRectangle(x: .min, y: .max, width: 10, height: 10),
            PixelRectangle(x: 0, y: 0, width: .max, height: 3),
            PixelRectangle(x: .max, y: 3, width: .max, height: .max),
        ]
        let layers = places.flatMap {
            [Layer(.video(video), at: $0), Layer(.surface(ui), at: $0), Layer(.color(.max), at: $0)]
        }
        #expect(Self.image(layers + [Layer(.video(empty), at: PixelRectangle(Self.screen))]) == Self.image([]))
        let huge = PixelRectangle(x: -8000, y: -8000, width: 16384, height: 16384)
        #expect(Self.difference(Self.image([Layer(.video(video), at: huge)])[3, 3], 0xffff_ffff) <= 2)
    }

    @Test("A frame without readable planes is black, also over a colour")
    func unreadable() {
        let frame = VideoFrame(
            size: Self.screen, format: .i420, presentation: .zero, duration: .zero, planes: []
        ) {}
        let image = Self.image([
            Layer(.color(.max), at: PixelRectangle(Self.screen)),
            Layer(.video(frame), at: PixelRectangle(x: 0, y: 0, width: 8, height: 8)),
        ])
        #expect(image[7, 7] == 0xff00_0000)
        #expect(image[8, 7] == 0xffff_ffff)
    }

    @Test("A buffer that holds the picture already is not written")
    func unchanged() {
        let target = CompositionTarget(size: Self.screen)
        let compositor = Compositor()
        let frame = Pictures.frame(.i420, Self.screen, y: 100)
        let ui = Pictures.surface(PixelSize(width: 10, height: 10), 0xffff_ffff)
        let video = Layer(.video(frame), at: PixelRectangle(Self.screen))
        func at(_ x: Int) -> [Layer] {
            [video, Layer(.surface(ui), at: PixelRectangle(x: x, y: 0, width: 10, height: 10))]
        }
        #expect(compositor.compose(at(0)[...], into: target) == 96 * 64)
        #expect(compositor.compose(at(0)[...], into: target) == 0)
        #expect(compositor.compose(at(50)[...], into: target) == 200)
        #expect(compositor.compose([video][...], into: target) == 100)
        target.invalidate()
        #expect(compositor.compose([video][...], into: target) == 96 * 64)
    }
}
