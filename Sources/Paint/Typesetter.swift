import CCairo
import Layout

/// Sets text with Pango: shaping, right-to-left, fallback fonts by fontconfig, ellipses. One thread
/// at a time.
final class Typesetter {
    /// The font families: Debian's `fonts-inter` for Latin, Greek and Cyrillic, `fonts-noto-core` and `fonts-noto-cjk`
    /// for what it lacks, then what nearly every Linux has. Further scripts come from whatever else fontconfig knows.
    private static let families = "Inter,Noto Sans,Noto Sans CJK KR,DejaVu Sans,sans-serif"

    private struct Measurement: Hashable {
        var text: Text
        var width: Double
        var scale: Double
        var language: String?
    }

    /// The language of texts that name none (BCP 47); nil: Pango's own, of the process.
    var language: String?

    // Not the per-thread default map: the painter may be called from different threads in turn.
    private let map: UnsafeMutablePointer<PangoFontMap>?
    private let context: OpaquePointer?
    private var measured: [Measurement: Size] = [:]

    init() {
        map = pango_cairo_font_map_new()
        context = pango_font_map_create_context(map)
        // Positions are fractions of a pixel, so that a line is as long at 720 lines as at 2160.
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
    }

    deinit {
        if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
        if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
    }

    /// The size of a text in points.
    func size(of text: Text, width: Double, scale: Double) -> Size {
        guard scale > 0, !text.string.isEmpty else { return .zero }
        let key = Measurement(text: text, width: width, scale: scale, language: language)
        if let known = measured[key] { return known }
        let size = withLayout(of: text, width: width * scale, scale: scale) { layout in
            var logical = PangoRectangle()
            pango_layout_get_extents(layout, nil, &logical)
            let units = Double(PANGO_SCALE) * scale
            // One unit more, or rounding could break a line that just fits.
            return Size(
                width: (Double(logical.width) + 1) / units, height: Double(logical.height) / units)
        }
        if measured.count >= 2048 { measured.removeAll(keepingCapacity: true) }
        measured[key] = size
        return size
    }

    /// Draws a text.
    /// - Parameter frame: in pixels; the text is centred in its height.
    func draw(_ text: Text, in frame: Rectangle, scale: Double, on cairo: OpaquePointer?) {
        guard frame.width >= 1, !text.string.isEmpty else { return }
        withLayout(of: text, width: frame.width, scale: scale) { layout in
            var logical = PangoRectangle()
            pango_layout_get_extents(layout, nil, &logical)
            let height = Double(logical.height) / Double(PANGO_SCALE)
            cairo_move_to(cairo, frame.x, frame.y + (frame.height - height) / 2)
            pango_cairo_show_layout(cairo, layout)
        }
    }

    /// Calls `body` with the layout of a text.
    /// - Parameter width: in pixels; infinite for one line as long as it likes.
    private func withLayout<Result>(
        of text: Text, width: Double, scale: Double, _ body: (OpaquePointer?) -> Result
    ) -> Result {
        let layout = pango_layout_new(context)
        defer { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } }
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, Self.families)
        pango_font_description_set_weight(font, Self.weight(text.weight))
        if text.isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
        pango_font_description_set_absolute_size(
            font, min(1000, max(1, text.size * scale)) * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, text.string, Int32(clamping: text.string.utf8.count))
        if text.hasTabularDigits || (text.language ?? language) != nil { setAttributes(of: text, on: layout) }
        if width.isFinite {
            pango_layout_set_width(layout, Int32(min(32000, max(1, width)) * Double(PANGO_SCALE)))
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
            // Negative: the number of lines; zero would allow one only.
            pango_layout_set_height(layout, Int32(clamping: -text.maximumLines))
        }
        switch text.alignment {
        case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
        case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
        }
        return body(layout)
    }

    private func setAttributes(of text: Text, on layout: OpaquePointer?) {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        if text.hasTabularDigits { pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1")) }
        if let language = text.language ?? language {
            pango_attr_list_insert(attributes, pango_attr_language_new(pango_language_from_string(language)))
        }
        pango_layout_set_attributes(layout, attributes)
    }

    private static func weight(_ weight: Text.Weight) -> PangoWeight {
        switch weight {
        case .regular: PANGO_WEIGHT_NORMAL
        case .medium: PANGO_WEIGHT_MEDIUM
        case .semibold: PANGO_WEIGHT_SEMIBOLD
        case .bold: PANGO_WEIGHT_BOLD
        }
    }
}
