import Devices
import MediaCore

/// Collects the tags of a media playlist (§4.4.3–§4.4.5).
///
/// A method may throw after it has taken the tag over: then the fault is a warning, in the modes that
/// `TagFault` says.
struct MediaPlaylistBuilder {
    var playlist: MediaPlaylist
    let mode: ParsingMode

    // Tags that apply to the next URI line only.
    private var duration: Duration?
    private var title = ""
    private var rangeText: ArraySlice<UInt8>?
    private var isDiscontinuity = false
    private var isGap = false
    private var programDate: ProgramDate?
    var parts: [PartialSegment] = []

    /// Segments without EXTINF: how long a segment may be is known for certain at the end.
    private var withoutDuration: [Int] = []

    // What stays in force.
    var keys: [KeyTag] = []
    var map: MapTag?
    private var bitrate: UInt64?
    var inherits: Segment.Inheritance = []
    var nextSequence: UInt64 = 0
    private var discontinuity: UInt64 = 0
    private var lastRange: RangeEnd?
    var lastPartRange: RangeEnd?
    var dateRangeIndices: [String: Int] = [:]
    private(set) var longestSegment = Duration.zero
    var longestPart = Duration.zero
    private(set) var statesTargetDuration = false

    /// The end of a byte range: where the next range without an offset goes on.
    struct RangeEnd {
        var url: String
        var end: UInt64
        /// Whether `end` is counted from the end of the last skipped segment's range.
        var isRelative = false
    }

    /// Makes a builder with room for the segments: growing, which moves all that are there, would be a
    /// fifth of the parser's time.
    /// - Parameter bytes: the length of the text.
    init(url: String, mode: ParsingMode, bytes: Int) {
        playlist = MediaPlaylist(url: url)
        playlist.segments.reserveCapacity(min(bytes / 32, 16_384))
        self.mode = mode
    }

    // MARK: URI lines

    mutating func addSegment(_ url: String) throws(TagFault) {
        // Every line that is no tag, comment or blank is a URI (§4.1). Left out, it would number those after it
        // wrongly: keys take their vectors from the number.
        let isWithoutDuration = duration == nil
        if isWithoutDuration, mode == .strict { throw .refused(.noDuration) }
        var segment = Segment(
            mediaSequence: nextSequence, discontinuitySequence: discontinuity, url: url, duration: duration ?? .zero,
            title: title)
        segment.inherits = inherits
        segment.inherits.remove(.range)
        if let rangeText {
            // The range that this one continues may be in the skipped stretch.
            let isFirst = inherits.contains(.range) && playlist.segments.isEmpty
            let last = isFirst ? RangeEnd(url: url, end: 0, isRelative: true) : lastRange
            segment.range = try range(rangeText, url: url, after: last, tag: .byteRange)
            let isRelative = !rangeText.contains(UInt8(ascii: "@")) && last?.isRelative == true
            if isRelative { segment.inherits.insert(.range) }
            lastRange = RangeEnd(url: url, end: segment.range?.end ?? 0, isRelative: isRelative)
        } else {
            lastRange = nil
            segment.bitrate = bitrate
        }
        segment.isDiscontinuity = isDiscontinuity
        segment.isGap = isGap
        segment.programDate = programDate
        segment.map = map
        segment.keys = keys
        segment.parts = parts
        if isWithoutDuration { withoutDuration.append(playlist.segments.count) }
        playlist.segments.append(segment)
        longestSegment = max(longestSegment, segment.duration)
        nextSequence = nextSequence.addingSaturating(1)
        beginSegment()
        if isWithoutDuration { throw .refused(.noDuration) }
    }

    private mutating func beginSegment() {
        duration = nil
        if !title.isEmpty { title = "" }
        rangeText = nil
        isDiscontinuity = false
        isGap = false
        programDate = nil
        if !parts.isEmpty { parts = [] }
        lastPartRange = nil
    }

    /// Parses a byte range "n[@o]"; without an offset it goes on where the range before, of the same
    /// resource, ended.
    func range(
        _ text: ArraySlice<UInt8>, url: String, after last: RangeEnd?, tag: Tag
    ) throws(TagFault) -> ByteRange {
        let malformed = PlaylistError.Reason.malformed(tag: tag.rawValue, String(decoding: text, as: UTF8.self))
        let at = text.firstIndex(of: UInt8(ascii: "@"))
        guard let length = Numeral.integer(text[..<(at ?? text.endIndex)]) else { throw .fatal(malformed) }
        let offset: UInt64
        if let at {
            guard let value = Numeral.integer(text[(at + 1)...]) else { throw .fatal(malformed) }
            offset = value
        } else {
            guard let last, last.url == url else { throw .fatal(.rangeWithoutOffset) }
            offset = last.end
        }
        guard !offset.addingReportingOverflow(length).overflow else { throw .fatal(malformed) }
        return ByteRange(offset: offset, length: length)
    }

    // MARK: Tags with a plain value

    mutating func read(_ tag: Tag, _ value: ArraySlice<UInt8>) throws(TagFault) {
        switch tag {
        case .segmentDuration:
            try readDuration(value)
        case .byteRange:
            rangeText = value
        case .discontinuity:
            isDiscontinuity = true
            discontinuity = discontinuity.addingSaturating(1)
        case .gap:
            isGap = true
        case .programDateTime:
            guard let date = ProgramDate(iso8601: value) else { throw .refused(malformed(tag, value)) }
            programDate = date
        case .bitrate:
            bitrate = try integer(tag, value)
            inherits.remove(.bitrate)
        case .targetDuration:
            try readTargetDuration(value)
        case .mediaSequence:
            guard playlist.segments.isEmpty else { throw .fatal(.misplaced(tag.rawValue)) }
            playlist.mediaSequence = try integer(tag, value)
            nextSequence = playlist.mediaSequence.addingSaturating(playlist.skip?.segments ?? 0)
        case .discontinuitySequence:
            guard playlist.segments.isEmpty else { throw .fatal(.misplaced(tag.rawValue)) }
            let before = discontinuity
            playlist.discontinuitySequence = try integer(tag, value)
            playlist.statesDiscontinuitySequence = true
            discontinuity = playlist.discontinuitySequence.addingSaturating(before)
            if before > 0 { throw .refused(.misplaced(tag.rawValue)) }
        case .endList:
            playlist.hasEnd = true
        case .playlistType:
            let text = String(decoding: value, as: UTF8.self)
            guard let kind = MediaPlaylist.Kind(rawValue: mode == .strict ? text : text.uppercased()) else {
                throw .ignored(.notUnderstood(tag: tag.rawValue, text))
            }
            playlist.kind = kind
        case .iFramesOnly:
            playlist.isIFramesOnly = true
        default:
            break
        }
    }

    private func malformed(_ tag: Tag, _ value: ArraySlice<UInt8>) -> PlaylistError.Reason {
        .malformed(tag: tag.rawValue, String(decoding: value, as: UTF8.self))
    }

    private func integer(_ tag: Tag, _ value: ArraySlice<UInt8>) throws(TagFault) -> UInt64 {
        guard let number = Numeral.integer(value) else { throw .refused(malformed(tag, value)) }
        return number
    }

    /// Reads EXT-X-TARGETDURATION. Some servers write a fraction: it is rounded up to a whole second.
    private mutating func readTargetDuration(_ value: ArraySlice<UInt8>) throws(TagFault) {
        let whole = Numeral.integer(value)
        guard let seconds = whole.map({ Double($0) }) ?? Numeral.number(value) else {
            throw .refused(malformed(.targetDuration, value))
        }
        playlist.targetDuration = .seconds(clamping: max(1, min(seconds.rounded(.up), 86_400)))
        statesTargetDuration = true
        if whole == nil || whole == 0 { throw .refused(malformed(.targetDuration, value)) }
    }

    private mutating func readDuration(_ value: ArraySlice<UInt8>) throws(TagFault) {
        let isSecond = duration != nil
        let comma = value.firstIndex(of: UInt8(ascii: ","))
        var number = value[..<(comma ?? value.endIndex)]
        title = comma.map { String(decoding: value[($0 + 1)...], as: UTF8.self) } ?? ""
        var isMended = comma == nil || isSecond
        if Numeral.seconds(number) == nil, mode == .lenient {
            // Channel lists put attributes between the duration and the comma, and write -1 for live.
            isMended = true
            number = number.drop(while: PlaylistLines.isBlank).prefix { !PlaylistLines.isBlank($0) }
        }
        // A segment whose length can't be read is still a segment.
        let length = Numeral.seconds(number, isSigned: true)
        // A day is longer than any segment; sums of many cannot overflow then.
        duration = min(max(.zero, length ?? .zero), .seconds(86_400))
        if length == nil || length.map({ $0 < .zero }) ?? false || isMended {
            throw .refused(
                isSecond ? .orphan(Tag.segmentDuration.rawValue) : malformed(.segmentDuration, value))
        }
    }

    // MARK: The end

    mutating func finish() throws(TagFault) {
        if !parts.isEmpty {
            var segment = Segment(
                mediaSequence: nextSequence, discontinuitySequence: discontinuity, url: "",
                duration: parts.reduce(.zero) { $0 + $1.duration })
            segment.isDiscontinuity = isDiscontinuity
            segment.programDate = programDate
            segment.map = map
            segment.keys = keys
            segment.inherits = inherits
            segment.parts = parts
            playlist.unfinished = segment
        }
        if playlist.isIFramesOnly { implyMaps() }
        let isOrphan = duration != nil
        if !statesTargetDuration {
            let seconds = max(1, max(longestSegment, longestPart).inSeconds.rounded(.up))
            playlist.targetDuration = .seconds(clamping: seconds)
        }
        for index in withoutDuration {
            let parts = playlist.segments[index].parts.reduce(Duration.zero) { $0 + $1.duration }
            playlist.segments[index].duration = parts > .zero ? min(parts, .seconds(86_400)) : playlist.targetDuration
        }
        if !statesTargetDuration { throw .refused(.missingTargetDuration) }
        if isOrphan { throw .refused(.orphan(Tag.segmentDuration.rawValue)) }
    }

    /// Gives I-frames their initialization section: the first bytes of the resource they lie in
    /// (§4.4.3.6).
    private mutating func implyMaps() {
        var firsts: [String: UInt64] = [:]
        for index in playlist.segments.indices where playlist.segments[index].map == nil {
            let segment = playlist.segments[index]
            guard let range = segment.range else { continue }
            let first = firsts[segment.url] ?? range.offset
            firsts[segment.url] = first
            guard first > 0 else { continue }
            playlist.segments[index].map = MapTag(
                url: segment.url, range: ByteRange(offset: 0, length: first), keys: segment.keys, isImplied: true)
        }
    }
}

extension ByteRange {
    /// The position behind the last byte; nil when the range goes to the resource's end.
    fileprivate var end: UInt64? { length.map { offset.addingSaturating($0) } }
}
