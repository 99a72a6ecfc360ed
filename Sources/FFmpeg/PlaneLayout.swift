import CFFmpeg

/// How the planes of a picture lie in one piece of memory, with the room around them that a decoder wants.
struct PlaneLayout {
    /// The bytes of each plane with what follows it, multiples of 64; 0: there is no such plane.
    var sizes = [0, 0, 0, 0]
    /// The bytes from one row to the next.
    var strides: [Int32] = [0, 0, 0, 0]

    var byteCount: Int { sizes.reduce(0, +) }

    /// Computes the layout as the library would; nil for a picture that has none.
    init?(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ frame: UnsafeMutablePointer<AVFrame>, _ format: AVPixelFormat
    ) {
        var (width, height) = (frame.pointee.width, frame.pointee.height)
        guard width > 0, height > 0, width <= 32768, height <= 32768 else { return nil }
        // Rows that begin at multiples of 64 bytes suit every decoder.
        var alignment = [Int32](repeating: 1, count: 8)
        avcodec_align_dimensions2(context, &width, &height, &alignment)
        // Made wider until the rows of every plane begin so.
        for _ in 0..<16 {
            guard av_image_fill_linesizes(&strides, format, width) >= 0 else { return nil }
            guard strides.contains(where: { $0 % Self.alignment != 0 }) else { break }
            width += width & -width
        }
        guard !strides.contains(where: { $0 % Self.alignment != 0 }) else { return nil }
        var planes = [0, 0, 0, 0]
        guard av_image_fill_plane_sizes(&planes, format, height, strides.map { Int($0) }) >= 0 else { return nil }
        // Decoders read and write a little beyond the end.
        sizes = planes.map { $0 > 0 ? ($0 + Self.beyond + 63) / 64 * 64 : 0 }
        guard byteCount > 0 else { return nil }
    }

    private static let alignment: Int32 = 64
    private static let beyond = 16 + 64
}
