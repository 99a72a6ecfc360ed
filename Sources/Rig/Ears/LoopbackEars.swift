/// The ears at the other end of the board's loopback sound card.
package struct LoopbackEars: Ears {
    private let device: String

    /// Makes ears.
    /// - Parameter device: an ALSA capture PCM
    package init(device: String = "hw:Loopback,1,0") { self.device = device }

    package func listen() throws -> any Listening { try PCMCapture(device) }
}
