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

    /// A programme's picture of 1280 × 720: the sun goes down behind mountains, over a lake.
    static var scene: ArtworkImage? {
        drawn(width: 1280, height: 720, as: .poster) { cairo in
            let sky = cairo_pattern_create_linear(0, 0, 0, 460)
            cairo_pattern_add_color_stop_rgb(sky, 0, 0.15, 0.14, 0.35)
            cairo_pattern_add_color_stop_rgb(sky, 0.55, 0.85, 0.38, 0.3)
            cairo_pattern_add_color_stop_rgb(sky, 1, 0.99, 0.8, 0.5)
            cairo_set_source(cairo, sky)
            cairo_paint(cairo)
            cairo_pattern_destroy(sky)
            cairo_set_source_rgb(cairo, 1, 0.9, 0.7)
            cairo_arc(cairo, 860, 420, 90, 0, 6.3)
            cairo_fill(cairo)
            cairo_set_source_rgb(cairo, 0.2, 0.15, 0.3)
            cairo_move_to(cairo, 0, 470)
            for (x, y) in [(180.0, 330.0), (330, 430), (520, 220), (700, 400), (980, 300), (1280, 440)] {
                cairo_line_to(cairo, x, y)
            }
            cairo_line_to(cairo, 1280, 480)
            cairo_fill(cairo)
            let water = cairo_pattern_create_linear(0, 460, 0, 720)
            cairo_pattern_add_color_stop_rgb(water, 0, 0.7, 0.42, 0.42)
            cairo_pattern_add_color_stop_rgb(water, 1, 0.1, 0.14, 0.3)
            cairo_set_source(cairo, water)
            cairo_rectangle(cairo, 0, 460, 1280, 260)
            cairo_fill(cairo)
            cairo_pattern_destroy(water)
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
