import CYUV
import MediaCore

/// Makes frames for the screen of a capture device's pictures. For one thread.
final class PictureMaker {
    private let format: CaptureFormat
    private let size: PixelSize
    private let stride: Int
    private let matrix: ColorMatrix
    private let isFullRange: Bool
    private let pool: PicturePool
    /// The widest and highest picture: what no device has must not become a size in memory.
    private static let most = 16_384

    /// - Parameters:
    ///   - stride: bytes from one row to the next; without meaning for `mjpeg`
    ///   - matrix: of the YCbCr that comes; of RGB it does not count
    /// - Returns: nil for a size that no picture has, or rows shorter than its pixels
    init?(format: CaptureFormat, size: PixelSize, stride: Int, matrix: ColorMatrix, isFullRange: Bool) {
        guard (1...Self.most).contains(size.width), (1...Self.most).contains(size.height),
            format.bytesPerRow(width: size.width).map({ (($0)...(1 << 20)).contains(stride) }) ?? true
        else { return nil }
        self.format = format
        self.size = size
        self.stride = stride
        switch format {
        case .yuyv, .uyvy, .nv12:
            self.matrix = matrix
            self.isFullRange = isFullRange
        case .xrgb, .rgb24, .bgr24:
            // As the library makes it.
            self.matrix = .bt601
            self.isFullRange = false
        case .mjpeg:
            // JFIF: what is in the JPEG goes through as it is.
            self.matrix = .bt601
            self.isFullRange = true
        }
        pool = PicturePool(size: size.width * size.height + 2 * Self.half(size.width) * Self.half(size.height))
    }

    convenience init?(of device: CaptureDevice) {
        self.init(
            format: device.format, size: device.size, stride: device.stride,
            matrix: device.isBT709 ? .bt709 : .bt601, isFullRange: device.isFullRange)
    }

    private static func half(_ count: Int) -> Int { (count + 1) / 2 }

    /// The frame of one picture; nil where the bytes are too few for one, or are no JPEG.
    ///
    /// - Parameter bytes: only borrowed
    func frame(_ bytes: UnsafeRawBufferPointer, at time: MediaTime, for duration: Duration) -> VideoFrame? {
        guard hasAll(bytes.count), let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return nil }
        let memory = pool.take()
        let (columns, rows) = (Self.half(size.width), Self.half(size.height))
        let chroma = memory + size.width * size.height
        guard convert(base, bytes.count, luma: memory, chroma: chroma, second: chroma + columns * rows) == 0 else {
            pool.give(memory)
            return nil
        }
        var planes = [VideoFrame.Plane(base: memory, stride: size.width)]
        if format == .nv12 {
            planes.append(VideoFrame.Plane(base: chroma, stride: 2 * columns))
        } else {
            planes.append(VideoFrame.Plane(base: chroma, stride: columns))
            planes.append(VideoFrame.Plane(base: chroma + columns * rows, stride: columns))
        }
        // Safe to share: it is given back once, by whoever releases the frame last.
        nonisolated(unsafe) let owned = memory
        return VideoFrame(
            size: size, format: format == .nv12 ? .nv12 : .i420, matrix: matrix, isFullRange: isFullRange,
            presentation: time, duration: duration, planes: planes
        ) { [pool] in pool.give(owned) }
    }

    private func hasAll(_ count: Int) -> Bool {
        guard let row = format.bytesPerRow(width: size.width) else { return count > 0 }
        // The last row may end without its padding.
        return count >= stride * (format.rows(height: size.height) - 1) + row
    }

    /// Returns 0 where it could be done.
    private func convert(
        _ base: UnsafePointer<UInt8>, _ count: Int, luma: UnsafeMutablePointer<UInt8>,
        chroma: UnsafeMutablePointer<UInt8>, second: UnsafeMutablePointer<UInt8>
    ) -> Int32 {
        let (width, height) = (Int32(size.width), Int32(size.height))
        let (step, half) = (Int32(stride), Int32(Self.half(size.width)))
        switch format {
        case .yuyv: return YUY2ToI420(base, step, luma, width, chroma, half, second, half, width, height)
        case .uyvy: return UYVYToI420(base, step, luma, width, chroma, half, second, half, width, height)
        case .nv12:
            CopyPlane(base, step, luma, width, width, height)
            CopyPlane(base + stride * size.height, step, chroma, 2 * half, 2 * half, Int32(Self.half(size.height)))
            return 0
        case .xrgb: return ARGBToI420(base, step, luma, width, chroma, half, second, half, width, height)
        case .rgb24: return RAWToI420(base, step, luma, width, chroma, half, second, half, width, height)
        case .bgr24: return RGB24ToI420(base, step, luma, width, chroma, half, second, half, width, height)
        case .mjpeg:
            return MJPGToI420(base, count, luma, width, chroma, half, second, half, width, height, width, height)
        }
    }
}
