import Devices
import MediaCore

extension Image {
    /// `scene` as a viewer of a screen of `size` sees it, composed now.
    package init(of scene: Scene, size: PixelSize) {
        let memory = PixelMemory()
        let buffer = memory.buffer(of: size)
        Compositor().compose(scene.layers[...], into: CompositionTarget(buffer))
        self.init(copying: buffer)
    }

    package init(copying buffer: PixelBuffer) {
        let size = buffer.size
        let pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { pixels, count in
            for row in 0..<size.height {
                let source = UnsafeRawPointer(buffer.base + row * buffer.stride)
                UnsafeMutableRawPointer(pixels.baseAddress.unsafelyUnwrapped + row * size.width)
                    .copyMemory(from: source, byteCount: size.width * 4)
            }
            count = size.width * size.height
        }
        self.init(size: size, pixels: pixels)
    }
}
