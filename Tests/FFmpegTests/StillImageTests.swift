import Devices
import FFmpeg
import MediaCore
import TestSupport
import Testing

@Suite("Still images")
struct StillImageTests {
    private let library = FFmpegLibrary(decoding: .software)
    private typealias Fixtures = StillImageFixtures

    private func decode(_ bytes: [UInt8], least: Int = 32) throws(StillImageError) -> StillImage {
        try library.decodeImage(bytes, least: PixelSize(width: least, height: least))
    }

    /// The bytes of one pixel: blue, green, red, opacity.
    private func pixel(_ image: StillImage, _ x: Int, _ y: Int) -> [Int] {
        image.pixels[((y * image.size.width + x) * 4)...].prefix(4).map(Int.init)
    }

    @Test(
        "JPEG, PNG and WebP come out in their colours, whichever way they were written",
        arguments: [
            Fixtures.png, Fixtures.palettePNG, Fixtures.jpeg, Fixtures.progressiveJPEG, Fixtures.lossyWebP,
            Fixtures.losslessWebP,
        ])
    func colours(bytes: [UInt8]) throws {
        let image = try decode(bytes)
        #expect(image.size == PixelSize(width: 32, height: 16))
        func isNear(_ pixel: [Int], _ wanted: [Int]) -> Bool { zip(pixel, wanted).allSatisfy { abs($0 - $1) <= 8 } }
        #expect(isNear(pixel(image, 4, 8), [0, 0, 255, 255]), "\(pixel(image, 4, 8))")
        #expect(isNear(pixel(image, 27, 8), [255, 0, 0, 255]), "\(pixel(image, 27, 8))")
    }

    @Test("Grey comes out as grey, and what is translucent with its colours multiplied")
    func others() throws {
        let grey = pixel(try decode(Fixtures.greyPNG), 4, 8)
        #expect(grey[0] == grey[1] && grey[1] == grey[2] && grey[3] == 255)
        let translucent = pixel(try decode(Fixtures.translucentWebP), 4, 8)
        #expect(abs(translucent[3] - 128) <= 2 && abs(translucent[2] - 128) <= 8 && translucent[0] <= 8)
    }

    @Test("A JPEG is decoded at a fraction of its size where it is drawn smaller; never smaller than it is drawn")
    func reduced() throws {
        #expect(try decode(Fixtures.jpeg, least: 16).size == PixelSize(width: 16, height: 8))
        #expect(try decode(Fixtures.jpeg, least: 17).size == PixelSize(width: 32, height: 16))
        #expect(try decode(Fixtures.jpeg, least: 1).size == PixelSize(width: 4, height: 2))
        #expect(try decode(Fixtures.png, least: 1).size == PixelSize(width: 32, height: 16))
    }

    @Test("A picture that is larger than asked for is made smaller, in its shape and colours; others stay as they are")
    func shrunk() throws {
        func isNear(_ pixel: [Int], _ wanted: [Int]) -> Bool { zip(pixel, wanted).allSatisfy { abs($0 - $1) <= 12 } }
        for bytes in [Fixtures.png, Fixtures.palettePNG, Fixtures.jpeg, Fixtures.lossyWebP] {
            let small = try library.shrinkImage(bytes, fitting: PixelSize(width: 16, height: 2048))
            #expect(StillImageHeader(small)?.format == .jpeg)
            let image = try decode(small)
            #expect(image.size == PixelSize(width: 16, height: 8))
            #expect(isNear(pixel(image, 2, 4), [0, 0, 255, 255]), "\(pixel(image, 2, 4))")
            #expect(isNear(pixel(image, 13, 4), [255, 0, 0, 255]), "\(pixel(image, 13, 4))")
        }
        let small = try library.shrinkImage(Fixtures.translucentWebP, fitting: PixelSize(width: 2048, height: 8))
        #expect(StillImageHeader(small)?.format == .png)
        let image = try decode(small)
        #expect(image.size == PixelSize(width: 16, height: 8) && isNear(pixel(image, 2, 4), [0, 0, 128, 128]))
        for bytes in Fixtures.all {
            #expect(try library.shrinkImage(bytes, fitting: PixelSize(width: 32, height: 16)) == bytes)
        }
        #expect(throws: StillImageError.unknownFormat) {
            try library.shrinkImage(Array("<html>".utf8), fitting: PixelSize(width: 16, height: 16))
        }
        #expect(throws: StillImageError.self) {
            try library.shrinkImage(
                PNG.declaring(width: 60_000, height: 60_000), fitting: PixelSize(width: 16, height: 16))
        }
    }

    @Test("A header tells the size, and more pixels than are decoded are refused by it alone")
    func headers() throws {
        for bytes in Fixtures.all {
            #expect(StillImageHeader(bytes)?.size == PixelSize(width: 32, height: 16))
            #expect(StillImageHeader(bytes)?.isReasonable == true)
        }
        for (width, height) in [(60_000, 60_000), (8000, 8000), (8193, 1), (2049, 2048), (0, 4)] as [(UInt32, UInt32)] {
            let size = PixelSize(width: Int(width), height: Int(height))
            #expect(throws: StillImageError.unreasonable(size)) {
                try decode(PNG.declaring(width: width, height: height))
            }
        }
        // A WebP of 16384 × 16384 is 30 bytes long.
        var webp = Fixtures.losslessWebP
        webp.replaceSubrange(21..<25, with: [0xff, 0xff, 0xff, 0x0f])
        #expect(throws: StillImageError.unreasonable(PixelSize(width: 16_384, height: 16_384))) { try decode(webp) }
        // The extended header may state other pixels than the picture within has.
        var extended = Fixtures.translucentWebP
        extended.replaceSubrange(24..<30, with: [0, 0, 0, 0, 0, 0])
        #expect(throws: StillImageError.self) { try decode(extended) }
    }

    @Test("What is no picture, or not all of one, is refused")
    func broken() {
        #expect(throws: StillImageError.unknownFormat) { try decode([]) }
        #expect(throws: StillImageError.unknownFormat) { try decode(Array("<html>404</html>".utf8)) }
        #expect(throws: StillImageError.unknownFormat) { try decode(Array("<svg xmlns='x'/>".utf8)) }
        for bytes in [Fixtures.png, Fixtures.palettePNG, Fixtures.lossyWebP, Fixtures.losslessWebP] {
            #expect(throws: StillImageError.self) { try decode(Array(bytes.prefix(bytes.count / 2))) }
        }
    }

    @Test("A picture that was cut short or changed anywhere never traps")
    func mutated() {
        for good in Fixtures.all {
            for index in good.indices {
                for change: UInt8 in [0xff, 0x01, 0x80] {
                    var bytes = good
                    bytes[index] ^= change
                    _ = try? decode(bytes)
                }
                _ = try? decode(Array(good.prefix(index)))
            }
        }
    }
}
