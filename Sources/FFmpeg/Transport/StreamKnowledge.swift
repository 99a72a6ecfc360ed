import Devices
import MediaCore

/// What a stream type and its descriptors say about a stream's codec. One number may mean several things: then the
/// programme's registration tells which.
enum StreamKnowledge {
    static func codec(_ type: UInt8, _ descriptors: StreamDescriptors, programme: StreamDescriptors)
        -> ElementaryStream.Codec
    {
        if isTagged(type, descriptors) { return .told(.tags) }
        let isBluRay = programme.registrations.contains { $0 == "HDMV" || $0 == "HDPR" }
        if let told = standard(type) ?? (isBluRay ? bluRay(type) : nil) { return .told(told) }
        for name in descriptors.registrations { if let told = registered(name) { return .told(told) } }
        // A descriptor that needs another stream type would be of somebody else's.
        if type == 0x06 || type >= 0x80, let told = described(descriptors) { return .told(told) }
        return listed(type).map { .told($0) } ?? .untold
    }

    /// ID3 tags, as HLS has them (Apple, "Timed Metadata for HTTP Live Streaming"): by a metadata descriptor
    /// (ISO/IEC 13818-1, 2.6.60), or by a registration.
    private static func isTagged(_ type: UInt8, _ descriptors: StreamDescriptors) -> Bool {
        guard type == 0x15 || type == 0x06 else { return false }
        let told = descriptors.first(0x26)?.dropFirst(2).prefix(4).elementsEqual("ID3 ".utf8) ?? false
        return told || descriptors.registrations.contains("ID3 ")
    }

    private static func sound(_ name: String) -> Track.Codec { .unsupported(name, .sound) }
    private static func picture(_ name: String) -> Track.Codec { .unsupported(name, .picture) }
    private static func data(_ name: String) -> Track.Codec { .unsupported(name, .data) }

    /// ISO/IEC 13818-1 table 2-34, and what is the same wherever it stands.
    private static func standard(_ type: UInt8) -> Track.Codec? {
        switch type {
        case 0x01, 0x02: .video(.mpeg2)
        case 0x03, 0x04: .audio(.mp3)
        case 0x05, 0x08, 0x0a...0x0e, 0x13...0x1a: data("private data")
        case 0x0f: .audio(.aac)
        case 0x10: picture("MPEG-4 Part 2")
        case 0x11: .audio(.latm)
        case 0x1b: .video(.h264)
        // Layers beside another stream; the viewer has no use for them alone.
        case 0x1f, 0x20, 0x22, 0x23, 0x25...0x2b: data("a further layer of the picture")
        case 0x21: picture("JPEG 2000")
        case 0x24: .video(.hevc)
        case 0x2d, 0x2e: sound("MPEG-H")
        case 0x32: picture("JPEG XS")
        case 0x33: picture("VVC")
        case 0x34: data("a further layer of the picture")
        case 0x35: picture("EVC")
        case 0x42: picture("AVS")
        case 0x43: sound("AVS audio")
        case 0x81: .audio(.ac3)
        case 0x87: .audio(.eac3)
        case 0x8a: .audio(.dts)
        // METHOD=SAMPLE-AES, by Apple's "MPEG-2 Stream Encryption Format".
        case 0xc1: .audio(.ac3)
        case 0xc2: .audio(.eac3)
        case 0xcf: .audio(.aac)
        case 0xdb: .video(.h264)
        case 0xd1: picture("Dirac")
        case 0xd2: picture("AVS2")
        case 0xd4: picture("AVS3")
        case 0xd5: sound("Audio Vivid")
        default: nil
        }
    }

    /// The codec that a stream type means in a programme registered as HDMV (Blu-ray).
    private static func bluRay(_ type: UInt8) -> Track.Codec? {
        switch type {
        case 0x80: sound("Blu-ray PCM")
        case 0x82, 0x85, 0x86, 0xa2: .audio(.dts)
        case 0x83: sound("Dolby TrueHD")
        case 0x84, 0xa1: .audio(.eac3)
        case 0x90, 0x91: .unsupported("Blu-ray graphics", .text)
        case 0x92: .unsupported("Blu-ray text", .text)
        case 0xea: picture("VC-1")
        default: nil
        }
    }

    /// Where neither registration nor descriptor says otherwise.
    private static func listed(_ type: UInt8) -> Track.Codec? {
        switch type {
        case 0x84: .audio(.eac3)
        // SCTE 35; its frames would be sections.
        case 0x86: data("SCTE 35 cues")
        case 0xea: picture("VC-1")
        default: nil
        }
    }

    /// Format identifiers of the SMPTE registry.
    private static func registered(_ name: String) -> Track.Codec? {
        switch name {
        case "AC-3": .audio(.ac3)
        case "EAC3": .audio(.eac3)
        case "AC-4": sound("AC-4")
        case "DTS1", "DTS2", "DTS3", "DTSH": .audio(.dts)
        case "DTSX", "DTSY": sound("DTS:X")
        case "Opus": .audio(.opus)
        case "mlpa": sound("Dolby TrueHD")
        case "BSSD": sound("SMPTE 302M")
        case "mhm1", "mhm2", "MPHA": sound("MPEG-H")
        case "AV3A": sound("Audio Vivid")
        case "fLaC": sound("FLAC")
        case "avc1", "AVC ", "H264": .video(.h264)
        case "HEVC": .video(.hevc)
        case "VVC ": picture("VVC")
        case "AV01": picture("AV1 in MPEG-TS")
        case "VP09": picture("VP9")
        case "VC-1": picture("VC-1")
        case "drac": picture("Dirac")
        case "AVSV", "AVS1", "AVS2", "AVS3": picture("AVS")
        case "CUEI": data("SCTE 35 cues")
        case "ID3 ", "KLVA", "VANC", "ETV1", "GWKS": data("metadata")
        default: nil
        }
    }

    /// The codec that a private stream's descriptors name: those of DVB (ETSI EN 300 468) and ATSC (A/53 part 3, A/52 annex G).
    private static func described(_ descriptors: StreamDescriptors) -> Track.Codec? {
        for descriptor in descriptors.all {
            switch descriptor.tag {
            case 0x6a, 0x81: return .audio(.ac3)
            case 0x7a, 0xcc: return .audio(.eac3)
            case 0x7b: return .audio(.dts)
            case 0x56, 0x46:
                // Without a page of subtitles it is a newspaper.
                return SubtitleService.all(in: descriptors, of: .teletext).isEmpty
                    ? .unsupported("teletext", .text) : .subtitles(.teletext)
            case 0x59: return .subtitles(.dvb)
            case 0x45: return data("VBI data")
            case 0xfd: return .unsupported("ARIB captions", .text)
            case 0x38: return .video(.hevc)
            case 0x28: return .video(.h264)
            case 0x26: return data("metadata")
            case 0x7f:
                switch descriptor.bytes.first {
                case 0x0e: return .audio(.dts)
                case 0x0f: return sound("DTS Neural")
                case 0x15: return sound("AC-4")
                case 0x20: return .unsupported("TTML", .text)
                case 0x21: return sound("DTS-UHD")
                case 0x80: return .audio(.opus)
                default: break
                }
            default: break
            }
        }
        return nil
    }
}
