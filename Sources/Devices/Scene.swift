import MediaCore

/// What is on the screen at one vblank: layers from the bottom up, over black.
package struct Scene: Sendable {
    package var layers: [Layer]
    /// Comes back in `PresentationFeedback`, so that whoever made the scene can tell when it was seen.
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
        /// 0xAARRGGBB, not premultiplied; fills the destination.
        case color(UInt32)
    }

    package var content: Content
    /// Where it goes, in screen pixels; content is scaled to fit it; parts off screen are cut.
    package var destination: PixelRectangle
    /// 0 (not seen) … 1. A video layer at 0.4 over black is a dimmed picture.
    package var opacity: Double

    package init(_ content: Content, at destination: PixelRectangle, opacity: Double = 1) {
        self.content = content
        self.destination = destination
        self.opacity = opacity
    }
}
