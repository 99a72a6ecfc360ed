import Capture
import MediaCore
import OriginPattern
import Testing

@testable import Rig

@Suite("Captured pictures")
struct CapturedPictureTests {
    private let size = PixelSize(width: 640, height: 360)
    private let pattern = BitPattern(channel: 3, frame: 1_234, isFlash: true)

    @Test(
        "The pattern's cells are read from each layout that grabbers have",
        arguments: CaptureFormat.allCases.filter { $0 != .mjpeg })
    func pattern(format: CaptureFormat) throws {
        let stride = try #require(format.bytesPerRow(width: size.width)) + 32
        let bytes = packed(Image(pattern: pattern, size: size, black: 16, white: 235), format, stride: stride)
        try bytes.withUnsafeBytes { bytes in
            let picture = try #require(CapturedPicture(bytes, format: format, size: size, stride: stride))
            #expect(picture.cells() == pattern.cells.map { $0 ? 235 : 16 })
        }
    }

    @Test("The picture comes out in its colours, opaque", arguments: CaptureFormat.allCases.filter { $0 != .mjpeg })
    func colours(format: CaptureFormat) throws {
        let stride = try #require(format.bytesPerRow(width: size.width))
        // Limited range: 16 is black, 235 is white, 126 the middle; RGB has its levels as they are.
        let bytes = packed(Image(pattern: pattern, size: size, black: 16, white: 235), format, stride: stride)
        try bytes.withUnsafeBytes { bytes in
            let image = try #require(CapturedPicture(bytes, format: format, size: size, stride: stride)?.image())
            let isRGB = format == .xrgb || format == .rgb24 || format == .bgr24
            #expect(image[10, 10] == (isRGB ? 0xffeb_ebeb : 0xffff_ffff))
            #expect(image[30, 10] == (isRGB ? 0xff10_1010 : 0xff00_0000))
            #expect(image.pattern == pattern)
        }
    }

    @Test("BT.709 red is red by its own matrix, and not by the other")
    func matrix() throws {
        // Y 63, Cb 102, Cr 240: ITU-R BT.709's red in limited range.
        let bytes = [UInt8](repeating: 0, count: 64 * 36 * 2).indices.map { [63, 102, 63, 240][$0 % 4] as UInt8 }
        try bytes.withUnsafeBytes { bytes in
            let small = PixelSize(width: 64, height: 36)
            let right = try #require(CapturedPicture(bytes, format: .yuyv, size: small, stride: 128)?.image())
            let wrong = try #require(
                CapturedPicture(bytes, format: .yuyv, size: small, stride: 128, isBT709: false)?.image())
            // libyuv's coefficients have 6 bits.
            #expect(right[5, 5] >> 16 & 255 >= 252 && right[5, 5] >> 8 & 255 <= 4 && right[5, 5] & 255 <= 4)
            #expect(wrong[5, 5] >> 16 & 255 < 245)
        }
    }

    @Test("Too few bytes are no picture", arguments: CaptureFormat.allCases)
    func short(format: CaptureFormat) {
        let row = format.bytesPerRow(width: 640) ?? 0
        let count = format == .mjpeg ? 0 : row * format.rows(height: 360) - 1
        [UInt8](repeating: 0, count: count).withUnsafeBytes {
            #expect(CapturedPicture($0, format: format, size: size, stride: row) == nil)
        }
    }

    @Test("What is no JPEG is no picture")
    func noJPEG() throws {
        try [UInt8](repeating: 0x55, count: 5_000).withUnsafeBytes { bytes in
            let picture = try #require(CapturedPicture(bytes, format: .mjpeg, size: size, stride: 0))
            #expect(picture.image() == nil)
        }
    }

    @Test("Every cell has a level, but in a picture too small for cells")
    func small() throws {
        for small in [PixelSize(width: 16, height: 9), PixelSize(width: 64, height: 36)] {
            let bytes = [UInt8](repeating: 128, count: small.width * small.height * 2)
            try bytes.withUnsafeBytes { bytes in
                let picture = try #require(
                    CapturedPicture(bytes, format: .yuyv, size: small, stride: small.width * 2))
                #expect(picture.cells() == (small.width < 32 ? [] : [UInt8](repeating: 128, count: 64)))
            }
        }
    }

    @Test(
        "Black is 0 and white 255, whatever the device's range",
        arguments: [(false, [0, 255, 0, 255]), (true, [16, 235, 0, 255])])
    func range(isFullRange: Bool, levels: [UInt8]) throws {
        try [UInt8](repeating: 0, count: 64 * 36 * 2).withUnsafeBytes { bytes in
            let picture = try #require(
                CapturedPicture(
                    bytes, format: .uyvy, size: PixelSize(width: 64, height: 36), stride: 128, isFullRange: isFullRange)
            )
            #expect([16, 235, 0, 255].map { picture.level(of: $0) } == levels)
            #expect(picture.level(of: nil) == nil)
        }
    }

    @Test("Gaps in the device's count are lost pictures; a count that starts anew is not")
    func gaps() {
        var gaps = SequenceGaps()
        #expect([7, 8, 11, 11, 12, 0, 2, UInt32.max].map { gaps.missing(before: $0) } == [0, 0, 2, 0, 0, 0, 1, 0])
        #expect(gaps.missing(before: 1) == 1)
    }

    @Test("A format's code is its four characters, the first lowest")
    func codes() {
        #expect(CaptureFormat.yuyv.codes == [0x5659_5559])
        #expect(CaptureFormat.name(of: 0x4750_4a4d) == "MJPG")
        #expect(CaptureFormat.name(of: 0x0100_4a4d) == "MJ??")
    }

    /// Grey levels packed as a device would deliver them; chroma is neutral.
    private func packed(_ image: Image, _ format: CaptureFormat, stride: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 128, count: stride * format.rows(height: image.size.height))
        for y in 0..<image.size.height {
            for x in 0..<image.size.width {
                let level = UInt8(image[x, y] & 255)
                let row = y * stride
                switch format {
                case .yuyv: bytes[row + 2 * x] = level
                case .uyvy: bytes[row + 2 * x + 1] = level
                case .nv12: bytes[row + x] = level
                case .xrgb:
                    for byte in 0..<3 { bytes[row + 4 * x + byte] = level }
                    bytes[row + 4 * x + 3] = 7
                case .rgb24, .bgr24: for byte in 0..<3 { bytes[row + 3 * x + byte] = level }
                case .mjpeg: break
                }
            }
        }
        return bytes
    }
}
