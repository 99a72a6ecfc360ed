/// Turns a tree of nodes into placements. Nothing is ever placed outside the room it was given; what
/// is too large is made smaller, the last children first.
package struct Arranger {
    /// Measures a text: its size in points when it may be at most `width` wide, with its lines
    /// broken, and cut after `maximumLines`.
    package typealias TextMeasure = (_ text: Text, _ width: Double) -> Size

    private let measure: TextMeasure

    package init(measure: @escaping TextMeasure) {
        self.measure = measure
    }

    /// The things to draw of a node, from back to front.
    /// - Parameter isMirrored: whether left and right are changed over, for languages that are read from the right;
    ///   a node that keeps its direction is only moved.
    /// - Parameter textScale: how large text is beside the size that its node says, as far as its box allows
    package func placements(
        of node: Node, in size: Size, isMirrored: Bool = false, textScale: Double = 1
    ) -> [Placement] {
        var result: [Placement] = []
        let node = textScale == 1 ? node : TextGrowth(wanted: textScale, measure: measure).grown(node, in: size)
        place(node, in: Rectangle(size), opacity: 1, into: &result)
        return isMirrored ? result.map { $0.mirrored(within: size.width) } : result
    }

    /// The size that a node wants within `room`.
    package func size(of node: Node, within room: Size) -> Size {
        let outer = Size(
            width: limit(node.width, to: room.width), height: limit(node.height, to: room.height))
        if node.width != .fit, node.height != .fit { return outer }
        let across = node.padding.left + node.padding.right
        let down = node.padding.top + node.padding.bottom
        let content = contentSize(
            of: node.content, within: Size(width: outer.width - across, height: outer.height - down))
        return Size(
            width: node.width == .fit ? min(room.width, content.width + across) : outer.width,
            height: node.height == .fit ? min(room.height, content.height + down) : outer.height)
    }

    private func limit(_ length: Node.Length, to room: Double) -> Double {
        if case .fixed(let points) = length { min(points, room) } else { room }
    }

    private func contentSize(of content: Node.Content, within room: Size) -> Size {
        switch content {
        case .empty, .artwork, .icon, .progress, .bar, .ring, .spinner:
            return .zero
        case .text(let text):
            let fitted = fit(text, width: room.width)
            return Size(
                width: min(room.width, fitted.size.width), height: min(room.height, fitted.size.height))
        case .row(let children, let spacing):
            let sizes = rowSizes(children, spacing: spacing, room: room)
            return Size(
                width: sizes.map(\.width).reduce(0, +) + gaps(children, spacing),
                height: sizes.map(\.height).max() ?? 0)
        case .column(let children, let spacing):
            let sizes = columnSizes(children, spacing: spacing, room: room)
            return Size(
                width: sizes.map(\.width).max() ?? 0,
                height: sizes.map(\.height).reduce(0, +) + gaps(children, spacing))
        case .stack(let children):
            let sizes = children.map { size(of: $0, within: room) }
            return Size(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
        }
    }

    private func gaps(_ children: [Node], _ spacing: Double) -> Double {
        spacing * Double(max(0, children.count - 1))
    }

    /// The sizes of a row's children: fixed lengths first, then those that fit their content, in
    /// order; `fill` shares the rest.
    private func rowSizes(_ children: [Node], spacing: Double, room: Size) -> [Size] {
        let lengths = share(children.map(\.width), of: room.width - gaps(children, spacing)) { index, left in
            size(of: children[index], within: Size(width: left, height: room.height)).width
        }
        return zip(children, lengths).map { child, width in
            Size(
                width: width,
                height: size(of: child, within: Size(width: width, height: room.height)).height)
        }
    }

    private func columnSizes(_ children: [Node], spacing: Double, room: Size) -> [Size] {
        let lengths = share(children.map(\.height), of: room.height - gaps(children, spacing)) { index, left in
            size(of: children[index], within: Size(width: room.width, height: left)).height
        }
        return zip(children, lengths).map { child, height in
            Size(
                width: size(of: child, within: Size(width: room.width, height: height)).width,
                height: height)
        }
    }

    private func share(
        _ lengths: [Node.Length], of room: Double, fitting: (_ index: Int, _ left: Double) -> Double
    ) -> [Double] {
        var left = max(0, room)
        var result = Array(repeating: 0.0, count: lengths.count)
        for (index, length) in lengths.enumerated() {
            guard case .fixed(let points) = length else { continue }
            result[index] = min(points, left)
            left -= result[index]
        }
        for (index, length) in lengths.enumerated() where length == .fit {
            result[index] = min(left, fitting(index, left))
            left -= result[index]
        }
        let fills = lengths.count { $0 == .fill }
        for (index, length) in lengths.enumerated() where length == .fill {
            result[index] = left / Double(fills)
        }
        return result
    }

    private func place(_ node: Node, in frame: Rectangle, opacity: Double, into result: inout [Placement]) {
        let opacity = opacity * node.opacity
        func add(_ element: Placement.Element, _ frame: Rectangle) {
            result.append(Placement(frame: frame, element: element, opacity: opacity))
        }
        if let shadow = node.shadow { add(.shadow(shadow, cornerRadius: node.cornerRadius), frame) }
        if let background = node.background {
            add(.fill(background, cornerRadius: node.cornerRadius), frame)
        }
        let inner = frame.inset(by: node.padding)
        // Mirrored once here and once with everything else, it comes out as it was.
        let first = result.count
        defer {
            if node.keepsDirection {
                for index in first..<result.count {
                    result[index] = result[index].mirrored(within: frame.width, from: frame.x)
                }
            }
        }
        switch node.content {
        case .empty:
            break
        case .text(let text):
            let fitted = fit(text, width: inner.width)
            let size = Size(
                width: min(inner.width, fitted.size.width), height: min(inner.height, fitted.size.height))
            add(.text(fitted.text), inner.aligning(size, node.alignment))
        case .artwork(let artwork):
            var artwork = artwork
            artwork.initials = fit(artwork.initials, width: inner.width * 0.8).text
            add(.artwork(artwork), inner)
        case .icon(let icon, let color):
            add(.icon(icon, color), inner)
        case .progress(let value, let fill, let track):
            add(.progress(min(1, max(0, value)), fill: fill, track: track), inner)
        case .bar(let bar):
            add(.bar(bar), inner)
        case .ring(let start, let part, let fill, let track, let width):
            add(.ring(start: start, part: min(1, max(0, part)), fill: fill, track: track, width: width), inner)
        case .spinner(let turn, let color):
            add(.spinner(turn: turn, color), inner)
        case .row(let children, let spacing):
            let sizes = rowSizes(children, spacing: spacing, room: inner.size)
            let total = sizes.map(\.width).reduce(0, +) + gaps(children, spacing)
            var x = inner.x + (inner.width - total) * node.alignment.horizontal.fraction
            for (child, size) in zip(children, sizes) {
                let slot = Rectangle(x: x, y: inner.y, width: size.width, height: inner.height)
                place(child, in: slot.aligning(size, node.alignment), opacity: opacity, into: &result)
                x += size.width + spacing
            }
        case .column(let children, let spacing):
            let sizes = columnSizes(children, spacing: spacing, room: inner.size)
            let total = sizes.map(\.height).reduce(0, +) + gaps(children, spacing)
            var y = inner.y + (inner.height - total) * node.alignment.vertical.fraction
            for (child, size) in zip(children, sizes) {
                let slot = Rectangle(x: inner.x, y: y, width: inner.width, height: size.height)
                place(child, in: slot.aligning(size, node.alignment), opacity: opacity, into: &result)
                y += size.height + spacing
            }
        case .stack(let children):
            for child in children {
                let size = size(of: child, within: inner.size)
                place(child, in: inner.aligning(size, node.alignment), opacity: opacity, into: &result)
            }
        }
        if let border = node.border {
            add(.border(border.color, width: border.width, cornerRadius: node.cornerRadius), frame)
        }
    }

    /// Shrinks a single line as far as allowed; the rest is cut with an ellipsis.
    private func fit(_ text: Text, width: Double) -> (text: Text, size: Size) {
        guard text.minimumScale < 1, text.maximumLines == 1 else { return (text, measure(text, width)) }
        let natural = measure(text, .infinity)
        guard natural.width > width, natural.width > 0 else { return (text, natural) }
        var shrunk = text
        // A little smaller than computed: glyphs do not shrink quite evenly.
        shrunk.size = text.size * max(text.minimumScale, width / natural.width * 0.99)
        return (shrunk, measure(shrunk, width))
    }
}
