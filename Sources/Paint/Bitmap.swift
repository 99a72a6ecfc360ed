import CCairo
import Layout
import MediaCore

/// A decoded picture; owns its pixels. For one thread at a time.
final class Bitmap {
    let size: PixelSize
    /// Whether its visible parts are rather light, so that it needs a dark ground.
    let isLight: Bool
    /// Whether no part of it is transparent.
    let isOpaque: Bool
    /// The mean colour of its visible parts.
    let mean: Color
    /// ARGB; belongs to the bitmap.
    let surface: OpaquePointer
    private var copies: [PixelSize: OpaquePointer] = [:]

    /// The bytes of its pixels, with those of its copies.
    var byteCount: Int { copies.keys.reduce(size.width * size.height) { $0 + $1.width * $1.height } * 4 }

    /// Takes over a surface.
    /// - Parameter surface: ARGB, which it destroys in the end.
    init?(adopting surface: OpaquePointer) {
        self.surface = surface
        size = PixelSize(
            width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)))
        cairo_surface_flush(surface)
        guard !size.isEmpty, let data = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var (alpha, red, green, blue) = (0, 0, 0, 0)
        for y in 0..<size.height {
            let row = UnsafeRawPointer(data + y * stride)
            for x in 0..<size.width {
                // Premultiplied: the sum is weighted by the opacity of each pixel.
                let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
                alpha += Int(pixel >> 24)
                red += Int(pixel >> 16 & 0xff)
                green += Int(pixel >> 8 & 0xff)
                blue += Int(pixel & 0xff)
            }
        }
        isLight = (red * 54 + green * 183 + blue * 19) >> 7 > alpha
        mean = Color([red, green, blue].reduce(0) { $0 << 8 | UInt32(alpha > 0 ? min(255, $1 * 255 / alpha) : 0) })
        isOpaque = alpha >= size.width * size.height * 254
    }

    deinit {
        for copy in copies.values { cairo_surface_destroy(copy) }
        cairo_surface_destroy(surface)
    }

    /// The picture in another size, kept for next time: a card is drawn at every step of the focus,
    /// and scaling its logo would cost more than all the rest. Belongs to the bitmap.
    func copy(of size: PixelSize) -> OpaquePointer? {
        if size == self.size { return surface }
        if let known = copies[size] { return known }
        // Tiles come in a handful of sizes.
        if copies.count >= 6 {
            for copy in copies.values { cairo_surface_destroy(copy) }
            copies = [:]
        }
        guard let copy = Self.scaling(surface, to: size) else { return nil }
        copies[size] = copy
        return copy
    }

    /// Scales a surface into a new ARGB one; nil for lack of memory.
    static func scaling(_ source: OpaquePointer, to size: PixelSize) -> OpaquePointer? {
        let width = Double(cairo_image_surface_get_width(source))
        let height = Double(cairo_image_surface_get_height(source))
        guard !size.isEmpty, width > 0, height > 0 else { return nil }
        let target = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height))
        let cairo = cairo_create(target)
        defer { cairo_destroy(cairo) }
        cairo_scale(cairo, Double(size.width) / width, Double(size.height) / height)
        cairo_set_source_surface(cairo, source, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_paint(cairo)
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(target)
            return nil
        }
        return target
    }
}
