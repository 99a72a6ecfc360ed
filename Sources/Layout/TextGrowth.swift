/// Makes the texts of a tree larger or smaller as the viewer wants, without a box of it overflowing.
///
/// A box is a node of fixed height, and the whole tree. The texts of a box, but for those in boxes within, grow together
/// to the largest size at which all of their lines have room; in a box that is full already they stay. So the same row
/// looks the same wherever it is drawn, and no screen needs a layout for each size.
struct TextGrowth {
    /// What is wanted, beside the size that nodes say.
    let wanted: Double
    let measure: Arranger.TextMeasure

    /// The smallest text that is read at three metres: nothing becomes smaller.
    private static let smallest = 24.0
    /// From here on a text is large enough in any case: numbers and the like.
    private static let large = 60.0
    private static let step = 0.05
    /// What a text that is cut still shows, in points.
    private static let leastWidth = 160.0

    /// The tree with its texts as large as they can be.
    func grown(_ node: Node, in room: Size) -> Node { box(node, room) }

    private func box(_ node: Node, _ room: Size) -> Node {
        let inner = Size(
            width: room.width - node.padding.left - node.padding.right,
            height: room.height - node.padding.top - node.padding.bottom)
        var size = wanted
        while size > 1 {
            let large = changed(node, by: size, inner)
            if height(of: large.content) <= inner.height + 0.5, width(of: large.content) <= inner.width + 0.5 {
                return large
            }
            size -= Self.step
        }
        return changed(node, by: min(1, wanted), inner)
    }

    /// The node with its texts by a factor, and the boxes within by themselves.
    private func changed(_ node: Node, by factor: Double, _ room: Size) -> Node {
        var node = node
        func child(_ child: Node) -> Node {
            var width = room.width
            if case .fixed(let points) = child.width { width = min(width, points) }
            if case .fixed(let points) = child.height { return box(child, Size(width: width, height: points)) }
            let inner = Size(
                width: width - child.padding.left - child.padding.right,
                height: room.height - child.padding.top - child.padding.bottom)
            return changed(child, by: factor, inner)
        }
        switch node.content {
        case .text(var text):
            text.size = Self.size(text.size, by: factor)
            node.content = .text(text)
        case .row(let children, let spacing): node.content = .row(children.map(child), spacing: spacing)
        case .column(let children, let spacing): node.content = .column(children.map(child), spacing: spacing)
        case .stack(let children): node.content = .stack(children.map(child))
        case .empty, .artwork, .icon, .progress, .bar, .ring, .spinner: break
        }
        return node
    }

    private static func size(_ size: Double, by factor: Double) -> Double {
        guard size < large else { return size }
        return factor < 1 ? max(size * factor, min(size, smallest)) : min(size * factor, max(size, large))
    }

    // MARK: What a content wants

    /// The height with all lines that a text may have: whether they are used is not known before its width is.
    private func height(of content: Node.Content) -> Double {
        switch content {
        case .empty, .artwork, .icon, .progress, .bar, .ring, .spinner: 0
        case .text(let text): line(text).height * Double(text.maximumLines)
        case .row(let children, _), .stack(let children): children.map(height).max() ?? 0
        case .column(let children, let spacing):
            children.map(height).reduce(0, +) + spacing * Double(max(0, children.count - 1))
        }
    }

    private func height(_ node: Node) -> Double {
        if case .fixed(let points) = node.height { return points }
        return height(of: node.content) + node.padding.top + node.padding.bottom
    }

    /// The width below which something would be lost.
    private func width(of content: Node.Content) -> Double {
        switch content {
        case .empty, .artwork, .icon, .progress, .bar, .ring, .spinner: 0
        case .text(let text): min(line(text).width * text.minimumScale, Self.leastWidth)
        case .column(let children, _), .stack(let children): children.map { width($0) }.max() ?? 0
        case .row(let children, let spacing):
            // Who comes first takes what it likes, the last what is left.
            children.enumerated().map { index, child in
                width(child, isWhole: index < children.count - 1 && child.width == .fit)
            }.reduce(0, +) + spacing * Double(max(0, children.count - 1))
        }
    }

    private func width(_ node: Node, isWhole: Bool = false) -> Double {
        if case .fixed(let points) = node.width { return points }
        let padding = node.padding.left + node.padding.right
        return (isWhole ? whole(node.content) : width(of: node.content)) + padding
    }

    /// The width with every word on one line.
    private func whole(_ content: Node.Content) -> Double {
        func width(_ node: Node) -> Double {
            if case .fixed(let points) = node.width { return points }
            return whole(node.content) + node.padding.left + node.padding.right
        }
        return switch content {
        case .empty, .artwork, .icon, .progress, .bar, .ring, .spinner: 0
        case .text(let text): line(text).width * text.minimumScale
        case .column(let children, _), .stack(let children): children.map(width).max() ?? 0
        case .row(let children, let spacing):
            children.map(width).reduce(0, +) + spacing * Double(max(0, children.count - 1))
        }
    }

    private func line(_ text: Text) -> Size {
        var line = text
        line.maximumLines = 1
        return measure(line, .infinity)
    }
}
