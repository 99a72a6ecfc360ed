import CCairo
import Glibc
import Layout

extension Canvas {
    /// Draws an icon with the source that is set, in the largest square of `frame`; all coordinates
    /// below are on a grid of 24 × 24.
    func draw(_ icon: Icon, in frame: Rectangle) {
        let side = min(frame.width, frame.height)
        let square = frame.aligning(Size(width: side, height: side), .center)
        cairo_save(cairo)
        cairo_translate(cairo, square.x, square.y)
        cairo_scale(cairo, side / 24, side / 24)
        cairo_set_line_width(cairo, 2)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        cairo_new_path(cairo)
        switch icon {
        case .up:
            lines([(5, 15.5), (12, 8.5), (19, 15.5)])
            cairo_stroke(cairo)
        case .down:
            lines([(5, 8.5), (12, 15.5), (19, 8.5)])
            cairo_stroke(cairo)
        case .play:
            lines([(7, 4), (20, 12), (7, 20)], closed: true)
            cairo_fill(cairo)
        case .pause:
            cairo_rectangle(cairo, 6, 4, 4, 16)
            cairo_rectangle(cairo, 14, 4, 4, 16)
            cairo_fill(cairo)
        case .star:
            let points = (0..<10).map { index in
                let angle = Double.pi * (Double(index) / 5 - 0.5)
                let radius = index.isMultiple(of: 2) ? 10.5 : 4.4
                return (12 + radius * cos(angle), 12.6 + radius * sin(angle))
            }
            lines(points, closed: true)
            cairo_fill(cairo)
        case .bell:
            cairo_arc(cairo, 12, 10.5, 5.8, Double.pi, 0)
            lines([(17.8, 10.5), (18.4, 15.5), (20.5, 18), (3.5, 18), (5.6, 15.5), (6.2, 10.5)], continuing: true)
            cairo_fill(cairo)
            cairo_arc(cairo, 12, 19.4, 2.4, 0, Double.pi)
            cairo_fill(cairo)
        case .lock:
            cairo_arc(cairo, 12, 9, 4.5, Double.pi, 0)
            lines([(16.5, 9), (16.5, 11)], continuing: true)
            cairo_move_to(cairo, 7.5, 9)
            cairo_line_to(cairo, 7.5, 11)
            cairo_stroke(cairo)
            cairo_rectangle(cairo, 5, 11, 14, 10)
            cairo_fill(cairo)
        case .warning:
            lines([(12, 3), (22, 20.5), (2, 20.5)], closed: true)
            cairo_stroke(cairo)
            lines([(12, 9.5), (12, 14)])
            cairo_stroke(cairo)
            cairo_arc(cairo, 12, 17.3, 1.2, 0, 2 * Double.pi)
            cairo_fill(cairo)
        case .backspace:
            lines([(8, 5), (22, 5), (22, 19), (8, 19), (2, 12)], closed: true)
            lines([(11.5, 9), (17.5, 15)])
            lines([(17.5, 9), (11.5, 15)])
            cairo_stroke(cairo)
        case .search:
            cairo_new_sub_path(cairo)
            cairo_arc(cairo, 10, 10, 6.5, 0, 2 * Double.pi)
            cairo_stroke(cairo)
            lines([(15, 15), (21, 21)])
            cairo_stroke(cairo)
        case .antenna:
            lines([(12, 13), (12, 22)])
            for radius in [4.5, 8.5] {
                cairo_new_sub_path(cairo)
                cairo_arc(cairo, 12, 11, radius, -0.8, 0.8)
                cairo_new_sub_path(cairo)
                cairo_arc(cairo, 12, 11, radius, Double.pi - 0.8, Double.pi + 0.8)
            }
            cairo_stroke(cairo)
            cairo_arc(cairo, 12, 11, 2, 0, 2 * Double.pi)
            cairo_fill(cairo)
        case .speaker, .speakerMuted:
            lines([(2, 9), (6, 9), (12, 4), (12, 20), (6, 15), (2, 15)], closed: true)
            cairo_fill(cairo)
            if icon == .speaker {
                for radius in [4.0, 8.0] {
                    cairo_new_sub_path(cairo)
                    cairo_arc(cairo, 12.5, 12, radius, -0.75, 0.75)
                }
            } else {
                lines([(15.5, 9), (21.5, 15)])
                lines([(21.5, 9), (15.5, 15)])
            }
            cairo_stroke(cairo)
        }
        cairo_restore(cairo)
    }

    private func lines(_ points: [(Double, Double)], closed: Bool = false, continuing: Bool = false) {
        for (index, point) in points.enumerated() {
            if index == 0, !continuing {
                cairo_move_to(cairo, point.0, point.1)
            } else {
                cairo_line_to(cairo, point.0, point.1)
            }
        }
        if closed { cairo_close_path(cairo) }
    }
}
