import Devices
import MediaCore
import Testing

@testable import Compositing

@Suite("A part of a picture")
struct CropTests {
    private static let screen = CompositorTests.screen
    private static let area = PixelRectangle(screen)

    /// A grey frame with a white rectangle.
    private static func frame(_ format: PixelFormat, _ white: PixelRectangle) -> VideoFrame {
        Pictures.marked(format, PixelSize(width: 192, height: 128), white)
    }

    @Test(
        "fills its destination, to the pixel at its edges, in every format",
        arguments: [PixelFormat.i420, .nv12, .i010, .xrgb8888])
    func edges(format: PixelFormat) {
        let part = PixelRectangle(x: 48, y: 32, width: 96, height: 64)
        let image = CompositorTests.image([Layer(.video(Self.frame(format, part)), crop: part, at: Self.area)])
        let darkest = image.pixels.map { $0 >> 8 & 255 }.min() ?? 0
        #expect(darkest > 250)
        // One pixel beside it is another picture.
        let beside = PixelRectangle(x: 50, y: 32, width: 96, height: 64)
        let other = CompositorTests.image([Layer(.video(Self.frame(format, part)), crop: beside, at: Self.area)])
        #expect(other[95, 30] >> 8 & 255 < 160)
        #expect(other[92, 30] >> 8 & 255 > 250)
    }

    @Test("is scaled to its destination, and partly off the screen it is the same picture moved")
    func scaled() {
        let part = PixelRectangle(x: 96, y: 64, width: 48, height: 32)
        let frame = Self.frame(.i420, PixelRectangle(x: 96, y: 64, width: 24, height: 32))
        let whole = CompositorTests.image([Layer(.video(frame), crop: part, at: Self.area)])
        #expect(whole[10, 32] >> 8 & 255 > 250 && whole[85, 32] >> 8 & 255 < 160)
        #expect(whole[44, 5] >> 8 & 255 > 240 && whole[52, 5] >> 8 & 255 < 170)
        let moved = CompositorTests.image([
            Layer(.video(frame), crop: part, at: PixelRectangle(x: 20, y: 0, width: 96, height: 64))
        ])
        let worst = (20..<96).map { CompositorTests.difference(moved[$0, 32], whole[$0 - 20, 32]) }.max() ?? 255
        #expect(worst <= 12)
        #expect(moved[19, 32] == 0xff00_0000)
    }

    @Test("of a surface is that part of it")
    func surface() {
        let surface = Surface(size: PixelSize(width: 8, height: 8)) { bytes, stride in
            for y in 0..<8 {
                for x in 0..<8 {
                    let pixel: UInt32 = x < 4 ? 0xffff_0000 : 0xff00_ff00
                    bytes.storeBytes(of: pixel, toByteOffset: y * stride + x * 4, as: UInt32.self)
                }
            }
        }
        let image = CompositorTests.image([
            Layer(
                .surface(surface), crop: PixelRectangle(x: 2, y: 2, width: 4, height: 4),
                at: PixelRectangle(x: 10, y: 10, width: 4, height: 4))
        ])
        #expect(image[10, 10] == 0xffff_0000 && image[11, 13] == 0xffff_0000)
        #expect(image[12, 10] == 0xff00_ff00 && image[13, 13] == 0xff00_ff00)
        #expect(image[14, 10] == 0xff00_0000)
    }

    @Test("that is another than before is drawn anew, and the same is not")
    func damage() {
        let target = CompositionTarget(size: Self.screen)
        let compositor = Compositor()
        let frame = Self.frame(.i420, PixelRectangle(x: 0, y: 0, width: 96, height: 128))
        func layers(_ x: Int) -> [Layer] {
            [Layer(.video(frame), crop: PixelRectangle(x: x, y: 0, width: 96, height: 64), at: Self.area)]
        }
        #expect(compositor.compose(layers(0)[...], into: target) > 0)
        #expect(compositor.compose(layers(0)[...], into: target) == 0)
        #expect(compositor.compose(layers(96)[...], into: target) == Self.screen.width * Self.screen.height)
        #expect(Image(copying: target) == CompositorTests.image(layers(96)))
    }

    @Test("that lies beyond the picture counts as far as it lies in it")
    func beyond() {
        let frame = Self.frame(.i420, PixelRectangle(x: 0, y: 0, width: 192, height: 128))
        for part in [
            PixelRectangle(x: -10, y: -10, width: 5000, height: 5000),
            PixelRectangle(x: 500, y: 0, width: 8, height: 8),
            PixelRectangle(x: 0, y: 0, width: 0, height: 0),
        ] {
            let layer = Layer(.video(frame), crop: part, at: Self.area)
            #expect(layer.source == PixelRectangle(frame.size))
            #expect(CompositorTests.image([layer]).pixels.allSatisfy { $0 >> 8 & 255 > 250 })
        }
    }
}

extension Pictures {
    /// A grey frame with a white rectangle.
    static func marked(_ format: PixelFormat, _ size: PixelSize, _ white: PixelRectangle) -> VideoFrame {
        frame(
            format, size, y: 126,
            luma: { x, y in
                let isIn = (white.x..<white.maxX).contains(x) && (white.y..<white.maxY).contains(y)
                return isIn ? format == .xrgb8888 ? 255 : 235 : nil
            })
    }
}
