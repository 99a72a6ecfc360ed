import Compositing
import Devices
import MediaCore
import TestSupport
import Testing

/// Checks the property that makes damage safe: whatever a buffer held, composing a scene into it
/// gives the same bytes as composing it anew.
@Suite("Incremental composition")
struct IncrementalTests {
    static let screen = PixelSize(width: 97, height: 63)

    @Test("Equals full composition, over random histories of two buffers", arguments: 0..<24)
    func equalsFull(seed: Int) {
        var random = SplitMix(seed: seed)
        let frames = (0..<6).map { index in
            Pictures.frame(
                [.i420, .nv12, .i010, .xrgb8888][index % 4],
                PixelSize(
                    width: [48, 97, 33, 200][(index + seed) % 4], height: [27, 63, 19, 110][(index + seed) % 4]),
                y: UInt8(16 + index * 20), u: UInt8(100 + index * 9), gradient: true)
        }
        let surfaces = (0..<6).map { index in
            Pictures.surface(
                PixelSize(width: 5 + index * 11, height: 4 + index * 7), 0x8040_2010, varied: index % 2 == 0)
        }
        let compositor = Compositor()
        let targets = [CompositionTarget(size: Self.screen), CompositionTarget(size: Self.screen)]
        var layers: [Layer] = []

        for step in 0..<40 {
            mutate(&layers, frames, surfaces, &random)
            let target = targets[random.next() % 3 == 0 ? 1 : 0]
            compositor.compose(layers[...], into: target)
            let expected = Image(of: Scene(layers: layers), size: Self.screen)
            let got = Image(copying: target)
            let isEqual = got == expected
            #expect(isEqual, "seed \(seed), step \(step)")
        }
    }

    private func mutate(
        _ layers: inout [Layer], _ frames: [VideoFrame], _ surfaces: [Surface], _ random: inout SplitMix
    ) {
        func content() -> Layer.Content {
            switch random.next() % 5 {
            case 0, 1: .video(frames[Int(random.next() % 6)])
            case 2, 3: .surface(surfaces[Int(random.next() % 6)])
            default: .color([0xff20_4060, 0x8080_0000, 0x00ff_ffff][Int(random.next() % 3)])
            }
        }
        func place(_ content: Layer.Content) -> PixelRectangle {
            let x = Int(random.next() % 140) - 40
            let y = Int(random.next() % 100) - 30
            if random.next() % 3 == 0 { return PixelRectangle(Self.screen) }
            if case .surface(let surface) = content, random.next() % 2 == 0 {
                return PixelRectangle(x: x, y: y, width: surface.size.width, height: surface.size.height)
            }
            return PixelRectangle(x: x, y: y, width: Int(random.next() % 120), height: Int(random.next() % 90))
        }
        func opacity() -> Double { [1, 1, 1, 0.4, 0.7, 0][Int(random.next() % 6)] }
        func layer() -> Layer {
            let content = content()
            return Layer(content, at: place(content), opacity: opacity())
        }
        switch random.next() % 8 {
        case 0 where layers.count < 5: layers.append(layer())
        case 1 where layers.count < 5: layers.insert(layer(), at: Int(random.next() % UInt64(layers.count + 1)))
        case 2 where !layers.isEmpty: layers.remove(at: Int(random.next() % UInt64(layers.count)))
        case 3 where !layers.isEmpty: layers[Int(random.next() % UInt64(layers.count))].opacity = opacity()
        case 4 where !layers.isEmpty: layers[Int(random.next() % UInt64(layers.count))].content = content()
        case 5 where layers.count > 1: layers.swapAt(0, layers.count - 1)
        case _ where !layers.isEmpty:
            let index = Int(random.next() % UInt64(layers.count))
            layers[index].destination.x += Int(random.next() % 9) - 4
            layers[index].destination.y += Int(random.next() % 9) - 4
        default: layers.append(layer())
        }
    }
}
