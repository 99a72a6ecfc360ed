import CCairo

/// A channel's logo as a playlist might give it.
enum Logo {
    /// A PNG of 400 × 200, a coloured shape on a transparent ground.
    static let png: [UInt8] = {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 400, 200)
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)
        cairo_set_source_rgb(cairo, 0.75, 0.1, 0.25)
        cairo_rectangle(cairo, 20, 30, 360, 140)
        cairo_fill(cairo)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_arc(cairo, 200, 100, 50, 0, 6.3)
        cairo_fill(cairo)
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
    }()
}
