import MediaCore

/// The knowledge that the last visit to a channel left, so that the next one need not ask.
package struct VisitRecord: Hashable, Sendable, Codable {
    package var videoCodec: VideoCodec?
    package var audioCodec: AudioCodec?
    /// BANDWIDTH of the variant that played well, in bit/s.
    package var variantBandwidth: Int?
    /// The throughput measured at the last visit, in bit/s.
    package var throughput: Int?

    package init(
        videoCodec: VideoCodec? = nil, audioCodec: AudioCodec? = nil, variantBandwidth: Int? = nil,
        throughput: Int? = nil
    ) {
        self.videoCodec = videoCodec
        self.audioCodec = audioCodec
        self.variantBandwidth = variantBandwidth
        self.throughput = throughput
    }
}
