import Devices
import MediaCore

/// The way in which a codec's pictures are decoded.
package enum DecodingMethod: Sendable, Hashable, CustomStringConvertible {
    /// Decoding on the CPU.
    case software
    /// Decoding by the GPU behind a DRM render node, through VA-API.
    case vaapi(node: String)
    /// Decoding by a stateful V4L2 memory-to-memory decoder; libavcodec looks for the node itself.
    case v4l2

    package var description: String {
        switch self {
        case .software: "software"
        case .vaapi: "VA-API"
        case .v4l2: "V4L2"
        }
    }

    var isHardware: Bool { self != .software }

    /// The name of libavcodec's decoder; nil when it has none for this codec and method.
    func decoderName(_ codec: VideoCodec) -> String? {
        switch (self, codec) {
        case (.v4l2, .h264): "h264_v4l2m2m"
        case (.v4l2, .hevc): "hevc_v4l2m2m"
        case (.v4l2, .mpeg2): "mpeg2_v4l2m2m"
        case (.v4l2, .vp8): "vp8_v4l2m2m"
        case (.v4l2, .vp9): "vp9_v4l2m2m"
        case (.v4l2, .av1): nil
        case (_, .h264): "h264"
        case (_, .hevc): "hevc"
        case (_, .mpeg2): "mpeg2video"
        case (_, .vp8): "vp8"
        case (_, .vp9): "vp9"
        case (_, .photo), (_, .raw): nil
        // libavcodec's own AV1 decoder only drives hardware.
        case (.vaapi, .av1): "av1"
        case (.software, .av1): "libdav1d"
        }
    }
}
