import Base
import CCairo
import Layout

/// Sets text with Pango: shaping, right-to-left, fallback fonts by fontconfig, ellipses. One thread
/// at a time.
final class Typesetter {
    /// The font families: Debian's `fonts-inter` for Latin, Greek and Cyrillic, `fonts-noto-core` and `fonts-noto-cjk`
    /// for what it lacks, then what nearly every Linux has. Further scripts come from whatever else fontconfig knows.
    private static func families(_ face: Text.Face) -> String {
        switch face {
        case .sans: "Inter,Noto Sans,Noto Sans CJK KR,DejaVu Sans,sans-serif"
        case .serif: "Noto Serif,Noto Serif CJK KR,Noto Sans CJK KR,DejaVu Serif,serif"
        case .monospaced: "Noto Sans Mono,Noto Sans Mono CJK KR,DejaVu Sans Mono,monospace"
        }
    }

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
        FontLock.hold {
            if let context { g_object_unref(UnsafeMutableRawPointer(context)) }
            if let map { g_object_unref(UnsafeMutableRawPointer(map)) }
        }
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
            let top = frame.y + (frame.height - height) / 2
            if let edge = text.edge {
                draw(edge, of: layout, at: (frame.x, top), unit: text.size * scale, on: cairo)
            }
            cairo_move_to(cairo, frame.x, top)
            pango_cairo_show_layout(cairo, layout)
        }
    }

    /// Draws what makes letters stand out, beneath them.
    /// - Parameter unit: the height of the font's em, in pixels
    private func draw(
        _ edge: TextEdge, of layout: OpaquePointer?, at place: (x: Double, y: Double), unit: Double,
        on cairo: OpaquePointer?
    ) {
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        func path(_ x: Double, _ y: Double, _ color: Color, _ opacity: Double, width: Double) {
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * opacity)
            cairo_move_to(cairo, place.x + x, place.y + y)
            pango_cairo_layout_path(cairo, layout)
            cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
            cairo_set_line_width(cairo, width)
            if width > 0 { cairo_stroke_preserve(cairo) }
            cairo_fill(cairo)
        }
        let step = max(1, unit * 0.045)
        switch edge.kind {
        case .outline: path(0, 0, edge.color, 1, width: max(2, unit * 0.13))
        case .shadow:
            // Cairo has no blur: wider and fainter strokes around the same letters.
            for (width, opacity) in [(0.16, 0.22), (0.08, 0.34), (0.02, 0.7)] {
                path(step * 1.4, step * 1.4, edge.color, opacity, width: unit * width)
            }
        case .raised, .depressed:
            let side = edge.kind == .raised ? step : -step
            path(-side / 2, -side / 2, Color(0xffffff), 0.85, width: 0)
            path(side / 2, side / 2, edge.color, 1, width: 0)
            path(side, side, edge.color, 1, width: step * 0.6)
        }
    }

    /// Calls `body` with the layout of a text, while no other thread uses fonts.
    /// - Parameter width: in pixels; infinite for one line as long as it likes.
    private func withLayout<Result>(
        of text: Text, width: Double, scale: Double, _ body: (OpaquePointer?) -> Result
    ) -> Result {
        FontLock.hold { lockedLayout(of: text, width: width, scale: scale, body) }
    }

    private func lockedLayout<Result>(
        of text: Text, width: Double, scale: Double, _ body: (OpaquePointer?) -> Result
    ) -> Result {
        let layout = pango_layout_new(context)
        defer { if let layout { g_object_unref(UnsafeMutableRawPointer(layout)) } }
        let font = pango_font_description_new()
        defer { pango_font_description_free(font) }
        pango_font_description_set_family(font, Self.families(text.face))
        pango_font_description_set_weight(font, Self.weight(text.weight))
        if text.isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
        pango_font_description_set_absolute_size(
            font, min(1000, max(1, text.size * scale)) * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_text(layout, text.string, Int32(clamping: text.string.utf8.count))
        if text.hasTabularDigits || (text.language ?? language) != nil || !text.spans.isEmpty {
            setAttributes(of: text, on: layout)
        }
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
        for span in text.spans { Self.set(span, on: attributes) }
        pango_layout_set_attributes(layout, attributes)
    }

    private static func set(_ span: Text.Span, on attributes: OpaquePointer?) {
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            attribute?.pointee.start_index = UInt32(clamping: span.bytes.lowerBound)
            attribute?.pointee.end_index = UInt32(clamping: span.bytes.upperBound)
            pango_attr_list_insert(attributes, attribute)
        }
        if let color = span.color {
            func part(_ value: Double) -> UInt16 { UInt16(clamping: Int((value * 65535).rounded())) }
            insert(pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
            insert(pango_attr_foreground_alpha_new(max(1, part(color.alpha))))
        }
        if span.isBold { insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
        if span.isItalic { insert(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
        if span.isUnderlined { insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
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
