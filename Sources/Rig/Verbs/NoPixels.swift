import MediaCore

/// The error that a frame has no pixels: it was looked at for its pattern only.
package struct NoPixels: Error, CustomStringConvertible {
    package init() {}

    package var description: String { "this frame has no pixels: look at .everything" }
}

extension SeenFrame {
    package func pixels() throws(NoPixels) -> Image {
        guard let image else { throw NoPixels() }
        return image
    }
}
