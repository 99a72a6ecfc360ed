import MediaCore

/// A node to be painted: everything its pixels depend on, except the artwork behind its keys.
package struct Picture: Hashable, Sendable {
    package var node: Node
    /// The size of the painted surface.
    package var size: PixelSize
    /// The scale in pixels per point.
    package var scale: Double
    /// Whether left and right are changed over.
    package var isMirrored: Bool

    package init(node: Node, size: PixelSize, scale: Double, isMirrored: Bool = false) {
        self.node = node
        self.size = size
        self.scale = scale
        self.isMirrored = isMirrored
    }

    /// The room for the node, in points.
    package var extent: Size {
        guard scale > 0 else { return .zero }
        return Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
}
