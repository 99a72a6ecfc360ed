import MediaCore

/// A buffer to compose in, and what is remembered of the picture it holds. Nobody else may write to
/// the buffer, or `invalidate` must be called after.
package final class CompositionTarget {
    package let buffer: PixelBuffer
    var held: [LayerState] = []
    var isHeldKnown = false

    package init(_ buffer: PixelBuffer) {
        self.buffer = buffer
    }

    /// The buffer's picture is unknown: the next composition writes all of it.
    package func invalidate() {
        isHeldKnown = false
    }
}
