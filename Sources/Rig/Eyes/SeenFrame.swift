import Devices
import MediaCore
import OriginPattern

/// One picture as it left the board, or what was read of it.
package struct SeenFrame: Sendable {
    /// When the picture was on the screen, CLOCK_MONOTONIC: the vblank at which its scan-out began where
    /// the eyes know it, else when it was captured. The same clock as the rig's ears and hands have.
    package var time: HostTime
    /// The kernel's count of vblanks; nil where the eyes don't know it.
    package var sequence: UInt64?
    /// The size of the whole picture on the screen, in pixels.
    package var screen: PixelSize
    /// The origin's pattern, read from the pixels; nil where there is none.
    package var pattern: BitPattern?
    /// White minus black of the pattern's marks, −255…255: less when something dims the picture. Nil where
    /// the eyes do not measure it.
    package var contrast: Int?
    /// The pixels of the rows that were looked at, opaque XRGB; nil with `Gaze.pattern`.
    package var image: Image?

    /// The brightest grey level of what was looked at, 0…255; nil where it was not measured.
    package var brightest: UInt8?

    package init(
        time: HostTime, sequence: UInt64? = nil, screen: PixelSize, pattern: BitPattern?, image: Image? = nil,
        brightest: UInt8? = nil
    ) {
        self.time = time
        self.sequence = sequence
        self.screen = screen
        self.pattern = pattern
        self.image = image
        self.brightest = brightest
    }

    package init(time: HostTime, sequence: UInt64? = nil, image: Image) {
        self.init(
            time: time, sequence: sequence, screen: image.size, pattern: image.pattern, image: image,
            brightest: image.brightest)
    }
}
