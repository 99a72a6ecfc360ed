import CCairo
import Glibc
import MediaCore

/// A store of logos by key, decoded and made small enough to be drawn quickly.
final class ArtworkStore {
    /// The largest side of a kept logo: twice the largest tile at 1080 lines.
    private static let maximumSide = 320.0
    /// The largest side that a logo's file may declare; a larger picture is not even decoded.
    private static let maximumDeclaredSide = 8192
    private static let maximumDeclaredPixels = 16_000_000

    private var bitmaps: [String: Bitmap] = [:]

    func bitmap(for key: String) -> Bitmap? { bitmaps[key] }

    /// Decodes and keeps a logo.
    /// - Returns: whether the bytes are a picture.
    func set(_ png: [UInt8]?, for key: String) -> Bool {
        bitmaps[key] = png.flatMap(Self.decode)
        return bitmaps[key] != nil
    }

    private static func decode(_ png: [UInt8]) -> Bitmap? {
        guard isReasonable(png), let full = read(png) else { return nil }
        defer { cairo_surface_destroy(full) }
        let width = Double(cairo_image_surface_get_width(full))
        let height = Double(cairo_image_surface_get_height(full))
        let factor = min(1, maximumSide / max(width, height, 1))
        let size = PixelSize(width: max(1, Int(width * factor)), height: max(1, Int(height * factor)))
        return Bitmap.scaling(full, to: size).flatMap(Bitmap.init(adopting:))
    }

    /// Whether a PNG's declared size is acceptable, by its signature and IHDR (PNG, ISO/IEC 15948,
    /// 5.2 and 11.2.2), before any memory is taken for the pixels.
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
}
