import CCairo

/// PNG files as a server might send them, made by Cairo.
package enum PNG {
    /// A PNG of what `draw` draws on a transparent ground.
    package static func drawn(width: Int32, height: Int32, _ draw: (OpaquePointer?) -> Void) -> [UInt8] {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        draw(cairo)
        cairo_destroy(cairo)
        var bytes: [UInt8] = []
        withUnsafeMutablePointer(to: &bytes) { bytes in
            _ = cairo_surface_write_to_png_stream(
                surface,
                { closure, data, count in
                    let bytes = closure?.assumingMemoryBound(to: [UInt8].self)
                    bytes?.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return CAIRO_STATUS_SUCCESS
                }, bytes)
        }
        return bytes
    }

    /// A PNG of 48 × 48 pixels of one opaque colour.
    package static func square(_ argb: UInt32) -> [UInt8] {
        func part(_ shift: UInt32) -> Double { Double(argb >> shift & 0xff) / 255 }
        return drawn(width: 48, height: 48) { cairo in
            cairo_set_source_rgb(cairo, part(16), part(8), part(0))
            cairo_paint(cairo)
        }
    }

    /// A PNG whose header declares that many pixels.
    package static func declaring(width: UInt32, height: UInt32) -> [UInt8] {
        var bytes = square(0xffff_ffff)
        for index in 0..<4 {
            bytes[16 + index] = UInt8(truncatingIfNeeded: width >> UInt32(24 - 8 * index))
            bytes[20 + index] = UInt8(truncatingIfNeeded: height >> UInt32(24 - 8 * index))
        }
        return bytes
    }
}
