import CCairo
import Devices
import MediaCore

/// A logo or a programme's picture, made small enough to be drawn quickly, with the blurred ground that is made of it.
/// Made on any thread, for one at a time.
package struct ArtworkImage {
    /// What it is drawn as, which says how large it is kept.
    package enum Use: Hashable, Sendable {
        /// A tile of a channel, the largest of 220 pt: at most 0.4 MB.
        case logo
        /// A programme's picture on a card (400 × 225 pt) or as a screen's main one (768 × 432 pt): at most 2.25 MB, of
        /// the usual shape 1.3 MB. At 2160 lines the largest is drawn from half as many pixels.
        case poster

        /// The longer side of what is kept, in pixels.
        package var side: Int {
            switch self {
            case .logo: 320
            case .poster: 768
            }
        }
    }

    let bitmap: Bitmap
    let backdrop: Bitmap

    /// Makes it of a decoded image; nil for lack of memory.
    package init?(_ image: StillImage, as use: Use) {
        let longer = max(image.size.width, image.size.height)
        let factor = min(1, Double(use.side) / Double(longer))
        let size = PixelSize(
            width: max(1, Int(Double(image.size.width) * factor)),
            height: max(1, Int(Double(image.size.height) * factor)))
        let scaled = image.withSurface { Bitmap.scaling($0, to: size).flatMap(Bitmap.init(adopting:)) }
        guard let bitmap = scaled, let backdrop = Backdrop.bitmap(of: bitmap) else { return nil }
        self.bitmap = bitmap
        self.backdrop = backdrop
    }

    /// The bytes of its pixels, with those of the copies that were made of them.
    var byteCount: Int { bitmap.byteCount + backdrop.byteCount }
}

extension StillImage {
    /// Lends its pixels to Cairo, which only reads them.
    fileprivate func withSurface<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
        pixels.withUnsafeBytes { bytes in
            let base = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            let surface = cairo_image_surface_create_for_data(
                base, CAIRO_FORMAT_ARGB32, Int32(clamping: size.width), Int32(clamping: size.height),
                Int32(clamping: size.width * 4))
            defer { cairo_surface_destroy(surface) }
            return surface.flatMap(body)
        }
    }
}
