import Devices
import MediaCore

/// Collects the tags of a media playlist (§4.4.3–§4.4.5).
struct MediaPlaylistBuilder {
    private(set) var playlist: MediaPlaylist
    private let mode: ParsingMode

    // What stands before the next URI line.
    private var duration: Duration?
    private var title = ""
    private var rangeText: String?
    private var isDiscontinuity = false
    private var isGap = false
    private var programDate: ProgramDate?
    private var parts: [PartialSegment] = []

    // What stays in force.
    private var keys: [KeyTag] = []
    private var map: MapTag?
    private var bitrate: UInt64?
    private var nextSequence: UInt64 = 0
    private var discontinuity: UInt64 = 0
    private var lastRange: (url: String, end: UInt64)?
    private var lastPartRange: (url: String, end: UInt64)?
    private var dateRangeIndices: [String: Int] = [:]
    private var longest = Duration.zero
    private var statesTargetDuration = false

    init(url: String, mode: ParsingMode) {
        playlist = MediaPlaylist(url: url)
        self.mode = mode
    }

    // MARK: URI lines

    mutating func addSegment(_ uri: String, _ reference: URLReference, _ variables: VariableTable) throws(TagFault) {
        guard let duration else { throw .refused(.orphan("URI")) }
        let url = reference.resolve(try variables.substitute(uri))
        var segment = Segment(
            mediaSequence: nextSequence, discontinuitySequence: discontinuity, url: url, duration: duration,
            title: title)
        if let rangeText {
            segment.range = try range(rangeText, url: url, after: lastRange, tag: .byteRange)
        }
        lastRange = segment.range.flatMap { range in
            range.length.map { (url, range.offset.addingSaturating($0)) }
        }
        segment.isDiscontinuity = isDiscontinuity
        segment.isGap = isGap
        segment.programDate = programDate
        segment.map = map
        segment.keys = keys
        segment.bitrate = segment.range == nil ? bitrate : nil
        segment.parts = parts
        playlist.segments.append(segment)
        longest = max(longest, duration)
        nextSequence = nextSequence.addingSaturating(1)
        beginSegment()
    }

    private mutating func beginSegment() {
        duration = nil
        title = ""
        rangeText = nil
        isDiscontinuity = false
        isGap = false
        programDate = nil
        parts = []
        lastPartRange = nil
    }

    /// "n[@o]"; without an offset it goes on where the range before, of the same resource, ended.
    private func range(
        _ text: String, url: String, after last: (url: String, end: UInt64)?, tag: Tag
    ) throws(TagFault) -> ByteRange {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let length = UInt64(first) else {
            throw .fatal(.malformed(tag: tag.rawValue, text))
        }
        let offset: UInt64
        if parts.count == 2 {
            guard let value = UInt64(parts[1]) else { throw .fatal(.malformed(tag: tag.rawValue, text)) }
            offset = value
        } else {
            guard let last, last.url == url else { throw .fatal(.rangeWithoutOffset) }
            offset = last.end
        }
        guard !offset.addingReportingOverflow(length).overflow else {
            throw .fatal(.malformed(tag: tag.rawValue, text))
        }
        return ByteRange(offset: offset, length: length)
    }

    // MARK: Tags with a plain value

    mutating func read(_ tag: Tag, _ value: String) throws(TagFault) {
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
            guard let date = ProgramDate(iso8601: value) else { throw .refused(.malformed(tag: tag.rawValue, value)) }
            programDate = date
        case .bitrate:
            bitrate = try integer(tag, value)
        case .targetDuration:
            let seconds = try integer(tag, value)
            playlist.targetDuration = .seconds(clamping: Double(max(1, min(seconds, 86_400))))
            statesTargetDuration = true
        case .mediaSequence:
            guard playlist.segments.isEmpty else { throw .refused(.misplaced(tag.rawValue)) }
            playlist.mediaSequence = try integer(tag, value)
            nextSequence = playlist.mediaSequence.addingSaturating(playlist.skip?.segments ?? 0)
        case .discontinuitySequence:
            guard playlist.segments.isEmpty, discontinuity == 0 else { throw .refused(.misplaced(tag.rawValue)) }
            playlist.discontinuitySequence = try integer(tag, value)
            playlist.statesDiscontinuitySequence = true
            discontinuity = playlist.discontinuitySequence
        case .endList:
            playlist.hasEnd = true
        case .playlistType:
            guard let kind = MediaPlaylist.Kind(rawValue: value) else {
                throw .ignored(.malformed(tag: tag.rawValue, value))
            }
            playlist.kind = kind
        case .iFramesOnly:
            playlist.isIFramesOnly = true
        default:
            break
        }
    }

    private func integer(_ tag: Tag, _ value: String) throws(TagFault) -> UInt64 {
        guard let number = AttributeList.integer(value) else { throw .refused(.malformed(tag: tag.rawValue, value)) }
        return number
    }

    private mutating func readDuration(_ value: String) throws(TagFault) {
        let comma = value.utf8.firstIndex(of: UInt8(ascii: ","))
        var number = comma.map { value[..<$0] } ?? value[...]
        title = comma.map { String(value[value.utf8.index(after: $0)...]) } ?? ""
        // Channel lists put attributes between the duration and the comma.
        if let space = number.utf8.firstIndex(of: 0x20), mode == .lenient { number = number[..<space] }
        guard let seconds = AttributeList.number(String(number)), seconds >= 0 || mode == .lenient else {
            // The segment is still one; nothing is known of its length.
            duration = .zero
            throw .refused(.malformed(tag: Tag.segmentDuration.rawValue, value))
        }
        // A day is longer than any segment; sums of many cannot overflow then.
        duration = .seconds(clamping: min(max(0, seconds), 86_400))
    }

    // MARK: Tags with attributes

    mutating func read(_ tag: Tag, _ list: AttributeList, _ reference: URLReference) throws(TagFault) {
        switch tag {
        case .key:
            try readKey(list, reference)
        case .map:
            let url = reference.resolve(try list.required("URI"))
            var range: ByteRange?
            if let text = try list.quoted("BYTERANGE") {
                range = try self.range(text, url: url, after: (url, 0), tag: tag)
            }
            if playlist.skip != nil, playlist.skip?.inheritsMap == nil {
                playlist.skip?.inheritsMap = playlist.segments.count
            }
            map = MapTag(url: url, range: range, keys: keys)
        case .part:
            parts.append(try part(list, reference))
        case .dateRange:
            try readDateRange(list)
        case .partInf:
            guard let target = list.duration("PART-TARGET"), target > .zero else {
                throw .refused(.missingAttribute(tag: tag.rawValue, "PART-TARGET"))
            }
            playlist.partTarget = target
        case .serverControl:
            var control = ServerControl()
            control.canSkipUntil = positive(list.duration("CAN-SKIP-UNTIL"))
            control.canSkipDateRanges = try list.flag("CAN-SKIP-DATERANGES")
            control.holdBack = positive(list.duration("HOLD-BACK"))
            control.partHoldBack = positive(list.duration("PART-HOLD-BACK"))
            control.canBlockReload = try list.flag("CAN-BLOCK-RELOAD")
            playlist.control = control
        case .skip:
            guard let count = list.integer("SKIPPED-SEGMENTS") else {
                throw .fatal(.missingAttribute(tag: tag.rawValue, "SKIPPED-SEGMENTS"))
            }
            guard playlist.segments.isEmpty else { throw .fatal(.misplaced(tag.rawValue)) }
            let removed = try list.quoted("RECENTLY-REMOVED-DATERANGES") ?? ""
            playlist.skip = SkipTag(segments: count, removedDateRanges: removed.split(separator: "\t").map(String.init))
            nextSequence = playlist.mediaSequence.addingSaturating(count)
        case .preloadHint:
            try readPreloadHint(list, reference)
        case .renditionReport:
            playlist.renditionReports.append(
                RenditionReport(
                    url: reference.resolve(try list.required("URI")), lastMediaSequence: list.integer("LAST-MSN"),
                    lastPart: list.integer("LAST-PART")))
        default:
            break
        }
    }

    private func positive(_ duration: Duration?) -> Duration? {
        duration.flatMap { $0 > .zero ? $0 : nil }
    }

    private mutating func readKey(_ list: AttributeList, _ reference: URLReference) throws(TagFault) {
        if playlist.skip != nil, playlist.skip?.inheritsKeys == nil {
            playlist.skip?.inheritsKeys = playlist.segments.count
        }
        guard let key = try KeyTag(list, reference) else {
            keys = []
            return
        }
        if let same = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
            keys[same] = key
        } else {
            keys.append(key)
        }
    }

    private mutating func part(_ list: AttributeList, _ reference: URLReference) throws(TagFault) -> PartialSegment {
        let url = reference.resolve(try list.required("URI"))
        guard let length = list.duration("DURATION"), length >= .zero else {
            throw .refused(.missingAttribute(tag: list.tag, "DURATION"))
        }
        var range: ByteRange?
        if let text = try list.quoted("BYTERANGE") {
            range = try self.range(text, url: url, after: lastPartRange, tag: .part)
        }
        lastPartRange = range.flatMap { range in range.length.map { (url, range.offset.addingSaturating($0)) } }
        longest = max(longest, length)
        return PartialSegment(
            url: url, range: range, duration: length, isIndependent: try list.flag("INDEPENDENT"),
            isGap: try list.flag("GAP"))
    }

    private mutating func readPreloadHint(_ list: AttributeList, _ reference: URLReference) throws(TagFault) {
        let type = try list.required("TYPE")
        guard let kind = PreloadHint.Kind(rawValue: type) else {
            throw .ignored(.malformed(tag: list.tag, "TYPE=\(type)"))
        }
        // Only the first of a type counts (§4.4.5.3).
        guard !playlist.preloadHints.contains(where: { $0.kind == kind }) else { return }
        let start = list.integer("BYTERANGE-START")
        let length = list.integer("BYTERANGE-LENGTH")
        let range = start == nil && length == nil ? nil : ByteRange(offset: start ?? 0, length: length)
        playlist.preloadHints.append(
            PreloadHint(kind: kind, url: reference.resolve(try list.required("URI")), range: range))
    }

    private mutating func readDateRange(_ list: AttributeList) throws(TagFault) {
        let range = try DateRangeTag(list)
        if let same = dateRangeIndices[range.id] {
            if let conflict = playlist.dateRanges[same].merge(range) {
                throw .ignored(.malformed(tag: list.tag, "\(conflict) of \(range.id) changes"))
            }
        } else {
            dateRangeIndices[range.id] = playlist.dateRanges.count
            playlist.dateRanges.append(range)
        }
    }

    // MARK: The end

    mutating func finish() throws(TagFault) {
        playlist.trailingParts = parts
        if duration != nil, mode == .strict { throw .refused(.orphan(Tag.segmentDuration.rawValue)) }
        guard !statesTargetDuration else { return }
        let seconds = max(1, longest.inSeconds.rounded(.up))
        playlist.targetDuration = .seconds(clamping: seconds)
        throw .refused(.missingTargetDuration)
    }
}
