/// The container formats that Hearth's demuxers know.
package enum MediaContainer: String, Sendable, Hashable, CaseIterable {
    case mpegTS
    /// MP4, whole or in fragments.
    case mp4
    /// Matroska, and WebM.
    case matroska
    /// ADTS frames.
    case aac
    case mp3
    case ac3
    case eac3
    case flac
    /// Ogg, with sound.
    case ogg
    /// One still picture: JPEG, PNG or WebP.
    case photo
    /// What an input of the box gives.
    case input

    /// Whether it says where in it what is, so that it may be read from any place.
    package var hasIndex: Bool {
        switch self {
        case .mp4, .matroska, .flac, .ogg: true
        case .mpegTS, .aac, .mp3, .ac3, .eac3, .photo, .input: false
        }
    }

    /// Whether it is bare audio frames without timestamps: each segment begins with an ID3 tag that
    /// carries one (RFC 8216bis 3.1.4).
    package var isPackedAudio: Bool {
        switch self {
        case .mpegTS, .mp4, .matroska, .flac, .ogg, .photo, .input: false
        case .aac, .mp3, .ac3, .eac3: true
        }
    }
}
