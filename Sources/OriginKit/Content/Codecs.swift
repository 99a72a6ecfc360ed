import MediaCore

/// The codec of a channel's pictures: each second begins with a picture that stands alone, and one
/// B-picture lies between two others.
enum VideoCodec: String, Sendable, Hashable {
    case h264
    case hevc
    case mpeg2

    /// The codec's name in CODECS (RFC 6381).
    func name(of rung: ChannelContent.Rung, at framesPerSecond: Int) -> String {
        switch self {
        case .h264:
            let level =
                rung.size.height >= 1080 ? "28" : rung.size.height < 720 ? "1e" : framesPerSecond > 30 ? "20" : "1f"
            return "avc1.6400\(level)"
        case .hevc: return "hvc1.1.6.L63.90"
        case .mpeg2: return "mp4v.61"
        }
    }

    /// The arguments for ffmpeg, up to bitrates.
    func arguments(framesPerPiece: Int) -> [String] {
        let length = ["-g", "\(framesPerPiece)", "-bf", "1"]
        switch self {
        case .h264:
            return length + [
                "-c:v", "libx264", "-profile:v", "high", "-preset", "superfast", "-keyint_min", "\(framesPerPiece)",
                "-sc_threshold", "0", "-flags", "+cgop", "-x264-params", "b-pyramid=none:b-adapt=0",
            ]
        case .hevc:
            return length + [
                "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
                "keyint=\(framesPerPiece):min-keyint=\(framesPerPiece):scenecut=0:open-gop=0:bframes=1:b-adapt=0:b-pyramid=0:repeat-headers=1:log-level=error",
            ]
        case .mpeg2:
            return length + [
                "-c:v", "mpeg2video", "-sc_threshold", "1000000000", "-flags", "+cgop", "-b_strategy", "0",
            ]
        }
    }
}

/// The codec of a channel's sound, at 48 kHz: frames of which a whole number fills 8 s.
enum AudioCodec: String, Sendable, Hashable {
    case aac
    case ac3

    var arguments: [String] {
        switch self {
        case .aac: ["-c:a", "aac", "-b:a", "128k"]
        case .ac3: ["-c:a", "ac3", "-b:a", "192k"]
        }
    }

    /// The codec's name in CODECS.
    var name: String {
        switch self {
        case .aac: "mp4a.40.2"
        case .ac3: "ac-3"
        }
    }

    /// The number of samples that ffmpeg's encoder puts before the first one.
    var primingSamples: Int64 {
        switch self {
        case .aac: 1024
        case .ac3: 256
        }
    }
}
