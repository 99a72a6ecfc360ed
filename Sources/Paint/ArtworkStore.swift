import CCairo
import Glibc
import Layout
import MediaCore

/// Logos by key, decoded and made small enough to be drawn quickly.
final class ArtworkStore {
    /// A decoded picture; owns its pixels.
    final class Bitmap {
        let surface: OpaquePointer
        let size: PixelSize
        /// Whether its visible parts are rather light, so that it needs a dark ground.
        let isLight: Bool
        /// Whether one can see through it anywhere.
        let isOpaque: Bool

        init?(adopting surface: OpaquePointer) {
            self.surface = surface
            size = PixelSize(
                width: Int(cairo_image_surface_get_width(surface)),
                height: Int(cairo_image_surface_get_height(surface)))
            cairo_surface_flush(surface)
            guard !size.isEmpty, let data = cairo_image_surface_get_data(surface) else {
                cairo_surface_destroy(surface)
                return nil
            }
            let stride = Int(cairo_image_surface_get_stride(surface))
            var alpha = 0
            var luma = 0
            for y in 0..<size.height {
                let row = UnsafeRawPointer(data + y * stride)
                for x in 0..<size.width {
                    // Premultiplied: the sum is weighted by how much one sees of each pixel.
                    let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
                    alpha += Int(pixel >> 24)
                    luma += (Int(pixel >> 16 & 0xff) * 54 + Int(pixel >> 8 & 0xff) * 183 + Int(pixel & 0xff) * 19) >> 8
                }
            }
            isLight = luma * 2 > alpha
            isOpaque = alpha >= size.width * size.height * 254
        }

        deinit { cairo_surface_destroy(surface) }
    }

    /// Twice the largest tile at 1080 lines.
    private static let maximumSide = 320.0
    /// A logo's file may say what it likes of its size; more than this is not even tried.
    private static let maximumDeclaredSide = 8192
    private static let maximumDeclaredPixels = 16_000_000

    private var bitmaps: [String: Bitmap] = [:]

    func bitmap(for key: String) -> Bitmap? { bitmaps[key] }

    /// - Returns: whether the bytes are a picture.
    func set(_ png: [UInt8]?, for key: String) -> Bool {
        bitmaps[key] = png.flatMap(Self.decode)
        return bitmaps[key] != nil
    }

    private static func decode(_ png: [UInt8]) -> Bitmap? {
        guard isReasonable(png), let full = read(png), let surface = reduced(full) else { return nil }
        return Bitmap(adopting: surface)
    }

    /// Looks at the signature and IHDR (PNG, ISO/IEC 15948, 5.2 and 11.2.2) before any memory is
    /// taken for the pixels.
    private static func isReasonable(_ png: [UInt8]) -> Bool {
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        guard png.count > 33, png.starts(with: signature) else { return false }
        func number(at offset: Int) -> Int { png[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        let width = number(at: 16)
        let height = number(at: 20)
        guard width > 0, height > 0, width <= maximumDeclaredSide, height <= maximumDeclaredSide else {
            return false
        }
        return width * height <= maximumDeclaredPixels
    }

    private struct Reader {
        var bytes: UnsafeRawBufferPointer
        var offset = 0
    }

    private static func read(_ png: [UInt8]) -> OpaquePointer? {
        let surface = png.withUnsafeBytes { bytes in
            var reader = Reader(bytes: bytes)
            return withUnsafeMutablePointer(to: &reader) { reader in
                cairo_image_surface_create_from_png_stream(
                    { closure, destination, length in
                        guard let closure, let destination else { return CAIRO_STATUS_READ_ERROR }
                        let reader = closure.assumingMemoryBound(to: Reader.self)
                        let count = Int(length)
                        guard let base = reader.pointee.bytes.baseAddress,
                            count <= reader.pointee.bytes.count - reader.pointee.offset
                        else { return CAIRO_STATUS_READ_ERROR }
                        memcpy(destination, base + reader.pointee.offset, count)
                        reader.pointee.offset += count
                        return CAIRO_STATUS_SUCCESS
                    }, reader)
            }
        }
        guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(surface)
            return nil
        }
        return surface
    }

    /// Takes over `full`; gives an ARGB surface no larger than `maximumSide`.
    private static func reduced(_ full: OpaquePointer) -> OpaquePointer? {
        defer { cairo_surface_destroy(full) }
        let width = Double(cairo_image_surface_get_width(full))
        let height = Double(cairo_image_surface_get_height(full))
        let factor = min(1, maximumSide / max(width, height, 1))
        let small = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, Int32(max(1, width * factor)), Int32(max(1, height * factor)))
        let cairo = cairo_create(small)
        defer { cairo_destroy(cairo) }
        cairo_scale(cairo, factor, factor)
        cairo_set_source_surface(cairo, full, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
        cairo_paint(cairo)
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(small)
            return nil
        }
        return small
    }
}
