/// The ears that hear a box through a sound card of the rig's own machine: an HDMI grabber's, or a
/// line input.
package struct CaptureEars: Ears {
    private let device: String
    private let latency: Duration

    /// Tries the device, so that a bench without ears reports so before its scenarios run.
    ///
    /// - Parameters:
    ///   - device: as ALSA names it: `hw:2,0`
    ///   - latency: from the box's socket to the device's timestamps
    package init(device: String, latency: Duration = .zero) throws {
        self.device = device
        self.latency = latency
        _ = try PCMCapture(device).finish()
    }

    package func listen() throws -> any Listening { try PCMCapture(device, latency: latency) }
}
