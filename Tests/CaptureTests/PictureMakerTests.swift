import MediaCore
import Testing

@testable import Capture

@Suite("Pictures of a capture device")
struct PictureMakerTests {
    private func made(
        _ format: CaptureFormat, _ size: PixelSize, stride: Int, _ bytes: [UInt8]
    ) -> VideoFrame? {
        let maker = PictureMaker(format: format, size: size, stride: stride, matrix: .bt709, isFullRange: false)
        return bytes.withUnsafeBytes { maker?.frame($0, at: .zero + .seconds(1), for: .milliseconds(40)) }
    }

    private func plane(_ frame: VideoFrame, _ index: Int, _ width: Int, _ height: Int) -> [UInt8] {
        let plane = frame.planes[index]
        return (0..<height).flatMap { y in (0..<width).map { plane.base[y * plane.stride + $0] } }
    }

    @Test("Packed 4:2:2 keeps its luma and its hue", arguments: [CaptureFormat.yuyv, .uyvy])
    func packed(format: CaptureFormat) throws {
        // Two rows of four pixels, each row with two bytes of padding.
        let rows: [[UInt8]] = [[10, 20, 30, 40], [50, 60, 70, 80]]
        let bytes = rows.flatMap { row -> [UInt8] in
            let pairs: [[UInt8]] = stride(from: 0, to: 4, by: 2).map {
                format == .yuyv ? [row[$0], 90, row[$0 + 1], 160] : [90, row[$0], 160, row[$0 + 1]]
            }
            return pairs.flatMap { $0 } + [0, 0]
        }
        let frame = try #require(made(format, PixelSize(width: 4, height: 2), stride: 10, bytes))
        #expect(frame.format == .i420 && frame.matrix == .bt709 && !frame.isFullRange)
        #expect(frame.presentation == .zero + .seconds(1) && frame.duration == .milliseconds(40))
        #expect(plane(frame, 0, 4, 2) == rows.flatMap(\.self))
        #expect(plane(frame, 1, 2, 1) == [90, 90] && plane(frame, 2, 2, 1) == [160, 160])
    }

    @Test("NV12 goes through as it is, of odd sizes too")
    func nv12() throws {
        let luma = (0..<9).map { UInt8($0) }
        let chroma: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        // Three by three, in rows of four bytes.
        var bytes: [UInt8] = []
        for row in 0..<3 { bytes += luma[row * 3..<row * 3 + 3] + [0] }
        bytes += chroma
        let frame = try #require(made(.nv12, PixelSize(width: 3, height: 3), stride: 4, bytes))
        #expect(frame.format == .nv12)
        #expect(plane(frame, 0, 3, 3) == luma && plane(frame, 1, 4, 2) == chroma)
    }

    @Test("RGB becomes the same grey", arguments: [CaptureFormat.xrgb, .rgb24, .bgr24])
    func rgb(format: CaptureFormat) throws {
        let size = PixelSize(width: 4, height: 4)
        let row = try #require(format.bytesPerRow(width: 4))
        let frame = try #require(made(format, size, stride: row, [UInt8](repeating: 255, count: row * 4)))
        #expect(plane(frame, 0, 4, 4).allSatisfy { (234...236).contains($0) })
        #expect(plane(frame, 1, 2, 2).allSatisfy { (127...129).contains($0) })
    }

    @Test("Too few bytes, sizes that are none and rows that are too short are no picture")
    func hostile() {
        let size = PixelSize(width: 4, height: 2)
        #expect(made(.yuyv, size, stride: 8, [UInt8](repeating: 0, count: 15)) == nil)
        #expect(made(.yuyv, size, stride: 7, [UInt8](repeating: 0, count: 64)) == nil)
        #expect(made(.yuyv, size, stride: .max, [UInt8](repeating: 0, count: 64)) == nil)
        #expect(made(.nv12, PixelSize(width: 0, height: 2), stride: 8, [0]) == nil)
        #expect(made(.nv12, PixelSize(width: 1 << 40, height: 2), stride: 8, [0]) == nil)
        #expect(made(.mjpeg, size, stride: 0, []) == nil)
        #expect(made(.mjpeg, size, stride: 0, Array("no JPEG at all".utf8)) == nil)
    }

    @Test("Memory is used again, and outlives its maker with the frame")
    func memory() throws {
        let size = PixelSize(width: 2, height: 2)
        var maker = PictureMaker(format: .yuyv, size: size, stride: 4, matrix: .bt709, isFullRange: false)
        func make(_ level: UInt8) -> VideoFrame? {
            [level, 128, level, 128, level, 128, level, 128].withUnsafeBytes { maker?.frame($0, at: .zero, for: .zero) }
        }
        var first = make(50)
        let place = first?.planes[0].base
        let second = try #require(make(60))
        #expect(second.planes[0].base != place)
        first = nil
        let third = try #require(make(70))
        #expect(third.planes[0].base == place)
        maker = nil
        #expect(plane(second, 0, 2, 2) == [60, 60, 60, 60] && plane(third, 0, 2, 2) == [70, 70, 70, 70])
    }
}
