/// Video codecs that Hearth plays.
package enum VideoCodec: String, Sendable, CaseIterable, Codable {
    case h264, hevc, av1, mpeg2, vp8, vp9
    /// A file of one still picture: JPEG, PNG or WebP.
    case photo
    /// Whole pictures, as an input of the box gives them.
    case raw
}

/// The formats of text subtitles inside a film.
package enum TextCodec: String, Sendable, CaseIterable, Codable {
    case subRip, ass, webVTT
    /// 3GPP timed text, as MP4 has it.
    case movText
}

/// The formats of subtitles that come as pictures or as pages of teletext, for a decoder to read.
package enum SubtitleCodec: String, Sendable, CaseIterable, Codable {
    /// ETSI EN 300 743.
    case dvb
    /// Presentation graphics, as Blu-ray has them.
    case pgs
    /// As DVD has them.
    case vobSub
    /// ETSI EN 300 472 and 300 706.
    case teletext
}

/// Audio codecs that Hearth plays.
package enum AudioCodec: String, Sendable, CaseIterable, Codable {
    case aac, mp3, ac3, eac3, opus, dts, flac, vorbis
    /// AAC in LATM frames, as broadcast has it.
    case latm = "aac-latm"
    /// Samples as they are, in `AudioFormat.standard`.
    case raw
}
