import MediaCore

/// One RFC 6381 entry of a CODECS attribute, by its family.
package enum CodecString: Sendable, Hashable {
    case video(VideoCodec)
    case audio(AudioCodec)
    case text
    /// A format that Hearth does not know.
    case unknown(String)

    package init(_ entry: String) {
        let name = entry.lowercased()
        let family = name.prefix { $0 != "." }
        switch family {
        case "avc1", "avc3": self = .video(.h264)
        case "hvc1", "hev1": self = .video(.hevc)
        case "av01": self = .video(.av1)
        case "mp2v", "m2v1": self = .video(.mpeg2)
        case "ac-3": self = .audio(.ac3)
        case "ec-3": self = .audio(.eac3)
        case "opus": self = .audio(.opus)
        case "dtsc", "dtse", "dtsh", "dtsl": self = .audio(.dts)
        case "mp3": self = .audio(.mp3)
        case "mp4a": self = .audio(CodecString.mp4a(name))
        case "wvtt", "stpp": self = .text
        case "mp4v" where name.hasPrefix("mp4v.61") || name.hasPrefix("mp4v.60"): self = .video(.mpeg2)
        default: self = .unknown(entry)
        }
    }

    /// The audio codec of an `mp4a` entry, by its object type indication (ISO/IEC 14496-1); AAC
    /// where there is none.
    private static func mp4a(_ name: String) -> AudioCodec {
        switch name {
        case "mp4a.69", "mp4a.6b", "mp4a.40.34": .mp3
        case "mp4a.a5": .ac3
        case "mp4a.a6": .eac3
        case "mp4a.ad": .opus
        case "mp4a.a9": .dts
        default: .aac
        }
    }
}

extension Variant {
    /// The codec family of the variant's video; nil when CODECS names none.
    package var videoCodec: VideoCodec? {
        for case .video(let codec) in codecs.map(CodecString.init) { return codec }
        return nil
    }

    /// Whether the variant has sound only: CODECS names neither video nor anything unknown, and
    /// there is no picture size.
    package var isAudioOnly: Bool {
        guard !codecs.isEmpty, resolution == nil, frameRate == nil else { return false }
        return codecs.map(CodecString.init).allSatisfy {
            switch $0 {
            case .audio, .text: true
            case .video, .unknown: false
            }
        }
    }
}
