import CCairo
import Glibc
import MediaCore

/// A logo, decoded and made small enough to be drawn quickly. Made on any thread, for one at a time.
package struct Logo {
    /// The largest side of a kept logo: twice the largest tile at 1080 lines.
    private static let maximumSide = 320.0

    let bitmap: Bitmap

    /// Decodes a PNG; nil for what is none, or declares more than a logo may have.
    package init?(png: [UInt8]) {
        guard LogoHeader(png)?.isReasonable == true, let full = Self.read(png) else { return nil }
        defer { cairo_surface_destroy(full) }
        let width = Double(cairo_image_surface_get_width(full))
        let height = Double(cairo_image_surface_get_height(full))
        let factor = min(1, Self.maximumSide / max(width, height, 1))
        let size = PixelSize(width: max(1, Int(width * factor)), height: max(1, Int(height * factor)))
        guard let bitmap = Bitmap.scaling(full, to: size).flatMap(Bitmap.init(adopting:)) else { return nil }
        self.bitmap = bitmap
    }

    private struct Reader {
        var bytes: UnsafeRawBufferPointer
        var offset = 0
    }

    private static func read(_ png: [UInt8]) -> OpaquePointer? {
        let surface = png.withUnsafeBytes { bytes in
            var reader = Reader(bytes: bytes)
            return withUnsafeMutablePointer(to: &reader) { reader in
                cairo_image_surface_create_from_png_stream(
                    { closure, destination, length in
                        guard let closure, let destination else { return CAIRO_STATUS_READ_ERROR }
                        let reader = closure.assumingMemoryBound(to: Reader.self)
                        let count = Int(length)
                        guard let base = reader.pointee.bytes.baseAddress,
                            count <= reader.pointee.bytes.count - reader.pointee.offset
                        else { return CAIRO_STATUS_READ_ERROR }
                        memcpy(destination, base + reader.pointee.offset, count)
                        reader.pointee.offset += count
                        return CAIRO_STATUS_SUCCESS
                    }, reader)
            }
        }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }
}
