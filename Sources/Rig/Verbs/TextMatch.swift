import Compositing
import Foundation
import Glibc
import MediaCore

/// The result of a search for a text.
package struct TextMatch: Sendable {
    /// The place of the text; nil: it was not found.
    package var region: PixelRectangle?
    /// Everything that was read in the region.
    package var text: String
    package var frame: SeenFrame

    package var match: Bool { region != nil }
}

/// Searches for words that stand in one line.
package func matchText(_ text: String, in frame: SeenFrame, region: Region = .all) throws -> TextMatch {
    let read = try ocr(frame, region: region)
    return TextMatch(region: read.find(text), text: read.text, frame: frame)
}

/// Reads the text of a part of the screen with tesseract, in English. A smaller region is read better and
/// faster; over moving pictures little is found.
package func ocr(_ frame: SeenFrame, region: Region = .all) throws -> ReadText {
    let image = try frame.pixels()
    let area = region.on(image.size)
    guard !area.isEmpty else { return ReadText(words: []) }
    // Tesseract wants capitals of 30 pixels or more; a television's are 15 to 30 at 720p.
    let scale = area.height <= 360 ? 3 : 2
    let path = "\(NSTemporaryDirectory())/hearth-rig-text-\(getpid())-\(UInt32.random(in: 0 ... .max)).png"
    try Data(image.forReading(area, scale: scale).png(level: 1)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    // One thread: tesseract's others wait by spinning, which stops a simulated board.
    let output = try Board.run("OMP_THREAD_LIMIT=1 timeout 60 tesseract '\(path)' stdout --psm 11 tsv")
    guard let text = ReadText(tsv: output, scale: scale, corner: (area.x, area.y)) else {
        throw CannotRead(output: output)
    }
    return text
}

package struct CannotRead: Error, CustomStringConvertible {
    package var output: String

    package var description: String {
        "tesseract did not read: \(output.trimmingCharacters(in: .whitespacesAndNewlines)) (scripts/packages board installs it)"
    }
}

extension Image {
    /// The area for a reader: dark on light, in grey, enlarged. Light words lie on a shade through which the picture
    /// is seen, at most a fifth as bright as it is: that is made even, or its edges are read as letters.
    fileprivate func forReading(_ area: PixelRectangle, scale: Int) -> Image {
        var part: [UInt32] = []
        part.reserveCapacity(area.width * area.height)
        for row in area.y..<area.maxY {
            part += pixels[row * size.width + area.x..<row * size.width + area.maxX]
        }
        let levels = Image(size: area.size, pixels: part).lumaPlane
        let isDark = levels.reduce(0) { $0 + Int($1) } < levels.count * 128
        let grey = levels.map { level in
            let shown = isDark ? 255 - max(0, min(255, (Int(level) - 64) * 2)) : Int(level)
            return 0xff00_0000 | UInt32(shown) * 0x01_0101
        }
        return Image(size: area.size, pixels: grey)
            .scaled(to: PixelSize(width: area.width * scale, height: area.height * scale))
    }
}
