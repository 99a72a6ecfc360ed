import CCairo
import Glibc
import Layout
import MediaCore
import Paint
import ScreenPictures
import Screens
import Testing

@Suite("What other looks look like")
struct LookGalleryTests {
    /// Writes some screens in other looks: `HEARTH_GALLERY=/tmp/gallery swift test --filter LookGallery`.
    @Test(
        "Screens are painted in other looks for people to look at",
        .enabled(if: getenv("HEARTH_GALLERY") != nil, "HEARTH_GALLERY names no folder"),
        arguments: ["ko", "rtl", "high", "small", "large"])
    func paint(name: String) throws {
        let korean = try #require(LookTests.korean)
        let look = LookTests.look { look in
            switch name {
            case "ko": (look.catalogue, look.hasTwelveHours) = (korean, true)
            case "rtl": look.isRightToLeft = true
            case "high": look.contrast = .high
            case "small": look.textScale = 0.8
            default: look.textScale = 1.4
            }
        }
        let folder = String(cString: try #require(getenv("HEARTH_GALLERY")))
        let preview = Preview(size: PixelSize(width: 1280, height: 720))
        _ = preview.painter.setArtwork(Logo.image, for: "logo")
        _ = preview.painter.setArtwork(Logo.scene, for: "poster")
        for entry in Gallery.entries {
            let image = preview.image(of: LookTests.interface(entry, look), at: Gallery.settled + .seconds(1))
            try preview.write(image, to: "\(folder)/\(entry.name)-\(name).png")
        }
    }
}

extension Preview {
    /// Writes a picture as a PNG.
    func write(_ image: Image, to path: String) throws {
        var image = image
        let status = image.pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, Int32(size.width),
                Int32(size.height), Int32(size.width * 4))
            defer { cairo_surface_destroy(surface) }
            return cairo_surface_write_to_png(surface, path)
        }
        #expect(status == CAIRO_STATUS_SUCCESS)
    }
}
