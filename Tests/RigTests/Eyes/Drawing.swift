import MediaCore
import Rig

/// Small pictures for tests.
extension Image {
    /// A light shape on dark: a frame, a bar and a dot, so that no part resembles another.
    static var sign: Image {
        var image = Image(size: PixelSize(width: 48, height: 32), filledWith: 0xff10_1014)
        image.fill(PixelRectangle(x: 4, y: 4, width: 40, height: 3), 0xfff0_f0f0)
        image.fill(PixelRectangle(x: 4, y: 4, width: 3, height: 24), 0xfff0_f0f0)
        image.fill(PixelRectangle(x: 20, y: 14, width: 8, height: 8), 0xffff_b347)
        return image
    }

    mutating func fill(_ area: PixelRectangle, _ pixel: UInt32) {
        for y in area.y..<area.maxY { for x in area.x..<area.maxX { pixels[y * size.width + x] = pixel } }
    }

    mutating func draw(_ other: Image, x: Int, y: Int) {
        for row in 0..<other.size.height {
            for column in 0..<other.size.width { pixels[(y + row) * size.width + x + column] = other[column, row] }
        }
    }

    /// The picture with each colour times `factor`, as under a dark layer.
    func dimmed(_ factor: Double) -> Image {
        Image(
            size: size,
            pixels: pixels.map { pixel in
                func part(_ shift: UInt32) -> UInt32 { UInt32(Double(pixel >> shift & 255) * factor) << shift }
                return 0xff00_0000 | part(16) | part(8) | part(0)
            })
    }

    /// A picture of coloured noise, the same at every run.
    static func noise(width: Int, height: Int) -> Image {
        var state: UInt32 = 1
        return Image(
            size: PixelSize(width: width, height: height),
            pixels: (0..<width * height).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return 0xff00_0000 | state >> 8
            })
    }

    func seen(at milliseconds: Int64 = 0) -> SeenFrame {
        SeenFrame(time: HostTime(nanoseconds: milliseconds * 1_000_000), image: self)
    }
}
