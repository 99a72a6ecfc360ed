import CYUV
import Capture
import MediaCore
import OriginPattern

/// One picture in a capture device's own layout, in memory that is only borrowed.
struct CapturedPicture {
    let format: CaptureFormat
    let size: PixelSize
    /// Bytes from one row to the next; without meaning for `mjpeg`.
    let stride: Int
    /// Whether YCbCr is converted by BT.709; otherwise by BT.601.
    let isBT709: Bool
    /// Whether levels are 0…255; otherwise 16…235.
    let isFullRange: Bool
    private let bytes: UnsafeBufferPointer<UInt8>

    /// A picture over `bytes`; nil when there are fewer bytes than such a picture has.
    init?(
        _ bytes: UnsafeRawBufferPointer, format: CaptureFormat, size: PixelSize, stride: Int, isBT709: Bool = true,
        isFullRange: Bool = false
    ) {
        guard bytes.count > 0, (1...16_384).contains(size.width), (1...16_384).contains(size.height) else { return nil }
        if let row = format.bytesPerRow(width: size.width) {
            let rows = format.rows(height: size.height)
            // The last row may end without its padding.
            guard stride >= row, stride <= 1 << 20, bytes.count >= stride * (rows - 1) + row else { return nil }
        }
        self.format = format
        self.size = size
        self.stride = stride
        self.isBT709 = isBT709
        self.isFullRange = isFullRange
        self.bytes = bytes.bindMemory(to: UInt8.self)
    }

    /// The grey level of each cell of the origin's pattern, from a few pixels each; the rest of the
    /// picture is not read. Enough to read a pattern, and to tell a black picture. Empty for a JPEG,
    /// and for a picture too small for a pattern.
    func cells() -> [UInt8] {
        guard format != .mjpeg, size.width >= BitPattern.columns, size.height >= BitPattern.rowsInPicture else {
            return []
        }
        return (0..<BitPattern.columns * BitPattern.rows).map { cell($0 % BitPattern.columns, $0 / BitPattern.columns) }
    }

    /// The grey level 0…255 that a stored luma level stands for.
    func level(of luma: UInt8?) -> UInt8? {
        guard let luma else { return nil }
        switch format {
        case .yuyv, .uyvy, .nv12:
            return isFullRange ? luma : UInt8(clamping: (Int(luma) - 16) * 255 / 219)
        case .xrgb, .rgb24, .bgr24, .mjpeg: return luma
        }
    }

    /// The mean of a few points of a cell's inner half: the rest may be blurred by the cable's 4:2:0.
    private func cell(_ column: Int, _ row: Int) -> UInt8 {
        var sum = 0
        for y in 0..<4 {
            for x in 0..<4 {
                sum += luma(
                    (8 * column + 2 + x) * size.width / (8 * BitPattern.columns),
                    (8 * row + 2 + y) * size.height / (8 * BitPattern.rowsInPicture))
            }
        }
        return UInt8(sum / 16)
    }

    private func luma(_ x: Int, _ y: Int) -> Int {
        func grey(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
            (Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8
        }
        let row = y * stride
        switch format {
        case .yuyv: return Int(bytes[row + 2 * x])
        case .uyvy: return Int(bytes[row + 2 * x + 1])
        case .nv12: return Int(bytes[row + x])
        case .xrgb: return grey(bytes[row + 4 * x + 2], bytes[row + 4 * x + 1], bytes[row + 4 * x])
        case .rgb24: return grey(bytes[row + 3 * x], bytes[row + 3 * x + 1], bytes[row + 3 * x + 2])
        case .bgr24: return grey(bytes[row + 3 * x + 2], bytes[row + 3 * x + 1], bytes[row + 3 * x])
        case .mjpeg: return 0
        }
    }

    /// The whole picture, opaque; nil for a JPEG that can't be decoded.
    func image() -> Image? {
        guard let base = bytes.baseAddress else { return nil }
        let (width, height) = (Int32(size.width), Int32(size.height))
        let step = Int32(stride)
        var result: Int32 = -1
        let pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
            count = buffer.count
            let out = UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: UInt8.self)
            switch format {
            case .yuyv, .uyvy: result = convert422(base, into: out)
            case .nv12:
                result = NV12ToARGBMatrix(
                    base, step, base + stride * size.height, step, out, width * 4, matrix, width, height)
            case .xrgb: result = convertXRGB(base, into: out)
            case .rgb24: result = RAWToARGB(base, step, out, width * 4, width, height)
            case .bgr24: result = RGB24ToARGB(base, step, out, width * 4, width, height)
            case .mjpeg: result = MJPGToARGB(base, bytes.count, out, width * 4, width, height, width, height)
            }
            if result != 0 { buffer.initialize(repeating: 0xff00_0000) }
        }
        return result == 0 ? Image(size: size, pixels: pixels) : nil
    }

    private var matrix: UnsafePointer<YuvConstants>? {
        isBT709 ? hearth_yuv_bt709(isFullRange ? 1 : 0) : hearth_yuv_bt601(isFullRange ? 1 : 0)
    }

    /// Converts XRGB by way of 24 bits: the fourth byte is whatever the driver left there.
    private func convertXRGB(_ base: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>?) -> Int32 {
        let (width, height) = (Int32(size.width), Int32(size.height))
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * size.width * size.height) { rows in
            guard ARGBToRGB24(base, Int32(stride), rows.baseAddress, width * 3, width, height) == 0 else { return -1 }
            return RGB24ToARGB(rows.baseAddress, width * 3, out, width * 4, width, height)
        }
    }

    /// Converts packed 4:2:2 by way of planes: only from those does libyuv take a matrix of choice.
    private func convert422(_ base: UnsafePointer<UInt8>, into out: UnsafeMutablePointer<UInt8>?) -> Int32 {
        let (width, height, half) = (size.width, size.height, (size.width + 1) / 2)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: (width + 2 * half) * height) { planes in
            guard let luma = planes.baseAddress else { return -1 }
            let (u, v) = (luma + width * height, luma + (width + half) * height)
            let split = format == .yuyv ? YUY2ToI422 : UYVYToI422
            guard
                split(
                    base, Int32(stride), luma, Int32(width), u, Int32(half), v, Int32(half), Int32(width), Int32(height)
                )
                    == 0
            else { return -1 }
            return I422ToARGBMatrix(
                luma, Int32(width), u, Int32(half), v, Int32(half), out, Int32(width * 4), matrix, Int32(width),
                Int32(height))
        }
    }
}
