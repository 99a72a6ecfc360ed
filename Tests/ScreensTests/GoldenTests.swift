import Foundation
import Languages
import Layout
import MediaCore
import Paint
import ScreenPictures
import Screens
import Testing

/// Each screen in its states beside the picture of it that somebody has looked at.
///
/// The pictures are a fifth of the screen, 384 × 216, whatever the screen is. Painted by the same fonts and libraries they
/// are the same; a difference of 6 of 255 as the mean of any square of 8 × 8 pixels is allowed (40 × 40 points of the
/// screen: less than a word in another place, or a card in another colour). The first difference is written beside the
/// golden picture, into `$TMPDIR`. `scripts/gallery --golden` makes them anew; look at what changed before it is kept.
@Suite("Golden pictures", .serialized)
struct GoldenTests {
    private static let tolerance = 6.0
    private static let small = PixelSize(width: 384, height: 216)
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Golden")

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var height: Int
        var interface: Interface
        var testDescription: String { name }
    }

    /// All at 1080 lines; some at 720 and 2160, read from the right, in Korean, and with more contrast.
    static let cases: [Case] = usual + otherSizes + otherLooks

    private static let usual = Gallery.entries.map { Case(name: $0.name, height: 1080, interface: $0.interface) }

    private static let otherSizes: [Case] = [720, 2160].flatMap { height in
        select(["flip", "info", "channels", "transport-scrub", "passcode"]).map {
            Case(name: "\($0.name)-\(height)", height: height, interface: $0.interface)
        }
    }

    private static var otherLooks: [Case] {
        var cases = looking(["flip", "info", "channels", "transport-scrub", "menu"], "mirrored") {
            $0.isRightToLeft = true
        }
        cases += looking(["flip", "passcode-wrong", "failure", "resume", "learning"], "korean") {
            $0.catalogue = LookTests.korean ?? Catalogue.english
            $0.hasTwelveHours = true
        }
        cases += looking(["flip", "channels", "failure"], "contrast") { $0.contrast = .high }
        return cases
    }

    private static func select(_ names: [String]) -> [Gallery.Entry] {
        names.compactMap { name in Gallery.entries.first { $0.name == name } }
    }

    private static func looking(_ names: [String], _ suffix: String, _ change: (inout Look) -> Void) -> [Case] {
        var look = Look()
        change(&look)
        return select(names).map { entry in
            var interface = entry.interface
            _ = interface.handle(.look(look), at: Gallery.time)
            return Case(name: "\(entry.name)-\(suffix)", height: 1080, interface: interface)
        }
    }

    private static let isWriting = ProcessInfo.processInfo.environment["HEARTH_GOLDEN"] == "write"

    @Test("A screen looks as it did when somebody looked at it", arguments: cases)
    func looksTheSame(_ entry: Case) throws {
        let preview = Preview(size: PixelSize(width: entry.height * 16 / 9, height: entry.height))
        _ = preview.painter.setArtwork(Logo.image, for: "logo")
        _ = preview.painter.setArtwork(Logo.scene, for: "poster")
        let seen = PictureFile(preview.image(of: entry.interface, at: Gallery.settled)).scaled(to: Self.small)
        let path = Self.folder.appendingPathComponent("\(entry.name).png").path
        if Self.isWriting {
            // What looks the same stays the same file.
            if let old = PictureFile(png: path), old.distance(from: seen).most == 0 { return }
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            #expect(seen.write(png: path))
            return
        }
        let golden = try #require(
            PictureFile(png: path), "there is no golden picture \(path): scripts/gallery --golden")
        try #require(golden.size == Self.small)
        let (most, x, y) = seen.distance(from: golden)
        guard most > Self.tolerance else { return }
        let other = NSTemporaryDirectory() + "/golden-\(entry.name).png"
        _ = seen.write(png: other)
        Issue.record("\(entry.name) differs by \(Int(most)) of 255 at \(x * 5), \(y * 5) (of 1080 lines): see \(other)")
    }

    @Test("There is no golden picture of what is no longer there")
    func noneLeftOver() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let names = Set(Self.cases.map { "\($0.name).png" })
        #expect(names.count == Self.cases.count)
        for file in files where !names.contains(file) {
            if Self.isWriting {
                try FileManager.default.removeItem(at: Self.folder.appendingPathComponent(file))
            } else {
                Issue.record("\(file) is the picture of no screen")
            }
        }
    }

    @Test("A word in another place, or another colour, is seen")
    func sensitive() throws {
        let preview = Preview(size: PixelSize(width: 1920, height: 1080))
        func seen(_ programme: ProgrammeLabel) -> PictureFile {
            var interface = Interface()
            _ = interface.handle(
                .interstitial(InterstitialState(to: Gallery.one, programme: programme)), at: Gallery.time)
            return PictureFile(preview.image(of: interface, at: Gallery.settled)).scaled(to: Self.small)
        }
        var other = Gallery.programme
        other.title = "The Nine O’Clock News"
        #expect(seen(Gallery.programme).distance(from: seen(other)).most > Self.tolerance)
        other = Gallery.programme
        other.progress = 0.6
        #expect(seen(Gallery.programme).distance(from: seen(other)).most > Self.tolerance)
    }
}
