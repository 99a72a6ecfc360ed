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
    /// How large text is beside the size that its node says, as far as its box allows.
    package var textScale: Double
    /// The language (BCP 47) of texts that name none; nil: it is not known.
    package var language: String?

    package init(
        node: Node, size: PixelSize, scale: Double, isMirrored: Bool = false, textScale: Double = 1,
        language: String? = nil
    ) {
        self.node = node
        self.size = size
        self.scale = scale
        self.isMirrored = isMirrored
        self.textScale = textScale
        self.language = language
    }

    /// The room for the node, in points.
    package var extent: Size {
        guard scale > 0 else { return .zero }
        return Size(width: Double(size.width) / scale, height: Double(size.height) / scale)
    }
}
