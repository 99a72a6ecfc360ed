import MediaCore

/// The memory in which pictures are composed: rows of 32-bit words 0xXXRRGGBB, `stride` bytes apart.
/// It does not own the memory; whoever made it keeps it valid.
package struct PixelBuffer {
    package let base: UnsafeMutablePointer<UInt8>
    package let stride: Int
    package let size: PixelSize

    /// Makes a buffer over memory. `base` must hold `stride × height` bytes, with `stride` at least
    /// four times the width.
    package init(base: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize) {
        precondition(stride >= size.width * 4, "a row must fit its stride")
        self.base = base
        self.stride = stride
        self.size = size
    }

    func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt8> {
        base + y * stride + x * 4
    }
}

/// Owned memory for pictures and scratch rows, aligned to 64 bytes. It grows and never shrinks, so
/// that composing allocates nothing once warm.
package final class PixelMemory {
    private(set) var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    package init(bytes: Int = 64) {
        capacity = max(64, bytes)
        base = Self.allocate(capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Makes room for `bytes`; what was there before is lost when it has to grow.
    func reserve(_ bytes: Int) {
        guard bytes > capacity else { return }
        base.deallocate()
        base = Self.allocate(bytes)
        capacity = bytes
    }

    /// The memory as a picture without padding.
    package func buffer(of size: PixelSize) -> PixelBuffer {
        reserve(size.width * size.height * 4)
        return PixelBuffer(base: base, stride: size.width * 4, size: size)
    }

    private static func allocate(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        // Pages are touched now and not while a vblank waits.
        return raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }
}
