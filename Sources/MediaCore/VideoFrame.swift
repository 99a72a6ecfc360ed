/// One decoded picture, immutable, shared by reference. Its memory goes back to the decoder's pool
/// with the last reference, on whatever thread that is.
package final class VideoFrame: Sendable {
    /// One plane in memory: `stride` bytes from one row to the next.
    package struct Plane: @unchecked Sendable {
        // Unchecked: the bytes are never written after the frame is made.
        package let base: UnsafePointer<UInt8>
        package let stride: Int

        package init(base: UnsafePointer<UInt8>, stride: Int) {
            self.base = base
            self.stride = stride
        }
    }

    /// A picture that lives in a DMA buffer, for scan-out without a copy (DRM PRIME). The
    /// descriptors belong to the frame.
    package struct DMABuffer: Sendable {
        package struct Plane: Sendable {
            package let descriptor: Int32
            package let offset: UInt32
            package let pitch: UInt32

            package init(descriptor: Int32, offset: UInt32, pitch: UInt32) {
                self.descriptor = descriptor
                self.offset = offset
                self.pitch = pitch
            }
        }
        package let fourcc: UInt32
        package let modifier: UInt64
        package let planes: [Plane]

        package init(fourcc: UInt32, modifier: UInt64, planes: [Plane]) {
            self.fourcc = fourcc
            self.modifier = modifier
            self.planes = planes
        }
    }

    package let identity = ContentIdentity()
    package let size: PixelSize
    /// The shape of a pixel; 0/1 is unknown and means square.
    package let sampleAspectRatio: Rational
    /// What the stream says of bars in the picture; nil: nothing.
    package let activeFormat: ActiveFormat?
    package let format: PixelFormat
    package let matrix: ColorMatrix
    package let isFullRange: Bool
    package let presentation: MediaTime
    package let duration: Duration
    /// The planes in memory; empty when the picture is only in a DMA buffer.
    package let planes: [Plane]
    package let dmaBuffer: DMABuffer?
    private let copy: (@Sendable () -> VideoFrame?)?
    private let release: @Sendable () -> Void

    /// Makes a frame. `planes` must stay valid and unchanged until `release` is called, once, from
    /// any thread.
    ///
    /// - Parameter copy: makes the same picture in memory, for a DMA buffer that can't be mapped.
    package init(
        size: PixelSize, sampleAspectRatio: Rational = Rational(0, 1), activeFormat: ActiveFormat? = nil,
        format: PixelFormat,
        matrix: ColorMatrix = .bt709, isFullRange: Bool = false, presentation: MediaTime,
        duration: Duration, planes: [Plane], dmaBuffer: DMABuffer? = nil, copy: (@Sendable () -> VideoFrame?)? = nil,
        release: @escaping @Sendable () -> Void
    ) {
        self.size = size
        self.sampleAspectRatio = sampleAspectRatio
        self.activeFormat = activeFormat
        self.format = format
        self.matrix = matrix
        self.isFullRange = isFullRange
        self.presentation = presentation
        self.duration = duration
        self.planes = planes
        self.dmaBuffer = dmaBuffer
        self.copy = copy
        self.release = release
    }

    deinit {
        release()
    }

    /// A copy of the picture in memory, where software must read it and can't read the DMA buffer:
    /// made anew each time and slowly. Nil when none can be made.
    package func copiedToMemory() -> VideoFrame? { copy?() }

    /// The size at which the picture looks right on square pixels.
    package var displaySize: PixelSize {
        guard let ratio = sampleAspectRatio.value, ratio > 0, ratio < 100 else { return size }
        return PixelSize(width: Int((Double(size.width) * ratio).rounded()), height: size.height)
    }

    /// Where the picture lies on an area of a screen, and which part of it is shown.
    package func placement(_ mode: PictureMode, on area: PixelRectangle) -> PicturePlacement {
        PicturePlacement(
            of: size, sampleAspectRatio: sampleAspectRatio, activeFormat: activeFormat, mode: mode, on: area)
    }
}
