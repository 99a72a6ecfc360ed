import Devices
import MediaCore

/// Reads the tags that have attributes.
extension MediaPlaylistBuilder {
    mutating func read(_ tag: Tag, _ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        switch tag {
        case .key: try readKey(&list, reference)
        case .map: try readMap(&list, reference)
        case .part: try readPart(&list, reference)
        case .dateRange: try readDateRange(&list)
        case .partInf:
            guard let target = try list.seconds("PART-TARGET"), target > .zero else {
                throw list.missing("PART-TARGET")
            }
            playlist.partTarget = target
        case .serverControl: try readServerControl(&list)
        case .skip: try readSkip(&list)
        case .preloadHint: try readPreloadHint(&list, reference)
        case .renditionReport:
            playlist.renditionReports.append(
                RenditionReport(
                    url: reference.resolve(try list.required("URI")),
                    lastMediaSequence: try list.integer("LAST-MSN"), lastPart: try list.integer("LAST-PART")))
        default:
            break
        }
    }

    private mutating func readServerControl(_ list: inout AttributeList) throws(TagFault) {
        var control = ServerControl()
        control.canSkipUntil = try list.seconds("CAN-SKIP-UNTIL")
        control.canSkipDateRanges = try list.flag("CAN-SKIP-DATERANGES")
        control.holdBack = try list.seconds("HOLD-BACK")
        control.partHoldBack = try list.seconds("PART-HOLD-BACK")
        control.canBlockReload = try list.flag("CAN-BLOCK-RELOAD")
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            list.warn("CAN-SKIP-DATERANGES without CAN-SKIP-UNTIL")
        }
        for zero in [\ServerControl.canSkipUntil, \.holdBack, \.partHoldBack] where control[keyPath: zero] == .zero {
            control[keyPath: zero] = nil
        }
        playlist.control = control
    }

    private mutating func readKey(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        guard let key = try KeyTag(&list, reference) else {
            keys = []
            inherits.remove(.keys)
            return
        }
        if let same = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
            keys[same] = key
        } else {
            keys.append(key)
        }
    }

    private mutating func readMap(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        let url = reference.resolve(try list.required("URI"))
        var range: ByteRange?
        if let text = try list.string("BYTERANGE") {
            if mode == .strict, !text.utf8.contains(UInt8(ascii: "@")) { throw .refused(.rangeWithoutOffset) }
            range = try self.range(ArraySlice(text.utf8), url: url, after: RangeEnd(url: url, end: 0), tag: .map)
        }
        inherits.remove(.map)
        map = MapTag(url: url, range: range, keys: keys, inheritsKeys: inherits.contains(.keys))
        if keys.contains(where: { $0.method == .aes128 && $0.isIdentity && $0.iv == nil }) {
            list.warn("it is encrypted, and its key has no IV")
        }
    }

    private mutating func readPart(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        // A part that can't be read is kept as a gap: leaving it out would number those after it
        // wrongly.
        var isGap = try list.flag("GAP")
        let isIndependent = try list.flag("INDEPENDENT")
        let uri = try list.string("URI")
        let stated = try list.seconds("DURATION")
        if mode == .strict {
            if uri == nil { throw list.missing("URI") }
            if stated == nil { throw list.missing("DURATION") }
        }
        if uri == nil || stated == nil {
            list.warn(uri == nil ? "no URI" : "no DURATION")
            isGap = isGap || uri == nil
        }
        let url = uri.map(reference.resolve) ?? ""
        let duration = min(stated ?? playlist.partTarget ?? .zero, .seconds(86_400))
        var range: ByteRange?
        if let text = try list.string("BYTERANGE") {
            let bytes = ArraySlice(text.utf8)
            var last = lastPartRange
            if last?.url != url, !bytes.contains(UInt8(ascii: "@")) {
                if mode == .strict { throw .refused(.rangeWithoutOffset) }
                list.warn("a byte range without an offset is taken from the start")
                last = RangeEnd(url: url, end: 0)
            }
            range = try self.range(bytes, url: url, after: last, tag: .part)
        }
        lastPartRange = range.flatMap { range in
            range.length.map { RangeEnd(url: url, end: range.offset.addingSaturating($0)) }
        }
        longestPart = max(longestPart, duration)
        parts.append(
            PartialSegment(url: url, range: range, duration: duration, isIndependent: isIndependent, isGap: isGap))
    }

    private mutating func readSkip(_ list: inout AttributeList) throws(TagFault) {
        guard let count = try list.integer("SKIPPED-SEGMENTS") else {
            throw .fatal(.missingAttribute(tag: list.tag, "SKIPPED-SEGMENTS"))
        }
        guard playlist.segments.isEmpty else { throw .fatal(.misplaced(list.tag)) }
        let removed = try list.string("RECENTLY-REMOVED-DATERANGES", mayBeEmpty: true) ?? ""
        playlist.skip = SkipTag(segments: count, removedDateRanges: removed.split(separator: "\t").map(String.init))
        nextSequence = playlist.mediaSequence.addingSaturating(count)
        keys = []
        if count > 0 { inherits = [.keys, .map, .bitrate, .range] }
    }

    private mutating func readPreloadHint(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        guard let type = try list.token("TYPE") else { throw list.missing("TYPE") }
        guard let kind = PreloadHint.Kind(rawValue: type) else { throw list.unknown("TYPE", type) }
        let url = reference.resolve(try list.required("URI"))
        let start = try list.integer("BYTERANGE-START")
        let length = try list.integer("BYTERANGE-LENGTH")
        // Only the first hint of a type counts (§4.4.5.3).
        guard !playlist.preloadHints.contains(where: { $0.kind == kind }) else { return }
        let range = start == nil && length == nil ? nil : ByteRange(offset: start ?? 0, length: length)
        playlist.preloadHints.append(PreloadHint(kind: kind, url: url, range: range))
    }

    private mutating func readDateRange(_ list: inout AttributeList) throws(TagFault) {
        let range = try DateRangeTag(&list)
        if let same = dateRangeIndices[range.id] {
            if let conflict = playlist.dateRanges[same].merge(range) {
                list.warn("\(conflict) of \(range.id) changes: the first holds")
            }
        } else {
            dateRangeIndices[range.id] = playlist.dateRanges.count
            playlist.dateRanges.append(range)
        }
    }
}
