import Devices
import Layout
import MediaCore
import Paint
import Testing

@Suite("Warm-up")
struct WarmUpTests {
    @Test("Warming up changes nothing that is painted")
    func warmUp() {
        let picture = Picture(
            node: .text(Text("Hearth", size: 32)), size: PixelSize(width: 200, height: 60), scale: 1)
        let cold = Painter()
        let warm = Painter()
        warm.warmUp(with: [picture])
        #expect(Array(cold.surface(for: picture).pixels) == Array(warm.surface(for: picture).pixels))
    }
}
