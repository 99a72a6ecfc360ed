import Devices
import MediaCore
import Testing

@testable import Compositing

@Suite("A decoded picture as a surface")
struct FrameSurfaceTests {
    private static func frame(_ size: PixelSize) -> VideoFrame { Pictures.frame(.i420, size, y: 235) }

    private static func pixel(_ surface: Surface, _ x: Int, _ y: Int) -> UInt32 {
        surface.pixels.load(fromByteOffset: y * surface.stride + x * 4, as: UInt32.self)
    }

    @Test("It fills the surface where the shape is the same, and stands between black bars where it is not")
    func shapes() {
        let size = PixelSize(width: 160, height: 90)
        let wide = Surface(of: Self.frame(PixelSize(width: 320, height: 180)), size: size)
        #expect(Self.pixel(wide, 0, 0) == 0xffff_ffff && Self.pixel(wide, 159, 89) == 0xffff_ffff)
        let old = Surface(of: Self.frame(PixelSize(width: 240, height: 180)), size: size)
        #expect(Self.pixel(old, 2, 45) == 0xff00_0000 && Self.pixel(old, 80, 45) == 0xffff_ffff)
        #expect(Self.pixel(old, 157, 45) == 0xff00_0000)
    }

    @Test("Round corners are clear outside, whole inside, and premultiplied between")
    func corners() {
        let size = PixelSize(width: 160, height: 90)
        let surface = Surface(of: Self.frame(PixelSize(width: 320, height: 180)), size: size, radius: 12)
        for (x, y) in [(0, 0), (159, 0), (0, 89), (159, 89)] { #expect(Self.pixel(surface, x, y) == 0) }
        #expect(Self.pixel(surface, 80, 0) == 0xffff_ffff && Self.pixel(surface, 12, 12) == 0xffff_ffff)
        let edge = (0..<12).map { Self.pixel(surface, $0, 2) }
        #expect(edge.allSatisfy { $0 >> 24 == $0 & 0xff })
        #expect(edge.contains { $0 != 0 && $0 != 0xffff_ffff })
    }
}
