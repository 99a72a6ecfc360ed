import MediaCore

/// A buffer to compose in, and what is remembered of the picture it holds. Nobody else may write to
/// the buffer, or `invalidate` must be called after.
package final class CompositionTarget {
    package let buffer: PixelBuffer
    var held: [LayerState] = []
    var isHeldKnown = false
    private let memory: PixelMemory?

    /// The caller keeps the buffer's memory valid for as long as the target is used.
    package init(_ buffer: PixelBuffer) {
        self.buffer = buffer
        memory = nil
    }

    /// A target with memory of its own, valid for as long as the target lives. Use it within
    /// `withExtendedLifetime` where only `buffer` is touched after.
    package init(size: PixelSize) {
        let memory = PixelMemory()
        buffer = memory.buffer(of: size)
        self.memory = memory
    }

    /// The buffer's picture is unknown: the next composition writes all of it.
    package func invalidate() {
        isHeldKnown = false
    }
}
