import CCairo
import Devices
import MediaCore
import Paint

/// Artwork as a playlist or a guide might give it.
enum Logo {
    /// A logo of 400 × 200: a coloured shape on a transparent ground.
    static var image: ArtworkImage? {
        drawn(width: 400, height: 200, as: .logo) { cairo in
            cairo_set_source_rgb(cairo, 0.75, 0.1, 0.25)
            cairo_rectangle(cairo, 20, 30, 360, 140)
            cairo_fill(cairo)
            cairo_set_source_rgb(cairo, 1, 1, 1)
            cairo_arc(cairo, 200, 100, 50, 0, 6.3)
            cairo_fill(cairo)
        }
    }

    static func drawn(
        width: Int, height: Int, as use: ArtworkImage.Use, _ draw: (OpaquePointer?) -> Void
    ) -> ArtworkImage? {
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
                Int32(width * 4))
            let cairo = cairo_create(surface)
            draw(cairo)
            cairo_destroy(cairo)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
        return StillImage(size: PixelSize(width: width, height: height), pixels: pixels).flatMap {
            ArtworkImage($0, as: use)
        }
    }
}
