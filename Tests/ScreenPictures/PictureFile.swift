import CCairo
import MediaCore
import Screens

/// A painted screen as a picture file: written, read, made smaller and compared.
package struct PictureFile {
    package let size: PixelSize
    /// Rows of 0xXXRRGGBB.
    package var pixels: [UInt32]

    package init(_ image: Image) {
        size = image.size
        pixels = image.pixels
    }

    package init(size: PixelSize, fill: UInt32) {
        self.size = size
        pixels = [UInt32](repeating: fill, count: size.width * size.height)
    }

    /// Reads a PNG; nil where there is none.
    package init?(png path: String) {
        let surface = cairo_image_surface_create_from_png(path)
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let bytes = cairo_image_surface_get_data(surface)
        else { return nil }
        size = PixelSize(
            width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)))
        let stride = Int(cairo_image_surface_get_stride(surface))
        pixels = []
        for y in 0..<size.height {
            let row = UnsafeRawPointer(bytes) + y * stride
            pixels += (0..<size.width).map { row.load(fromByteOffset: $0 * 4, as: UInt32.self) & 0xff_ffff }
        }
    }

    /// Writes a PNG; false where that fails.
    package func write(png path: String) -> Bool {
        var pixels = pixels
        return pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, Int32(size.width),
                Int32(size.height), Int32(size.width * 4))
            defer { cairo_surface_destroy(surface) }
            return cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
        }
    }

    /// The same at another size: each pixel is the mean of those that lie in its place.
    package func scaled(to other: PixelSize) -> PictureFile {
        var small = PictureFile(size: other, fill: 0)
        let columns = (0...other.width).map { $0 * size.width / other.width }
        let rows = (0...other.height).map { $0 * size.height / other.height }
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<other.height {
                for x in 0..<other.width {
                    var (red, green, blue, count) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
                    var row = rows[y]
                    repeat {
                        var at = row &* size.width &+ columns[x]
                        let end = max(at &+ 1, row &* size.width &+ columns[x + 1])
                        while at < end {
                            let pixel = pixels[at]
                            red &+= pixel >> 16 & 255
                            green &+= pixel >> 8 & 255
                            blue &+= pixel & 255
                            count &+= 1
                            at &+= 1
                        }
                        row &+= 1
                    } while row < rows[y + 1]
                    small.pixels[y * other.width + x] =
                        (red / count) << 16 | (green / count) << 8 | (blue / count)
                }
            }
        }
        return small
    }

    /// Puts another picture into this one, as far as it has room.
    package mutating func put(_ other: PictureFile, x: Int, y: Int) {
        for row in 0..<min(other.size.height, size.height - y) {
            let count = min(other.size.width, size.width - x)
            let from = row * other.size.width
            let to = (y + row) * size.width + x
            pixels.replaceSubrange(to..<to + count, with: other.pixels[from..<from + count])
        }
    }

    /// How far two pictures of one size are apart: the largest mean difference of a channel over any square of 8 × 8
    /// pixels, and where that square is; 0…255.
    package func distance(from other: PictureFile) -> (most: Double, x: Int, y: Int) {
        var worst = (most: 0.0, x: 0, y: 0)
        for y in stride(from: 0, to: size.height, by: 8) {
            for x in stride(from: 0, to: size.width, by: 8) {
                var sum = 0
                var count = 0
                for row in y..<min(y + 8, size.height) {
                    for column in x..<min(x + 8, size.width) {
                        let (a, b) = (pixels[row * size.width + column], other.pixels[row * size.width + column])
                        for shift in [UInt32(0), 8, 16] {
                            sum += abs(Int(a >> shift & 255) - Int(b >> shift & 255))
                        }
                        count += 3
                    }
                }
                let mean = Double(sum) / Double(count)
                if mean > worst.most { worst = (mean, x, y) }
            }
        }
        return worst
    }
}
