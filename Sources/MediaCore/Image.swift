/// A still picture in memory: rows of 32-bit words 0xXXRRGGBB from the top, without padding.
package struct Image: Sendable, Equatable {
    package let size: PixelSize
    package var pixels: [UInt32]

    package init(size: PixelSize, pixels: [UInt32]) {
        precondition(pixels.count == size.width * size.height, "an image needs width × height pixels")
        self.size = size
        self.pixels = pixels
    }

    package init(size: PixelSize, filledWith pixel: UInt32 = 0xff00_0000) {
        self.init(size: size, pixels: Array(repeating: pixel, count: size.width * size.height))
    }

    package subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}
