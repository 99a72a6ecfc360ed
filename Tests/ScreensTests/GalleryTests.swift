import CCairo
import Glibc
import Layout
import MediaCore
import Paint
import Screens
import Testing

@Suite("What the screens look like")
struct GalleryTests {
    /// Writes every screen as a PNG: `HEARTH_GALLERY=/tmp/gallery swift test --filter Gallery`.
    @Test(
        "The gallery is painted for people to look at",
        .enabled(if: getenv("HEARTH_GALLERY") != nil, "HEARTH_GALLERY names no folder"),
        arguments: [
            PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080),
            PixelSize(width: 3840, height: 2160),
        ])
    func paintGallery(size: PixelSize) throws {
        let folder = String(cString: try #require(getenv("HEARTH_GALLERY")))
        let preview = Preview(size: size)
        _ = preview.painter.setArtwork(Logo.image, for: "logo")
        for entry in Gallery.entries {
            var image = preview.image(of: entry.interface, at: Gallery.settled)
            let status = image.pixels.withUnsafeMutableBytes { bytes in
                let surface = cairo_image_surface_create_for_data(
                    bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, Int32(size.width),
                    Int32(size.height), Int32(size.width * 4))
                defer { cairo_surface_destroy(surface) }
                return cairo_surface_write_to_png(surface, "\(folder)/\(entry.name)-\(size.height).png")
            }
            #expect(status == CAIRO_STATUS_SUCCESS)
        }
    }
}
