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
        case .fill(let fill, let radius):
            box(frame, radius: radius * scale)
            set(fill, over: frame, placement.opacity)
            cairo_fill(cairo)
        case .shadow(let shadow, let radius):
            draw(shadow, around: frame, radius: radius * scale, opacity: placement.opacity)
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
        case .bar(let bar):
            draw(bar, in: frame, opacity: placement.opacity)
        case .ring(let start, let part, let fill, let track, let width):
            cairo_set_line_width(cairo, width * scale)
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
            arc(in: frame, start: 0, part: 1, width: width * scale)
            set(track, placement.opacity)
            cairo_stroke(cairo)
            guard part > 0 else { return }
            arc(in: frame, start: start, part: part, width: width * scale)
            set(fill, placement.opacity)
            cairo_stroke(cairo)
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

    private func set(_ fill: Fill, over frame: Rectangle, _ opacity: Double) {
        switch fill {
        case .color(let color): set(color, opacity)
        case .gradient(let gradient):
            let x = gradient.axis == .down ? 0 : frame.width
            let y = gradient.axis == .across ? 0 : frame.height
            let pattern = cairo_pattern_create_linear(frame.x, frame.y, frame.x + x, frame.y + y)
            for stop in gradient.stops {
                let color = stop.color
                cairo_pattern_add_color_stop_rgba(
                    pattern, stop.place, color.red, color.green, color.blue, color.alpha * opacity)
            }
            cairo_set_source(cairo, pattern)
            cairo_pattern_destroy(pattern)
        }
    }

    /// Cairo has no blur: rings of one step each, whose opacity falls off as a blurred edge's does.
    private func draw(_ shadow: Shadow, around frame: Rectangle, radius: Double, opacity: Double) {
        let reach = shadow.reach * scale
        let steps = max(1, min(24, Int(reach / 2)))
        var lower = frame
        lower.y += shadow.drop * scale
        // Each box adds to those within it; together they come to the shadow's own opacity at the edge of the frame.
        var covered = 0.0
        for step in 0..<steps {
            let rest = Double(step + 1) / Double(steps)
            let wanted = shadow.color.alpha * rest * rest * opacity
            let added = covered < 1 ? (wanted - covered) / (1 - covered) : 0
            covered = wanted
            let outset = reach * (1 - rest)
            box(lower.inset(by: Insets(-outset)), radius: radius + outset)
            cairo_set_source_rgba(cairo, shadow.color.red, shadow.color.green, shadow.color.blue, max(0, added))
            cairo_fill(cairo)
        }
    }

    private func arc(in frame: Rectangle, start: Double, part: Double, width: Double) {
        let radius = max(0, (min(frame.width, frame.height) - width) / 2)
        let first = (start - 0.25) * 2 * Double.pi
        cairo_new_path(cairo)
        cairo_arc(
            cairo, frame.x + frame.width / 2, frame.y + frame.height / 2, radius, first, first + part * 2 * Double.pi)
    }

    private func draw(_ bar: Bar, in frame: Rectangle, opacity: Double) {
        let height = min(frame.height, max(1, (bar.thickness * scale).rounded()))
        let line = Rectangle(
            x: frame.x, y: frame.y + ((frame.height - height) / 2).rounded(), width: frame.width, height: height)
        cairo_save(cairo)
        box(line, radius: height / 2)
        cairo_clip(cairo)
        set(bar.track, opacity)
        cairo_paint(cairo)
        for span in bar.spans {
            cairo_rectangle(
                cairo, line.x + line.width * span.start, line.y, line.width * (span.end - span.start), height)
            set(span.color, opacity)
            cairo_fill(cairo)
        }
        cairo_restore(cairo)
        func cross(_ mark: Bar.Mark, width: Double, height: Double) {
            let x = frame.x + (frame.width - width) * mark.place
            box(
                Rectangle(x: x, y: frame.y + (frame.height - height) / 2, width: width, height: height),
                radius: width / 2)
            set(mark.color, opacity)
            cairo_fill(cairo)
        }
        let width = max(2, (4 * scale).rounded())
        for mark in bar.marks { cross(mark, width: width, height: min(frame.height, height + width * 2)) }
        if let thumb = bar.thumb { cross(thumb, width: width * 2, height: frame.height) }
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
        set(content.shape != .logo ? content.ground : bitmap.isLight ? Self.darkTile : Self.lightTile, opacity)
        cairo_fill_preserve(cairo)
        cairo_save(cairo)
        cairo_clip(cairo)
        defer { cairo_restore(cairo) }
        if content.shape != .logo {
            cover(frame, with: bitmap, opacity: opacity)
            return
        }
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
    }

    /// Fills the frame with a picture, of which what does not fit is cut off on both sides.
    private func cover(_ frame: Rectangle, with bitmap: Bitmap, opacity: Double) {
        let factor = max(frame.width / Double(bitmap.size.width), frame.height / Double(bitmap.size.height))
        let size = PixelSize(
            width: max(1, Int((Double(bitmap.size.width) * factor).rounded(.up))),
            height: max(1, Int((Double(bitmap.size.height) * factor).rounded(.up))))
        guard let copy = bitmap.copy(of: size) else { return }
        let target = frame.aligning(Size(width: Double(size.width), height: Double(size.height)), .center)
        cairo_set_source_surface(cairo, copy, target.x.rounded(), target.y.rounded())
        cairo_paint_with_alpha(cairo, opacity)
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
