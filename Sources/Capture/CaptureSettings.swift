import MediaCore

/// The settings asked of a capture device.
package struct CaptureSettings: Sendable, Hashable {
    /// The device: a node (`/dev/video0`), or the name of the card or of its driver (`vivid`), as
    /// `v4l2-ctl --list-devices` shows them.
    package var device: String
    /// The input as the driver numbers its connectors; nil: the one that is selected.
    package var input: Int?
    /// The picture size; nil: that of the signal, or the best that the device has up to 1920×1080.
    package var size: PixelSize?
    /// The format; nil: the best that the device has.
    package var format: CaptureFormat?
    /// The wanted rate in pictures a second.
    package var rate: Double
    /// The time from the scan-out's beginning to the timestamp that the device gives its picture.
    package var latency: Duration

    package init(
        device: String, input: Int? = nil, size: PixelSize? = nil, format: CaptureFormat? = nil, rate: Double = 60,
        latency: Duration = .zero
    ) {
        self.device = device
        self.input = input
        self.size = size
        self.format = format
        self.rate = rate
        self.latency = latency
    }
}
