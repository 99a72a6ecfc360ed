import MediaCore

/// The picture on the screen at one vblank: layers from the bottom up, over black.
package struct Scene: Sendable {
    package var layers: [Layer]
    /// A number that comes back in `PresentationFeedback`, so that the scene's maker can tell when it
    /// was seen.
    package var tag: UInt64

    package init(layers: [Layer], tag: UInt64 = 0) {
        self.layers = layers
        self.tag = tag
    }
}

/// One layer of a scene.
package struct Layer: Sendable {
    package enum Content: Sendable {
        case video(VideoFrame)
        case surface(Surface)
        /// A colour 0xAARRGGBB, not premultiplied; fills the destination.
        case color(UInt32)
    }

    package var content: Content
    /// The rectangle that it fills, in screen pixels; content is scaled to fit it; parts off screen
    /// are cut.
    package var destination: PixelRectangle
    /// The opacity, 0 (not seen) … 1. A video layer at 0.4 over black is a dimmed picture.
    package var opacity: Double

    package init(_ content: Content, at destination: PixelRectangle, opacity: Double = 1) {
        self.content = content
        self.destination = destination
        self.opacity = opacity
    }
}
