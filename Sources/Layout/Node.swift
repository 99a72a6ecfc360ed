/// A part of a screen: its content, the size it wants, and the box around it. A value: equal nodes
/// look equal, so a painted one can be kept.
package struct Node: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case empty
        case text(Text)
        case artwork(Artwork)
        case icon(Icon, Color)
        /// A bar filled from the left; 0 … 1.
        case progress(Double, fill: Color, track: Color)
        case bar(Bar)
        /// A circle's line, of which a part is lit from `start` on; both in turns, 0 … 1, from the top clockwise.
        case ring(start: Double, part: Double, fill: Color, track: Color, width: Double)
        /// One still of a turning wheel; turn is 0 … 1.
        case spinner(turn: Double, Color)
        case row([Node], spacing: Double)
        case column([Node], spacing: Double)
        /// Nodes on top of each other, the last in front.
        case stack([Node])
    }

    package enum Length: Hashable, Sendable {
        /// A length as large as the content.
        case fit
        /// A fixed length in points.
        case fixed(Double)
        /// An equal share of what the others leave.
        case fill
    }

    package struct Border: Hashable, Sendable {
        package var color: Color
        package var width: Double

        package init(color: Color, width: Double) {
            self.color = color
            self.width = width
        }
    }

    package var content: Content
    package var width = Length.fit
    package var height = Length.fit
    package var padding = Insets.zero
    package var background: Fill?
    package var cornerRadius = 0.0
    package var shadow: Shadow?
    package var border: Border?
    package var opacity = 1.0
    /// Whether left and right stay where they are in a mirrored picture: a tape runs one way in every language.
    package var keepsDirection = false
    /// The place of the content in the box, and of the children of a row or column across its axis.
    package var alignment = Alignment.topLeading

    package init(_ content: Content) {
        self.content = content
    }
}

extension Node {
    package static func text(_ text: Text) -> Node { Node(.text(text)) }

    package static func row(_ children: [Node], spacing: Double = 0, alignment: Alignment = .leading) -> Node {
        var node = Node(.row(children, spacing: spacing))
        node.alignment = alignment
        return node
    }

    package static func column(
        _ children: [Node], spacing: Double = 0, alignment: Alignment = .topLeading
    ) -> Node {
        var node = Node(.column(children, spacing: spacing))
        node.alignment = alignment
        return node
    }

    package static func stack(_ children: [Node], alignment: Alignment = .center) -> Node {
        var node = Node(.stack(children))
        node.alignment = alignment
        return node
    }

    /// A node that takes the room that is left and pushes its neighbours apart.
    package static var spacer: Node { Node(.empty).sized(width: .fill, height: .fill) }

    package func sized(width: Length? = nil, height: Length? = nil) -> Node {
        var node = self
        if let width { node.width = width }
        if let height { node.height = height }
        return node
    }

    package func sized(_ side: Double) -> Node {
        sized(width: .fixed(side), height: .fixed(side))
    }

    package func padded(_ insets: Insets) -> Node {
        var node = self
        node.padding = insets
        return node
    }

    package func boxed(_ background: Color?, cornerRadius: Double = 0, border: Border? = nil) -> Node {
        filled(background.map(Fill.color), cornerRadius: cornerRadius, border: border)
    }

    package func filled(_ fill: Fill?, cornerRadius: Double = 0, border: Border? = nil, shadow: Shadow? = nil) -> Node {
        var node = self
        node.background = fill
        node.cornerRadius = cornerRadius
        node.border = border
        node.shadow = shadow
        return node
    }

    package func aligned(_ alignment: Alignment) -> Node {
        var node = self
        node.alignment = alignment
        return node
    }

    package func keepingDirection() -> Node {
        var node = self
        node.keepsDirection = true
        return node
    }

    package func faded(_ opacity: Double) -> Node {
        var node = self
        node.opacity = opacity
        return node
    }

    /// The keys of all pictures in it.
    package var imageKeys: Set<String> {
        switch content {
        case .artwork(let artwork): artwork.key.map { [$0] } ?? []
        case .row(let children, _), .column(let children, _), .stack(let children):
            children.reduce(into: []) { $0.formUnion($1.imageKeys) }
        case .empty, .text, .icon, .progress, .bar, .ring, .spinner: []
        }
    }
}
