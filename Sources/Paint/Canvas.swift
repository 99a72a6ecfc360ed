import CCairo
import Glibc
import Layout
import MediaCore

/// Draws placements on one Cairo surface.
struct Canvas {
    let cairo: OpaquePointer?
    let typesetter: Typesetter
    let artwork: ArtworkStore
    /// The scale in pixels per point.
    let scale: Double

    /// The colours of the tiles behind dark logos and behind light ones.
    private static let lightTile = Color(0xe9ebef)
    private static let darkTile = Color(0x232833)

    func draw(_ placement: Placement) {
        let frame = pixels(placement.frame)
        guard frame.width > 0, frame.height > 0, placement.opacity > 0 else { return }
        switch placement.element {
        case .fill(let color, let radius):
            box(frame, radius: radius * scale)
            set(color, placement.opacity)
            cairo_fill(cairo)
        case .border(let color, let width, let radius):
            let line = max(1, (width * scale).rounded())
            box(frame.inset(by: Insets(line / 2)), radius: radius * scale - line / 2)
            set(color, placement.opacity)
            cairo_set_line_width(cairo, line)
            cairo_stroke(cairo)
        case .text(let text):
            set(text.color, placement.opacity)
            // Not snapped to pixels: the width it was measured with is the width it needs.
            let exact = Rectangle(
                x: frame.x, y: frame.y, width: placement.frame.width * scale,
                height: placement.frame.height * scale)
            typesetter.draw(text, in: exact, scale: scale, on: cairo)
        case .artwork(let content):
            draw(content, in: frame, opacity: placement.opacity)
        case .icon(let icon, let color):
            set(color, placement.opacity)
            draw(icon, in: frame)
        case .progress(let value, let fill, let track):
            let radius = frame.height / 2
            box(frame, radius: radius)
            set(track, placement.opacity)
            cairo_fill(cairo)
            guard value > 0 else { return }
            var part = frame
            part.width = max(frame.height, frame.width * value)
            box(part, radius: radius)
            set(fill, placement.opacity)
            cairo_fill(cairo)
        case .spinner(let turn, let color):
            drawSpinner(turn: turn, color, in: frame, opacity: placement.opacity)
        }
    }

    /// The frame in pixels, with its edges on whole ones, so that boxes are sharp.
    private func pixels(_ frame: Rectangle) -> Rectangle {
        let left = (frame.x * scale).rounded()
        let top = (frame.y * scale).rounded()
        return Rectangle(
            x: left, y: top, width: (frame.maxX * scale).rounded() - left,
            height: (frame.maxY * scale).rounded() - top)
    }

    private func set(_ color: Color, _ opacity: Double) {
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha * opacity)
    }

    private func box(_ frame: Rectangle, radius: Double) {
        cairo_new_path(cairo)
        let radius = min(radius, frame.width / 2, frame.height / 2)
        guard radius > 0 else {
            cairo_rectangle(cairo, frame.x, frame.y, frame.width, frame.height)
            return
        }
        let quarter = Double.pi / 2
        cairo_arc(cairo, frame.maxX - radius, frame.y + radius, radius, -quarter, 0)
        cairo_arc(cairo, frame.maxX - radius, frame.maxY - radius, radius, 0, quarter)
        cairo_arc(cairo, frame.x + radius, frame.maxY - radius, radius, quarter, 2 * quarter)
        cairo_arc(cairo, frame.x + radius, frame.y + radius, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(cairo)
    }

    private func draw(_ content: Artwork, in frame: Rectangle, opacity: Double) {
        let radius = content.cornerRadius * scale
        guard let bitmap = content.key.flatMap(artwork.image)?.bitmap else {
            box(frame, radius: radius)
            set(content.ground, opacity)
            cairo_fill(cairo)
            let extent = Size(width: frame.width / scale, height: frame.height / scale)
            let size = typesetter.size(of: content.initials, width: extent.width, scale: scale)
            set(content.initials.color, opacity)
            let middle = frame.aligning(
                Size(width: size.width * scale, height: size.height * scale), .center)
            typesetter.draw(content.initials, in: middle, scale: scale, on: cairo)
            return
        }
        box(frame, radius: radius)
        set(bitmap.isLight ? Self.darkTile : Self.lightTile, opacity)
        cairo_fill_preserve(cairo)
        cairo_save(cairo)
        cairo_clip(cairo)
        // A logo with transparency gets some space around it; an opaque picture fills its tile.
        let room = bitmap.isOpaque ? frame : frame.inset(by: Insets(min(frame.width, frame.height) * 0.12))
        let width = Double(bitmap.size.width)
        let height = Double(bitmap.size.height)
        let factor = min(room.width / width, room.height / height)
        let size = PixelSize(width: max(1, Int(width * factor)), height: max(1, Int(height * factor)))
        let target = room.aligning(Size(width: Double(size.width), height: Double(size.height)), .center)
        if let copy = bitmap.copy(of: size) {
            cairo_set_source_surface(cairo, copy, target.x.rounded(), target.y.rounded())
            cairo_paint_with_alpha(cairo, opacity)
        }
        cairo_restore(cairo)
    }

    private func drawSpinner(turn: Double, _ color: Color, in frame: Rectangle, opacity: Double) {
        let spokes = 12
        let radius = min(frame.width, frame.height) / 2
        let width = radius * 0.17
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        for spoke in 0..<spokes {
            let part = Double(spoke) / Double(spokes)
            let angle = (part + turn) * 2 * Double.pi
            let x = frame.x + frame.width / 2
            let y = frame.y + frame.height / 2
            set(color, opacity * (0.12 + 0.88 * part))
            cairo_move_to(cairo, x + radius * 0.5 * cos(angle), y + radius * 0.5 * sin(angle))
            let outer = radius - width / 2
            cairo_line_to(cairo, x + outer * cos(angle), y + outer * sin(angle))
            cairo_stroke(cairo)
        }
    }
}
