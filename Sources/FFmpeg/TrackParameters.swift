import CFFmpeg
import Devices
import MediaCore

extension MediaContainer {
    /// The name of libavformat's demuxer.
    var formatName: String {
        switch self {
        case .mpegTS: "mpegts"
        case .mp4: "mov,mp4,m4a,3gp,3g2,mj2"
        case .matroska: "matroska,webm"
        case .aac: "aac"
        case .mp3: "mp3"
        case .ac3: "ac3"
        case .eac3: "eac3"
        case .flac: "flac"
        case .ogg: "ogg"
        case .photo: "image2"
        // Never asked for: an input is no container.
        case .input: ""
        }
    }
}

func trackCodec(_ parameters: AVCodecParameters) -> Track.Codec {
    switch parameters.codec_id {
    case AV_CODEC_ID_H264: .video(.h264)
    case AV_CODEC_ID_HEVC: .video(.hevc)
    case AV_CODEC_ID_AV1: .video(.av1)
    case AV_CODEC_ID_MPEG2VIDEO: .video(.mpeg2)
    case AV_CODEC_ID_VP8: .video(.vp8)
    case AV_CODEC_ID_VP9: .video(.vp9)
    case AV_CODEC_ID_AAC: .audio(.aac)
    case AV_CODEC_ID_AAC_LATM: .audio(.latm)
    // The decoder of layer III reads layer II too, as broadcast uses it.
    case AV_CODEC_ID_MP3, AV_CODEC_ID_MP2: .audio(.mp3)
    case AV_CODEC_ID_AC3: .audio(.ac3)
    case AV_CODEC_ID_EAC3: .audio(.eac3)
    case AV_CODEC_ID_OPUS: .audio(.opus)
    case AV_CODEC_ID_DTS: .audio(.dts)
    case AV_CODEC_ID_FLAC: .audio(.flac)
    case AV_CODEC_ID_VORBIS: .audio(.vorbis)
    case AV_CODEC_ID_TIMED_ID3: .tags
    case AV_CODEC_ID_SUBRIP, AV_CODEC_ID_TEXT: .text(.subRip)
    case AV_CODEC_ID_ASS, AV_CODEC_ID_SSA: .text(.ass)
    case AV_CODEC_ID_WEBVTT: .text(.webVTT)
    case AV_CODEC_ID_MOV_TEXT: .text(.movText)
    case AV_CODEC_ID_DVB_SUBTITLE: .subtitles(.dvb)
    case AV_CODEC_ID_HDMV_PGS_SUBTITLE: .subtitles(.pgs)
    case AV_CODEC_ID_DVD_SUBTITLE: .subtitles(.vobSub)
    case AV_CODEC_ID_DVB_TELETEXT: .subtitles(.teletext)
    default: .unsupported(codecName(parameters), medium(parameters.codec_type))
    }
}

/// For people: what the library calls it, or the container where the library does not know it.
private func codecName(_ parameters: AVCodecParameters) -> String {
    if parameters.codec_id != AV_CODEC_ID_NONE {
        return avcodec_get_name(parameters.codec_id).map { String(cString: $0) } ?? "unknown"
    }
    let tag = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: parameters.codec_tag >> $0) }
    guard tag.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return "none" }
    let name = String(decoding: tag, as: UTF8.self)
    return name == "ac-4" ? "AC-4" : name
}

private func medium(_ type: AVMediaType) -> Track.Medium {
    switch type {
    case AVMEDIA_TYPE_VIDEO: .picture
    case AVMEDIA_TYPE_AUDIO: .sound
    case AVMEDIA_TYPE_SUBTITLE: .text
    default: .data
    }
}

func makeTrack(_ id: Int, _ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Track {
    let parameters = parameters.pointee
    var configuration: [UInt8] = []
    if let data = parameters.extradata, parameters.extradata_size > 0 {
        configuration = Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))
    }
    return Track(
        id: id, codec: trackCodec(parameters), configuration: configuration,
        size: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
        sampleRate: Int(parameters.sample_rate), channels: Int(parameters.ch_layout.nb_channels))
}

extension Track {
    /// Adds the language, the title and the purpose that a container gives a stream.
    mutating func describe(_ stream: UnsafeMutablePointer<AVStream>) {
        func tag(_ name: String) -> String? {
            av_dict_get(stream.pointee.metadata, name, nil, 0).flatMap { $0.pointee.value }
                .flatMap { MediaTags.line(String(cString: $0)) }
        }
        // Undetermined.
        language = tag("language").flatMap { $0 == "und" ? nil : $0 }
        name = tag("title")
        let disposition = stream.pointee.disposition
        if disposition & AV_DISPOSITION_VISUAL_IMPAIRED != 0 { role = .describesVideo }
        isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
        isForced = disposition & AV_DISPOSITION_FORCED != 0
        isForTheDeaf = disposition & AV_DISPOSITION_HEARING_IMPAIRED != 0
    }

    /// Gives a codec context what the container says about this track; false without memory.
    func configure(_ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
        if !configuration.isEmpty {
            // Freed by avcodec_free_context; the library wants zeros behind the data.
            guard let data = av_mallocz(configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else { return false }
            configuration.withUnsafeBytes {
                data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: $0.count)
            }
            context.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
            context.pointee.extradata_size = Int32(clamping: configuration.count)
        }
        context.pointee.width = Int32(clamping: size.width)
        context.pointee.height = Int32(clamping: size.height)
        context.pointee.sample_rate = Int32(clamping: sampleRate)
        if channels > 0, channels <= 64 {
            av_channel_layout_default(&context.pointee.ch_layout, Int32(channels))
        }
        context.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000_000)
        return true
    }
}
