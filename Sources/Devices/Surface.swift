import MediaCore

/// A painted picture: premultiplied ARGB (`PixelFormat.argb8888`), never changed once made. A display
/// may keep what it uploaded of a surface for as long as the surface lives, by its identity.
package final class Surface: Sendable {
    package let identity = ContentIdentity()
    package let size: PixelSize
    /// Bytes from one row to the next.
    package let stride: Int
    // Safe without a check: `paint` has returned before anyone else sees the bytes.
    nonisolated(unsafe) package let pixels: UnsafeRawBufferPointer

    /// Makes a transparent surface and lets `paint` fill its `stride × height` bytes.
    package init(size: PixelSize, paint: (UnsafeMutableRawBufferPointer, _ stride: Int) -> Void) {
        self.size = size
        stride = (size.width * 4 + 63) & ~63
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(stride * size.height, 64), alignment: 64)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        paint(bytes, stride)
        pixels = UnsafeRawBufferPointer(bytes)
    }

    deinit {
        pixels.deallocate()
    }
}
