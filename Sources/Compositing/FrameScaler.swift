import CYUV
import MediaCore

/// Converts a decoded picture to 0xFFRRGGBB pixels of its destination's size: up with a bilinear
/// filter, down with a box. The same picture, sizes and part always give the same pixels.
struct FrameScaler {
    private let scaled = PixelMemory()
    private let converted = PixelMemory()
    private let narrowed = PixelMemory()
    private let mapping = FrameMapping()

    /// A picture of three 8-bit planes, or two when `v` is nil (then `u` has Cb and Cr in turn).
    private struct YUV {
        var y: UnsafePointer<UInt8>
        var yStride: Int32
        var u: UnsafePointer<UInt8>
        var uStride: Int32
        var v: UnsafePointer<UInt8>?
        var vStride: Int32
        var size: PixelSize
    }

    /// Scales a part of a frame to `size`, and draws `part` of that (in its pixels) at `target`. A frame whose planes
    /// can't be read is drawn black.
    ///
    /// - Parameter source: the part of the frame, within it, in its own pixels
    func draw(
        _ frame: VideoFrame, _ source: PixelRectangle, scaledTo size: PixelSize, part: PixelRectangle,
        at target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let isDrawn = mapping.withPlanes(of: frame) { planes in
            draw(planes, of: frame, source, scaledTo: size, part: part, at: target, stride: Int32(stride))
        }
        if !isDrawn, frame.planes.isEmpty, let copy = frame.copiedToMemory(), !copy.planes.isEmpty {
            draw(copy, source, scaledTo: size, part: part, at: target, stride: stride)
        } else if !isDrawn {
            ARGBRect(target, Int32(stride), 0, 0, Int32(part.width), Int32(part.height), 0xff00_0000)
        }
    }

    /// Scales packed pixels (premultiplied, where there is alpha).
    static func scale(
        _ source: UnsafePointer<UInt8>, stride sourceStride: Int, size sourceSize: PixelSize,
        to size: PixelSize, part: PixelRectangle, at target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        if sourceSize == size {
            ARGBCopy(
                source + part.y * sourceStride + part.x * 4, Int32(sourceStride), target, Int32(stride),
                Int32(part.width), Int32(part.height))
            return
        }
        // The library expects the address that the whole picture would have; it writes only the
        // part.
        let origin = UnsafeMutablePointer<UInt8>(
            bitPattern: UInt(bitPattern: target) &- UInt(bitPattern: part.y * stride + part.x * 4))
        ARGBScaleClip(
            source, Int32(sourceStride), Int32(sourceSize.width), Int32(sourceSize.height),
            origin, Int32(stride), Int32(size.width), Int32(size.height),
            Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height), kFilterBox)
    }

    // MARK: -

    private func draw(
        _ planes: [VideoFrame.Plane], of frame: VideoFrame, _ shown: PixelRectangle, scaledTo size: PixelSize,
        part: PixelRectangle, at target: UnsafeMutablePointer<UInt8>, stride: Int32
    ) -> Bool {
        let whole = frame.size
        let source = shown.size
        guard planes.count >= frame.format.planeCount, !whole.isEmpty, !source.isEmpty,
            shown == shown.intersection(PixelRectangle(whole)),
            whole.width <= LayerState.largestSide, whole.height <= LayerState.largestSide,
            planes.allSatisfy({ abs($0.stride) <= 1 << 20 })
        else { return false }
        let planes = planes.enumerated().map { index, plane in
            frame.format.cut(plane, index, at: shown)
        }

        if frame.format == .xrgb8888 || frame.format == .argb8888 {
            Self.scale(
                planes[0].base, stride: planes[0].stride, size: source, to: size, part: part,
                at: target, stride: Int(stride))
            Self.makeOpaque(target, stride: Int(stride), size: part.size)
            return true
        }

        var picture = yuv(frame.format, planes, source)
        let matrix = Self.matrix(of: frame)
        if part == PixelRectangle(size) {
            if source != size { picture = scale(picture, to: size) }
            Self.convert(picture, matrix, to: target, stride: stride)
        } else {
            // A picture cut by the edge of the screen is rare, and exact only from packed pixels.
            let whole = converted.buffer(of: source)
            Self.convert(picture, matrix, to: whole.base, stride: Int32(whole.stride))
            Self.scale(
                whole.base, stride: whole.stride, size: source, to: size, part: part, at: target,
                stride: Int(stride))
            Self.makeOpaque(target, stride: Int(stride), size: part.size)
        }
        return true
    }

    private func yuv(_ format: PixelFormat, _ planes: [VideoFrame.Plane], _ size: PixelSize) -> YUV {
        switch format {
        case .nv12:
            return YUV(
                y: planes[0].base, yStride: Int32(planes[0].stride), u: planes[1].base,
                uStride: Int32(planes[1].stride), v: nil, vStride: 0, size: size)
        case .i010:
            let narrow = reservePlanes(of: size, in: narrowed)
            I010ToI420(
                Self.words(planes[0].base), Int32(planes[0].stride / 2),
                Self.words(planes[1].base), Int32(planes[1].stride / 2),
                Self.words(planes[2].base), Int32(planes[2].stride / 2),
                narrow.y, narrow.stride, narrow.u, narrow.chromaStride, narrow.v, narrow.chromaStride,
                Int32(size.width), Int32(size.height))
            return narrow.yuv
        case .i420, .xrgb8888, .argb8888:
            return YUV(
                y: planes[0].base, yStride: Int32(planes[0].stride), u: planes[1].base,
                uStride: Int32(planes[1].stride), v: planes[2].base, vStride: Int32(planes[2].stride),
                size: size)
        }
    }

    private static func words(_ base: UnsafePointer<UInt8>) -> UnsafePointer<UInt16> {
        UnsafeRawPointer(base).assumingMemoryBound(to: UInt16.self)
    }

    private func scale(_ picture: YUV, to size: PixelSize) -> YUV {
        let target = reservePlanes(of: size, in: scaled)
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        if let v = picture.v {
            I420Scale(
                picture.y, picture.yStride, picture.u, picture.uStride, v, picture.vStride, width, height,
                target.y, target.stride, target.u, target.chromaStride, target.v, target.chromaStride,
                Int32(size.width), Int32(size.height), kFilterBox)
            return target.yuv
        }
        NV12Scale(
            picture.y, picture.yStride, picture.u, picture.uStride, width, height,
            target.y, target.stride, target.u, target.chromaStride * 2,
            Int32(size.width), Int32(size.height), kFilterBox)
        return YUV(
            y: target.yuv.y, yStride: target.stride, u: target.yuv.u, uStride: target.chromaStride * 2,
            v: nil, vStride: 0, size: size)
    }

    /// Memory for three planes in one piece; the two chroma planes are neighbours and also serve as
    /// one of twice the width.
    private struct Planes {
        var y: UnsafeMutablePointer<UInt8>
        var u: UnsafeMutablePointer<UInt8>
        var v: UnsafeMutablePointer<UInt8>
        var stride: Int32
        var chromaStride: Int32
        var size: PixelSize

        var yuv: YUV {
            YUV(
                y: UnsafePointer(y), yStride: stride, u: UnsafePointer(u), uStride: chromaStride,
                v: UnsafePointer(v), vStride: chromaStride, size: size)
        }
    }

    private func reservePlanes(of size: PixelSize, in memory: PixelMemory) -> Planes {
        let stride = (size.width + 63) & ~63
        let chromaStride = ((size.width + 1) / 2 + 63) & ~63
        let chromaHeight = (size.height + 1) / 2
        memory.reserve(stride * size.height + 2 * chromaStride * chromaHeight)
        let u = memory.base + stride * size.height
        return Planes(
            y: memory.base, u: u, v: u + chromaStride * chromaHeight, stride: Int32(stride),
            chromaStride: Int32(chromaStride), size: size)
    }

    private static func convert(
        _ picture: YUV, _ matrix: OpaqueMatrix, to target: UnsafeMutablePointer<UInt8>, stride: Int32
    ) {
        let (width, height) = (Int32(picture.size.width), Int32(picture.size.height))
        if let v = picture.v {
            I420ToARGBMatrixFilter(
                picture.y, picture.yStride, picture.u, picture.uStride, v, picture.vStride, target, stride,
                matrix, width, height, kFilterBilinear)
        } else {
            NV12ToARGBMatrix(
                picture.y, picture.yStride, picture.u, picture.uStride, target, stride, matrix, width,
                height)
        }
    }

    private typealias OpaqueMatrix = UnsafePointer<YuvConstants>?

    private static func matrix(of frame: VideoFrame) -> OpaqueMatrix {
        let full: Int32 = frame.isFullRange ? 1 : 0
        switch frame.matrix {
        case .bt601: return hearth_yuv_bt601(full)
        case .bt709: return hearth_yuv_bt709(full)
        case .bt2020: return hearth_yuv_bt2020(full)
        }
    }

    /// Sets the unused byte to 255, as packed video may have anything there, and scaling rounds 255
    /// down.
    private static func makeOpaque(_ base: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize) {
        for row in 0..<size.height {
            let pixels = UnsafeMutableRawPointer(base + row * stride).assumingMemoryBound(to: UInt32.self)
            for column in 0..<size.width { pixels[column] |= 0xff00_0000 }
        }
    }
}

extension PixelFormat {
    /// The plane from the upper left corner of `part` on.
    fileprivate func cut(_ plane: VideoFrame.Plane, _ index: Int, at part: PixelRectangle) -> VideoFrame.Plane {
        let isChroma = index > 0
        let row = isChroma ? part.y / 2 : part.y
        let column: Int =
            switch (self, isChroma) {
            case (.i420, false), (.nv12, false): part.x
            case (.i420, true): part.x / 2
            // Two bytes for each pair of pixels.
            case (.nv12, true): part.x / 2 * 2
            case (.i010, false): part.x * 2
            case (.i010, true): part.x / 2 * 2
            case (.xrgb8888, _), (.argb8888, _): part.x * 4
            }
        return VideoFrame.Plane(base: plane.base + row * plane.stride + column, stride: plane.stride)
    }
}
