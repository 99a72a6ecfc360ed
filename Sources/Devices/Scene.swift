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
    /// The part of the content that fills the destination, in the content's own pixels; nil: all of it. Parts beyond
    /// its edges do not count. Corners and sides of a picture's are even: chroma has half the pixels.
    package var crop: PixelRectangle?
    /// The rectangle that it fills, in screen pixels; content is scaled to fit it; parts off screen
    /// are cut.
    package var destination: PixelRectangle
    /// The opacity, 0 (not seen) … 1. A video layer at 0.4 over black is a dimmed picture.
    package var opacity: Double

    package init(
        _ content: Content, crop: PixelRectangle? = nil, at destination: PixelRectangle, opacity: Double = 1
    ) {
        self.content = content
        self.crop = crop
        self.destination = destination
        self.opacity = opacity
    }

    /// The size of the content in its own pixels; a colour has that of its destination.
    package var contentSize: PixelSize {
        switch content {
        case .video(let frame): frame.size
        case .surface(let surface): surface.size
        case .color: destination.size
        }
    }

    /// The part of the content that is shown, in its own pixels.
    package var source: PixelRectangle {
        let whole = PixelRectangle(contentSize)
        guard let part = crop?.intersection(whole), !part.isEmpty else { return whole }
        return part
    }
}
