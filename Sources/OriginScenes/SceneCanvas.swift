import Base
import CCairo
import Glibc

/// A picture that scenes are drawn on, 1920 × 1080 points whatever its pixels.
package final class SceneCanvas {
    static let width = 1920.0
    static let height = 1080.0

    let cairo: OpaquePointer
    private let surface: OpaquePointer
    package let pixels: (width: Int, height: Int)
    /// The pixels of a point.
    let scale: Double
    /// What was drawn once and does not change.
    private var layers: [String: Layer] = [:]

    private struct Layer {
        let surface: OpaquePointer
        let size: (width: Double, height: Double)
    }

    /// Makes a picture.
    ///
    /// - Parameter points: its size as scenes see it
    package init(width: Int, height: Int, points: (width: Double, height: Double) = (width, height)) {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let cairo = cairo_create(surface)
            // The demo's own sizes, of a few megabytes: nothing from outside leads here.
        else { fatalError("no memory for a picture of \(width) x \(height)") }
        self.surface = surface
        self.cairo = cairo
        pixels = (width, height)
        scale = Double(width) / points.width
        cairo_scale(cairo, scale, Double(height) / points.height)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        for layer in layers.values { cairo_surface_destroy(layer.surface) }
        FontLock.hold { cairo_destroy(cairo) }
        cairo_surface_destroy(surface)
    }

    /// The picture as rows of BGR and one unused byte a pixel, without padding.
    package func bytes() -> [UInt8] {
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let row = pixels.width * 4
        guard let data = cairo_image_surface_get_data(surface) else { return [] }
        return [UInt8](unsafeUninitializedCapacity: row * pixels.height) { buffer, count in
            if let base = buffer.baseAddress {
                for y in 0..<pixels.height { memcpy(base + y * row, data + y * stride, row) }
            }
            count = row * pixels.height
        }
    }

    /// Writes the picture as a PNG. Returns whether it is there.
    package func writePNG(to path: String) -> Bool {
        cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
    }

    /// Fills one cell of a pattern of `columns` × `rows`, to whole pixels.
    package func cell(column: Int, of columns: Int, row: Int, of rows: Int, isWhite: Bool) {
        let (left, right) = (column * pixels.width / columns, (column + 1) * pixels.width / columns)
        let (top, bottom) = (row * pixels.height / rows, (row + 1) * pixels.height / rows)
        inside {
            cairo_identity_matrix(cairo)
            rectangle(
                Double(left), Double(top), Double(right - left), Double(bottom - top),
                Ink(isWhite ? 0x3a4250 : 0x0b0d12))
        }
    }

    // MARK: Shapes

    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ ink: Ink) {
        cairo_rectangle(cairo, x, y, width, height)
        fill(ink)
    }

    func rounded(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, _ ink: Ink) {
        roundedPath(x, y, width, height, radius)
        fill(ink)
    }

    func circle(_ x: Double, _ y: Double, _ radius: Double, _ ink: Ink) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        fill(ink)
    }

    func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ ink: Ink) {
        inside {
            cairo_translate(cairo, x, y)
            cairo_scale(cairo, rx, ry)
            circle(0, 0, 1, ink)
        }
    }

    func ring(_ x: Double, _ y: Double, _ radius: Double, line: Double, _ ink: Ink) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        stroke(line, ink)
    }

    func arc(_ x: Double, _ y: Double, _ radius: Double, from: Double, to: Double, line: Double, _ ink: Ink) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, from, to)
        stroke(line, ink)
    }

    func polygon(_ points: [(Double, Double)], _ ink: Ink) {
        path(points)
        cairo_close_path(cairo)
        fill(ink)
    }

    func line(_ points: [(Double, Double)], width: Double, _ ink: Ink) {
        path(points)
        stroke(width, ink)
    }

    /// A closed shape that goes smoothly through the middles between its points.
    func blob(_ points: [(Double, Double)], _ ink: Ink) {
        blobPath(points)
        fill(ink)
    }

    func blobLine(_ points: [(Double, Double)], width: Double, _ ink: Ink) {
        blobPath(points)
        stroke(width, ink)
    }

    func blobPath(_ points: [(Double, Double)]) {
        guard points.count > 2 else { return }
        func middle(_ index: Int) -> (Double, Double) {
            let (one, two) = (points[index % points.count], points[(index + 1) % points.count])
            return ((one.0 + two.0) / 2, (one.1 + two.1) / 2)
        }
        let start = middle(points.count - 1)
        cairo_move_to(cairo, start.0, start.1)
        for index in points.indices {
            let (from, corner, to) = (middle(index + points.count - 1), points[index], middle(index))
            cairo_curve_to(
                cairo, from.0 + (corner.0 - from.0) * 2 / 3, from.1 + (corner.1 - from.1) * 2 / 3,
                to.0 + (corner.0 - to.0) * 2 / 3, to.1 + (corner.1 - to.1) * 2 / 3, to.0, to.1)
        }
        cairo_close_path(cairo)
    }

    // MARK: Shades

    /// Fills a rectangle with colours from its top to its bottom, at shares of its height.
    func shade(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ stops: [(Double, Ink)]) {
        cairo_rectangle(cairo, x, y, width, height)
        shadeFill(cairo_pattern_create_linear(x, y, x, y + height), stops)
    }

    /// Fills a rectangle with colours from its left to its right, at shares of its width.
    func shadeAcross(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ stops: [(Double, Ink)]) {
        cairo_rectangle(cairo, x, y, width, height)
        shadeFill(cairo_pattern_create_linear(x, y, x + width, y), stops)
    }

    /// Fills a circle with colours from its middle outward.
    func glow(_ x: Double, _ y: Double, _ radius: Double, _ stops: [(Double, Ink)]) {
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x, y, radius, 0, 2 * .pi)
        shadeFill(cairo_pattern_create_radial(x, y, 0, x, y, radius), stops)
    }

    /// Fills the present path with colours from one height to another.
    func shadePath(from top: Double, to bottom: Double, _ stops: [(Double, Ink)]) {
        shadeFill(cairo_pattern_create_linear(0, top, 0, bottom), stops)
    }

    private func shadeFill(_ pattern: OpaquePointer?, _ stops: [(Double, Ink)]) {
        for (offset, ink) in stops {
            cairo_pattern_add_color_stop_rgba(pattern, offset, ink.red, ink.green, ink.blue, ink.alpha)
        }
        cairo_set_source(cairo, pattern)
        cairo_fill(cairo)
        cairo_pattern_destroy(pattern)
    }

    // MARK: Text

    enum Side { case left, middle, right }

    /// Sets one line of text with its baseline at `y`. Returns its width.
    @discardableResult
    func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, bold: Bool = false, side: Side = .left,
        spacing: Double = 0, _ ink: Ink
    ) -> Double {
        FontLock.hold { lockedText(text, x, y, size: size, bold: bold, side: side, spacing: spacing, ink) }
    }

    private func lockedText(
        _ text: String, _ x: Double, _ y: Double, size: Double, bold: Bool, side: Side, spacing: Double, _ ink: Ink
    ) -> Double {
        guard let layout = pango_cairo_create_layout(cairo) else { return 0 }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, "Noto Sans,DejaVu Sans,sans-serif")
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        pango_layout_set_font_description(layout, font)
        if spacing != 0 {
            let attributes = pango_attr_list_new()
            pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(Int32(spacing * Double(PANGO_SCALE))))
            pango_layout_set_attributes(layout, attributes)
            pango_attr_list_unref(attributes)
        }
        pango_layout_set_text(layout, text, -1)
        var (width, height): (Int32, Int32) = (0, 0)
        pango_layout_get_size(layout, &width, &height)
        let length = Double(width) / Double(PANGO_SCALE)
        let left = side == .left ? x : side == .middle ? x - length / 2 : x - length
        cairo_move_to(cairo, left, y - Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE))
        cairo_set_source_rgba(cairo, ink.red, ink.green, ink.blue, ink.alpha)
        pango_cairo_show_layout(cairo, layout)
        cairo_new_path(cairo)
        return length
    }

    // MARK: Where and how much

    /// Draws with a state of its own: what `body` moves, turns or clips is as before behind it.
    func inside(_ body: () -> Void) {
        cairo_save(cairo)
        body()
        FontLock.hold { cairo_restore(cairo) }
    }

    func moved(_ x: Double, _ y: Double, scale: Double = 1, turned: Double = 0, _ body: () -> Void) {
        inside {
            cairo_translate(cairo, x, y)
            if turned != 0 { cairo_rotate(cairo, turned) }
            if scale != 1 { cairo_scale(cairo, scale, scale) }
            body()
        }
    }

    func clipped(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, _ body: () -> Void) {
        inside {
            roundedPath(x, y, width, height, radius)
            cairo_clip(cairo)
            body()
        }
    }

    func transparent(_ alpha: Double, _ body: () -> Void) {
        guard alpha > 0.003 else { return }
        cairo_push_group(cairo)
        body()
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, alpha)
    }

    /// Shows at `x`, `y` what `body` drew once in a rectangle of that size.
    func layer(
        _ name: String, _ x: Double = 0, _ y: Double = 0, width: Double = SceneCanvas.width,
        height: Double = SceneCanvas.height, alpha: Double = 1, _ body: (SceneCanvas) -> Void
    ) {
        if layers[name] == nil {
            let canvas = SceneCanvas(layer: (width, height), scale: scale)
            body(canvas)
            cairo_surface_flush(canvas.surface)
            layers[name] = Layer(surface: cairo_surface_reference(canvas.surface), size: (width, height))
        }
        guard let layer = layers[name] else { return }
        inside {
            cairo_translate(cairo, x, y)
            cairo_scale(cairo, 1 / scale, 1 / scale)
            cairo_set_source_surface(cairo, layer.surface, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR)
            cairo_paint_with_alpha(cairo, alpha)
        }
    }

    private init(layer size: (width: Double, height: Double), scale: Double) {
        let pixels = (width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)))
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(pixels.width), Int32(pixels.height)),
            let cairo = cairo_create(surface)
            // As above.
        else { fatalError("no memory for a layer of \(pixels.width) x \(pixels.height)") }
        self.surface = surface
        self.cairo = cairo
        self.pixels = pixels
        self.scale = scale
        cairo_scale(cairo, scale, scale)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    }

    // MARK: Paths

    func path(_ points: [(Double, Double)]) {
        cairo_new_sub_path(cairo)
        for (x, y) in points { cairo_line_to(cairo, x, y) }
    }

    func roundedPath(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) {
        let radius = min(radius, width / 2, height / 2)
        cairo_new_sub_path(cairo)
        cairo_arc(cairo, x + width - radius, y + radius, radius, -.pi / 2, 0)
        cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, .pi / 2)
        cairo_arc(cairo, x + radius, y + height - radius, radius, .pi / 2, .pi)
        cairo_arc(cairo, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
        cairo_close_path(cairo)
    }

    func fill(_ ink: Ink) {
        cairo_set_source_rgba(cairo, ink.red, ink.green, ink.blue, ink.alpha)
        cairo_fill(cairo)
    }

    func stroke(_ width: Double, _ ink: Ink) {
        cairo_set_line_width(cairo, width)
        cairo_set_source_rgba(cairo, ink.red, ink.green, ink.blue, ink.alpha)
        cairo_stroke(cairo)
    }
}
