import CCairo
import TestSupport

/// A channel's logo as a playlist might give it.
enum Logo {
    /// A PNG of 400 × 200, a coloured shape on a transparent ground.
    static let png = PNG.drawn(width: 400, height: 200) { cairo in
        cairo_set_source_rgb(cairo, 0.75, 0.1, 0.25)
        cairo_rectangle(cairo, 20, 30, 360, 140)
        cairo_fill(cairo)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_arc(cairo, 200, 100, 50, 0, 6.3)
        cairo_fill(cairo)
    }
}
