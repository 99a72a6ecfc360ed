import MediaCore

/// A buffer to compose in, with a record of the picture that it holds. Nobody else may write to the
/// buffer, or `invalidate` must be called after.
package final class CompositionTarget {
    package let buffer: PixelBuffer
    var held: [LayerState] = []
    var isHeldKnown = false
    private let memory: PixelMemory?

    /// Makes a target of a buffer. The caller keeps its memory valid for as long as the target is
    /// used.
    package init(_ buffer: PixelBuffer) {
        self.buffer = buffer
        memory = nil
    }

    /// Makes a target with memory of its own, valid for as long as the target lives. Use it within
    /// `withExtendedLifetime` where only `buffer` is touched after.
    package init(size: PixelSize) {
        let memory = PixelMemory()
        buffer = memory.buffer(of: size)
        self.memory = memory
    }

    /// Forgets the buffer's picture: the next composition writes all of it.
    package func invalidate() {
        isHeldKnown = false
    }
}
