import Devices
import MediaCore

/// Synthetic pictures.
enum Pictures {
    /// A frame of one YUV colour (8-bit values whatever the format), or with a gradient in its luma.
    static func frame(
        _ format: PixelFormat, _ size: PixelSize, y: UInt8, u: UInt8 = 128, v: UInt8 = 128,
        gradient: Bool = false, matrix: ColorMatrix = .bt709, isFullRange: Bool = false,
        luma drawn: (Int, Int) -> UInt8? = { _, _ in nil }
    ) -> VideoFrame {
        let chroma = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        func luma(_ x: Int, _ row: Int) -> UInt8 {
            drawn(x, row) ?? shade(x, row)
        }
        func shade(_ x: Int, _ row: Int) -> UInt8 { gradient ? UInt8((x * 7 + row * 13 + Int(y)) % 220 + 16) : y }
        var bytes: [[UInt8]] = []
        var strides: [Int] = []
        let wide = format == .i010
        func plane(_ size: PixelSize, _ value: (Int, Int) -> [UInt8]) {
            var plane: [UInt8] = []
            for row in 0..<size.height {
                for x in 0..<size.width {
                    for sample in value(x, row) {
                        if wide {
                            let word = UInt16(sample) << 2
                            plane += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
                        } else {
                            plane.append(sample)
                        }
                    }
                }
            }
            strides.append(size.height == 0 ? 0 : plane.count / size.height)
            bytes.append(plane)
        }
        switch format {
        case .i420, .i010:
            plane(size) { [luma($0, $1)] }
            plane(chroma) { _, _ in [u] }
            plane(chroma) { _, _ in [v] }
        case .nv12:
            plane(size) { [luma($0, $1)] }
            plane(chroma) { _, _ in [u, v] }
        case .xrgb8888, .argb8888:
            plane(size) { x, row in [drawn(x, row) ?? u, luma(x, row), drawn(x, row) ?? v, 0] }
        }
        let memory = bytes.map { plane in
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, plane.count))
            _ = copy.initialize(from: plane)
            return copy
        }
        let planes = zip(memory, strides).compactMap { copy, stride in
            copy.baseAddress.map { VideoFrame.Plane(base: UnsafePointer($0), stride: stride) }
        }
        nonisolated(unsafe) let owned = memory
        return VideoFrame(
            size: size, format: format, matrix: matrix, isFullRange: isFullRange, presentation: .zero,
            duration: .zero, planes: planes
        ) {
            for copy in owned { copy.deallocate() }
        }
    }

    /// A surface whose every pixel is premultiplied `pixel`, or varies with its place.
    static func surface(_ size: PixelSize, _ pixel: UInt32, varied: Bool = false) -> Surface {
        Surface(size: size) { bytes, stride in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let alpha = UInt32(varied ? (x * 31 + y * 17) % 256 : Int(pixel >> 24))
                    let value = varied ? alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | alpha : pixel
                    bytes.storeBytes(of: value, toByteOffset: y * stride + x * 4, as: UInt32.self)
                }
            }
        }
    }
}
