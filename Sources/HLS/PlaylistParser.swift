/// Reads a playlist (RFC 8216bis §4) in linear time. Never traps, whatever the bytes are.
package struct PlaylistParser {
    /// The newest protocol version that is understood (§8).
    package static let supportedVersion: UInt64 = 13

    /// - Parameters:
    ///   - url: where the body came from after redirects.
    ///   - imports: the variables of the multivariant playlist that led here; nil without one.
    package static func parse(
        _ body: [UInt8], url: String, mode: ParsingMode = .lenient, imports: [String: String]? = nil
    ) throws(PlaylistError) -> Playlist {
        var parser = PlaylistParser(url: url, mode: mode, imports: imports)
        var lines = try PlaylistLines(body, mode: mode)
        guard let first = try lines.next() else { throw PlaylistError(line: 1, .empty) }
        try parser.readFirst(first, number: lines.number)
        while let line = try lines.next() {
            try parser.read(line, number: lines.number)
        }
        return try parser.finish(lines: lines.number)
    }

    private let url: String
    private let mode: ParsingMode
    private let reference: URLReference
    private var variables: VariableTable
    private var seen: Set<Tag> = []
    private var media: MediaPlaylistBuilder?
    private var multivariant: MultivariantBuilder?
    private var version: UInt64 = 1
    private var hasIndependentSegments = false
    private var start: StartPoint?
    private var warnings: [PlaylistError] = []

    /// A hostile playlist could otherwise make one warning a line.
    private static let maximumWarnings = 50

    private init(url: String, mode: ParsingMode, imports: [String: String]?) {
        self.url = url
        self.mode = mode
        reference = URLReference(base: url)
        variables = VariableTable(imports: imports, url: url)
    }

    private mutating func readFirst(_ line: String, number: Int) throws(PlaylistError) {
        if line == "#EXTM3U" || (line.hasPrefix("#EXTM3U") && mode == .lenient) {
            if mode == .strict, number != 1 { throw PlaylistError(line: number, .notAPlaylist) }
            seen.insert(.header)
            return
        }
        if line.hasPrefix("<") { throw PlaylistError(line: number, .html) }
        guard mode == .lenient, line.hasPrefix("#EXT") else { throw PlaylistError(line: number, .notAPlaylist) }
        warn(number, .notAPlaylist)
        try read(line, number: number)
    }

    private mutating func read(_ line: String, number: Int) throws(PlaylistError) {
        do throws(TagFault) {
            guard line.utf8.first == UInt8(ascii: "#") else {
                try readURI(line)
                return
            }
            guard line.hasPrefix("#EXT") else { return }
            let body = line.dropFirst()
            let colon = body.utf8.firstIndex(of: UInt8(ascii: ":"))
            guard let tag = Tag(rawValue: String(colon.map { body[..<$0] } ?? body)) else { return }
            let value = colon.map { String(body[body.utf8.index(after: $0)...]) } ?? ""
            try read(tag, value, number)
        } catch {
            switch error {
            case .fatal(let reason): throw PlaylistError(line: number, reason)
            case .refused(let reason) where mode == .strict: throw PlaylistError(line: number, reason)
            case .refused(let reason), .ignored(let reason): warn(number, reason)
            }
        }
    }

    private mutating func warn(_ line: Int, _ reason: PlaylistError.Reason) {
        if warnings.count < PlaylistParser.maximumWarnings {
            warnings.append(PlaylistError(line: line, reason))
        }
    }

    private mutating func readURI(_ line: String) throws(TagFault) {
        if media != nil {
            try media?.addSegment(line, reference, variables)
        } else if multivariant != nil {
            try multivariant?.addVariant(line, reference, variables)
        } else {
            throw .refused(.orphan("URI"))
        }
    }

    private mutating func read(_ tag: Tag, _ value: String, _ number: Int) throws(TagFault) {
        if tag.isSingle, !seen.insert(tag).inserted {
            throw tag == .version ? .fatal(.repeated(tag.rawValue)) : .refused(.repeated(tag.rawValue))
        }
        switch tag.scope {
        case .both:
            try readCommon(tag, value)
        case .media:
            if multivariant != nil { throw .fatal(.mixedTypes(tag.rawValue)) }
            if media == nil { media = MediaPlaylistBuilder(url: url, mode: mode) }
            if takesAttributes(tag) {
                let attributes = try attributes(value, tag, number)
                try media?.read(tag, attributes, reference)
            } else {
                try media?.read(tag, value)
            }
        case .multivariant:
            if media != nil { throw .fatal(.mixedTypes(tag.rawValue)) }
            if multivariant == nil { multivariant = MultivariantBuilder(url: url, mode: mode) }
            if tag == .streamInf { multivariant?.beginVariant() }
            let attributes = try attributes(value, tag, number)
            try multivariant?.read(tag, attributes, reference)
        }
    }

    private func takesAttributes(_ tag: Tag) -> Bool {
        switch tag {
        case .key, .map, .part, .dateRange, .partInf, .serverControl, .skip, .preloadHint, .renditionReport: true
        default: false
        }
    }

    private mutating func attributes(_ value: String, _ tag: Tag, _ number: Int) throws(TagFault) -> AttributeList {
        // A date range with a syntax error is left out, the playlist is not (§4.4.5.1).
        let strictness: ParsingMode = tag == .dateRange ? .lenient : mode
        let list = try AttributeList(value, tag: tag.rawValue, mode: strictness, variables: variables)
        for fault in list.faults { warn(number, fault) }
        try list.checkRequirements(known: tag == .streamInf || tag == .iFrameStreamInf ? ["REQ-VIDEO-LAYOUT"] : [])
        return list
    }

    private mutating func readCommon(_ tag: Tag, _ value: String) throws(TagFault) {
        switch tag {
        case .version:
            guard let number = AttributeList.integer(value) else {
                throw .refused(.malformed(tag: tag.rawValue, value))
            }
            if number > PlaylistParser.supportedVersion { throw .fatal(.unsupportedVersion(number)) }
            version = number
        case .independentSegments:
            hasIndependentSegments = true
        case .start:
            let list = try AttributeList(value, tag: tag.rawValue, mode: mode, variables: variables)
            try list.checkRequirements()
            guard let offset = list.duration("TIME-OFFSET") else {
                throw .refused(.missingAttribute(tag: tag.rawValue, "TIME-OFFSET"))
            }
            start = StartPoint(offset: offset, isPrecise: try list.flag("PRECISE"))
        case .define:
            let list = try AttributeList(value, tag: tag.rawValue, mode: mode, variables: variables)
            try list.checkRequirements()
            try variables.define(list, isMultivariant: multivariant != nil)
        default:
            break
        }
    }

    private mutating func finish(lines: Int) throws(PlaylistError) -> Playlist {
        if var builder = media {
            media = nil
            do throws(TagFault) {
                try builder.finish()
            } catch {
                switch error {
                case .fatal(let reason): throw PlaylistError(line: lines, reason)
                case .refused(let reason) where mode == .strict: throw PlaylistError(line: lines, reason)
                case .refused(let reason), .ignored(let reason): warn(lines, reason)
                }
            }
            var playlist = builder.playlist
            playlist.version = version
            playlist.hasIndependentSegments = hasIndependentSegments
            playlist.start = start
            playlist.variables = variables.values
            playlist.warnings = warnings
            return .media(playlist)
        }
        var playlist = multivariant?.playlist ?? MultivariantPlaylist(url: url)
        if multivariant?.isAwaitingURI == true {
            if mode == .strict { throw PlaylistError(line: lines, .orphan(Tag.streamInf.rawValue)) }
            warn(lines, .orphan(Tag.streamInf.rawValue))
        }
        playlist.version = version
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.start = start
        playlist.variables = variables.values
        playlist.warnings = warnings
        return .multivariant(playlist)
    }
}
