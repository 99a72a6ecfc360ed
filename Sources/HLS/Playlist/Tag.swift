/// Every tag of RFC 8216bis (draft 22), by its name without the `#`.
enum Tag: String, CaseIterable {
    // Names are searched in this order: the tags of media segments come often, and so stand first.
    case segmentDuration = "EXTINF"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case byteRange = "EXT-X-BYTERANGE"
    case part = "EXT-X-PART"
    case key = "EXT-X-KEY"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case map = "EXT-X-MAP"
    case bitrate = "EXT-X-BITRATE"
    case gap = "EXT-X-GAP"
    case dateRange = "EXT-X-DATERANGE"

    case header = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"

    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case partInf = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"

    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"

    /// The tag of this name, found without making a string: most lines of a playlist are tags.
    init?(_ name: ArraySlice<UInt8>) {
        for (tag, bytes) in Tag.names where bytes.count == name.count && name.elementsEqual(bytes) {
            self = tag
            return
        }
        return nil
    }

    private static let names = allCases.map { ($0, Array($0.rawValue.utf8)) }

    enum Scope {
        case both, media, multivariant
    }

    var scope: Scope {
        switch self {
        case .header, .version, .independentSegments, .start, .define: .both
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering: .multivariant
        default: .media
        }
    }

    /// Whether an attribute list follows the colon (§4.2).
    var hasAttributes: Bool {
        switch self {
        case .key, .map, .part, .dateRange, .partInf, .serverControl, .skip, .preloadHint, .renditionReport, .start,
            .define:
            true
        default: scope == .multivariant
        }
    }

    enum Repetition {
        case allowed
        /// A repetition fails the playlist (§4.4.1–§4.4.3).
        case fatal
        /// A repetition is against the standard; the first one holds.
        case mended
    }

    var repetition: Repetition {
        switch self {
        case .version, .independentSegments, .start, .targetDuration, .mediaSequence, .discontinuitySequence,
            .endList, .playlistType, .iFramesOnly, .partInf, .serverControl, .skip:
            .fatal
        case .header, .contentSteering: .mended
        default: .allowed
        }
    }
}
