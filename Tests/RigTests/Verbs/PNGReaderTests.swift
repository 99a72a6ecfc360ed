import Compositing
import Foundation
import MediaCore
import Rig
import Testing

@Suite("Reading PNGs")
struct PNGReaderTests {
    @Test("What Hearth writes comes back as it was")
    func own() throws {
        let image = Image.noise(width: 33, height: 17)
        #expect(try Image(png: image.png()) == image)
    }

    /// Checks 4×5 RGBA in two IDATs, row by row with each of the five filters.
    @Test("All five filters and transparency")
    func filters() throws {
        let bytes = try #require(Data(base64Encoded: Self.filtered))
        let image = try Image(png: Array(bytes))
        #expect(image.size == PixelSize(width: 4, height: 5))
        for y in 0..<5 {
            for x in 0..<4 {
                let expected =
                    UInt32(250 - 40 * y) << 24 | UInt32(x * 60) << 16 | UInt32(y * 50) << 8 | UInt32((x * y * 17) & 255)
                #expect(image[x, y] == expected, "\(x), \(y)")
            }
        }
    }

    @Test("What it can't read it refuses with the reason: palettes, cut files, no pixels, other formats")
    func refused() {
        let png = Image.sign.png()
        #expect(throws: PNGError.notPNG) { try Image(png: Array("GIF89a".utf8)) }
        #expect(throws: PNGError.notPNG) { try Image(png: []) }
        var palette = png
        palette[25] = 3
        #expect(throws: PNGError.unsupported(bitDepth: 8, colourType: 3, interlaced: false)) { try Image(png: palette) }
        var huge = png
        huge[16] = 0x7f
        #expect(throws: PNGError.self) { try Image(png: huge) }
        for length in stride(from: 8, to: png.count - 12, by: 5) {
            #expect(throws: PNGError.self) { try Image(png: Array(png[..<length])) }
        }
    }
}

extension PNGReaderTests {
    private static let filtered =
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAFCAYAAABirU3bAAAAC0lEQVR4nGNgYGD4ZQPEFXGp76MAAAA8SURBVEC8BYgZGYwYLtkwCDLAMBNQ4AaDkSAQKwGx8Q1mhhQGXTlJpTdyktpAbPyGBawCqJSBQQmIjRkAOtcRvpPTUvQAAAAASUVORK5CYII="
}
