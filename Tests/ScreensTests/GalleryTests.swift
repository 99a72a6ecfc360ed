import Foundation
import Layout
import MediaCore
import Paint
import ScreenPictures
import Screens
import Testing

@Suite("What the screens look like")
struct GalleryTests {
    private static let folder = ProcessInfo.processInfo.environment["HEARTH_GALLERY"]

    /// Writes every screen as a PNG, and all of them on one sheet: `scripts/gallery`.
    @Test(
        "The gallery is painted for people to look at",
        .enabled(if: folder != nil, "HEARTH_GALLERY names no folder"),
        arguments: [
            PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080),
            PixelSize(width: 3840, height: 2160),
        ])
    func paintGallery(size: PixelSize) throws {
        let folder = try #require(Self.folder)
        let preview = Preview(size: size)
        _ = preview.painter.setArtwork(Logo.image, for: "logo")
        _ = preview.painter.setArtwork(Logo.scene, for: "poster")
        // A fourth of 1080 lines each, in rows of five; their names are in a list beside it.
        let cell = PixelSize(width: 480, height: 270)
        let rows = (Gallery.entries.count + 4) / 5
        var sheet = PictureFile(
            size: PixelSize(width: 5 * (cell.width + 8) + 8, height: rows * (cell.height + 8) + 8), fill: 0)
        var names = ""
        for (index, entry) in Gallery.entries.enumerated() {
            let picture = PictureFile(preview.image(of: entry.interface, at: Gallery.settled))
            #expect(picture.write(png: "\(folder)/\(entry.name)-\(size.height).png"))
            sheet.put(
                picture.scaled(to: cell), x: 8 + index % 5 * (cell.width + 8), y: 8 + index / 5 * (cell.height + 8))
            names += entry.name + (index % 5 == 4 ? "\n" : "\t")
        }
        guard size.height == 1080 else { return }
        #expect(sheet.write(png: "\(folder)/contact-sheet.png"))
        try names.write(toFile: "\(folder)/contact-sheet.txt", atomically: true, encoding: .utf8)
    }
}
