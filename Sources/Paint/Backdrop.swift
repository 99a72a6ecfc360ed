import CCairo
import Layout
import MediaCore

/// Makes the blurred ground for a screen from a picture: small, as a blur has nothing that more pixels would show.
enum Backdrop {
    /// The size that is kept, 58 kB; it is drawn scaled up to the screen.
    static let size = PixelSize(width: 160, height: 90)
    /// The reach of one pass of the blur, in its own pixels: with three it looks like a Gaussian of 4 % of the width.
    private static let reach = 6
    private static let passes = 3
    /// How much more colour it has than the picture: a blur greys.
    private static let saturation = 1.35

    /// The ground for a picture; nil for lack of memory. What is transparent in it becomes its mean colour.
    static func bitmap(of picture: Bitmap) -> Bitmap? {
        guard let surface = covering(picture) else { return nil }
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        for part in 0..<3 {
            for _ in 0..<passes {
                for row in 0..<size.height { blur(data + row * stride + part, count: size.width, step: 4) }
                for column in 0..<size.width { blur(data + column * 4 + part, count: size.height, step: stride) }
            }
        }
        for row in 0..<size.height {
            for column in 0..<size.width { saturate(data + row * stride + column * 4) }
        }
        cairo_surface_mark_dirty(surface)
        return Bitmap(adopting: surface)
    }

    /// The picture over the whole ground, what does not fit cut off.
    private static func covering(_ picture: Bitmap) -> OpaquePointer? {
        let (width, height) = (Double(size.width), Double(size.height))
        let factor = max(width / Double(picture.size.width), height / Double(picture.size.height))
        let scaled = PixelSize(
            width: max(1, Int((Double(picture.size.width) * factor).rounded(.up))),
            height: max(1, Int((Double(picture.size.height) * factor).rounded(.up))))
        guard let copy = Bitmap.scaling(picture.surface, to: scaled) else { return nil }
        defer { cairo_surface_destroy(copy) }
        guard
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height)),
            cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        else { return nil }
        let cairo = cairo_create(surface)
        defer { cairo_destroy(cairo) }
        cairo_set_source_rgb(cairo, picture.mean.red, picture.mean.green, picture.mean.blue)
        cairo_paint(cairo)
        cairo_set_source_surface(
            cairo, copy, ((width - Double(scaled.width)) / 2).rounded(),
            ((height - Double(scaled.height)) / 2).rounded())
        cairo_paint(cairo)
        return surface
    }

    /// Blurs one line of one colour by a box; beyond its ends it goes on as it ends.
    private static func blur(_ line: UnsafeMutablePointer<UInt8>, count: Int, step: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { before in
            for place in 0..<count { before.initializeElement(at: place, to: line[place * step]) }
            func value(_ place: Int) -> Int { Int(before[min(max(place, 0), count - 1)]) }
            let width = 2 * reach + 1
            var sum = (-reach...reach).reduce(0) { $0 + value($1) }
            for place in 0..<count {
                line[place * step] = UInt8(clamping: (sum + width / 2) / width)
                sum += value(place + reach + 1) - value(place - reach)
            }
        }
    }

    private static func saturate(_ pixel: UnsafeMutablePointer<UInt8>) {
        let luma = 0.0722 * Double(pixel[0]) + 0.7152 * Double(pixel[1]) + 0.2126 * Double(pixel[2])
        for part in 0..<3 {
            pixel[part] = UInt8(clamping: Int((luma + (Double(pixel[part]) - luma) * saturation).rounded()))
        }
        pixel[3] = 255
    }
}
