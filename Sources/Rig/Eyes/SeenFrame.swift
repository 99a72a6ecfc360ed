import Devices
import MediaCore
import OriginPattern

/// One picture as it left the board.
package struct SeenFrame: Sendable {
    /// CLOCK_MONOTONIC: the vblank at which its scan-out began where the eyes know it, else when it was
    /// captured. The same clock as of the rig's ears and hands.
    package var time: HostTime
    /// The kernel's count of vblanks; nil where the eyes know none.
    package var sequence: UInt64?
    /// The size of the whole picture on the screen, in pixels.
    package var screen: PixelSize
    /// What the origin's picture says of itself, read from the pixels; nil where there is none.
    package var pattern: BitPattern?
    /// White minus black of the pattern's marks, −255…255: less when something dims the picture. Nil where
    /// the eyes do not measure it.
    package var contrast: Int?
    /// The pixels of the rows that were looked at, opaque XRGB; nil with `Gaze.pattern`.
    package var image: Image?

    /// The brightest grey level of what was looked at, 0…255; nil where nobody counted.
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
