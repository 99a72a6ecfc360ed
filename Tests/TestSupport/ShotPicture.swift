import CCairo

/// The brightness of a picture in a PNG file, as `hearthctl shot` writes one.
package struct ShotPicture: Sendable {
    package let width: Int
    package let height: Int
    /// The green of each pixel, 0…255, row by row.
    package let luma: [UInt8]

    /// Reads a file; nil where it is no PNG.
    package init?(png path: String) {
        let surface = cairo_image_surface_create_from_png(path)
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let bytes = cairo_image_surface_get_data(surface)
        else { return nil }
        (width, height) = (
            Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
        )
        let (width, stride) = (width, Int(cairo_image_surface_get_stride(surface)))
        luma = (0..<width * height).map { bytes[$0 / width * stride + $0 % width * 4 + 1] }
    }
}
