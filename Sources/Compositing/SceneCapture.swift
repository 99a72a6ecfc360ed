import Devices
import MediaCore

extension Image {
    /// Composes `scene` as a viewer of a screen of `size` sees it.
    package init(of scene: Scene, size: PixelSize) {
        let target = CompositionTarget(size: size)
        Compositor().compose(scene.layers[...], into: target)
        self.init(copying: target)
    }

    /// Copies the picture that `target` holds now.
    package init(copying target: CompositionTarget) {
        let size = target.buffer.size
        let pixels = withExtendedLifetime(target) { Self.pixels(of: target.buffer) }
        self.init(size: size, pixels: pixels)
    }

    private static func pixels(of buffer: PixelBuffer) -> [UInt32] {
        let size = buffer.size
        return [UInt32](unsafeUninitializedCapacity: size.width * size.height) { pixels, count in
            for row in 0..<size.height {
                let source = UnsafeRawPointer(buffer.base + row * buffer.stride)
                UnsafeMutableRawPointer(pixels.baseAddress.unsafelyUnwrapped + row * size.width)
                    .copyMemory(from: source, byteCount: size.width * 4)
            }
            count = size.width * size.height
        }
    }
}
