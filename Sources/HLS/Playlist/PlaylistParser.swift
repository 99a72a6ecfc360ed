/// Reads a playlist (RFC 8216bis §4) in linear time. Never traps, whatever the bytes are.
package struct PlaylistParser {
    /// The newest protocol version that is understood (§8).
    package static let supportedVersion: UInt64 = 13

    /// Parses a playlist's text.
    /// - Parameters:
    ///   - url: where the body came from after redirects.
    ///   - imports: the variables of the multivariant playlist that led here; nil without one.
    ///   - keepsReferences: URIs stay as they are written, for people who look into the playlist; otherwise
    ///     they are made absolute.
    package static func parse(
        _ body: [UInt8], url: String, mode: ParsingMode = .lenient, imports: [String: String]? = nil,
        keepsReferences: Bool = false
    ) throws(PlaylistError) -> Playlist {
        var parser = PlaylistParser(url: url, mode: mode, imports: imports, keepsReferences: keepsReferences)
        parser.bytes = body.count
        var lines = try PlaylistLines(body, mode: mode)
        try parser.readHeader(&lines)
        while let line = try lines.next() {
            parser.line = lines.number
            if let fault = lines.fault { parser.warnings.add(fault, lines.number) }
            try parser.handling { parser throws(TagFault) in try parser.read(line) }
        }
        return try parser.finish()
    }

    private let url: String
    private let mode: ParsingMode
    /// The length of the whole text in bytes.
    private var bytes = 0
    private let reference: URLReference
    private var variables: VariableTable
    private var seen: Set<Tag> = []
    private var media: MediaPlaylistBuilder?
    private var multivariant: MultivariantBuilder?
    private var version: UInt64 = 1
    private var hasIndependentSegments = false
    private var start: StartPoint?
    private var warnings = PlaylistWarnings()
    /// The line that is being read, from 1.
    private var line = 1
    /// The line of an imported variable: a multivariant playlist may not have one (§4.4.2.3).
    private var importLine: Int?

    private init(url: String, mode: ParsingMode, imports: [String: String]?, keepsReferences: Bool) {
        self.url = url
        self.mode = mode
        reference = URLReference(base: keepsReferences ? nil : url)
        variables = VariableTable(imports: imports, url: url)
    }

    // MARK: Lines

    /// Reads #EXTM3U. Lenient mode looks for it further down, or does without it.
    private mutating func readHeader(_ lines: inout PlaylistLines) throws(PlaylistError) {
        guard let first = try lines.next() else { throw PlaylistError(line: 1, .empty) }
        line = lines.number
        if let fault = lines.fault { warnings.add(fault, line) }
        let failure = PlaylistError(line: line, .notAPlaylist)
        if first.elementsEqual("#EXTM3U".utf8) {
            seen.insert(.header)
            guard line > 1 else { return }
            // Lenient mode takes a blank line before #EXTM3U.
            if mode == .strict { throw failure }
            warnings.add(.notAPlaylist, line)
            return
        }
        if first.first == UInt8(ascii: "<") { throw PlaylistError(line: line, .html) }
        if mode == .strict { throw failure }
        warnings.add(.notAPlaylist, line)
        if first.starts(with: "#EXT".utf8) {
            guard !first.starts(with: "#EXTM3U".utf8) else {
                seen.insert(.header)
                return
            }
            return try handling { parser throws(TagFault) in try parser.read(first) }
        }
        while let next = try lines.next() {
            line = lines.number
            guard next.starts(with: "#EXTM3U".utf8) else { continue }
            seen.insert(.header)
            return
        }
        throw failure
    }

    /// Runs `body`, and throws or notes its fault as this mode demands.
    private mutating func handling(
        _ body: (inout PlaylistParser) throws(TagFault) -> Void
    ) throws(PlaylistError) {
        do throws(TagFault) {
            try body(&self)
        } catch {
            switch error {
            case .fatal(let reason): throw PlaylistError(line: line, reason)
            case .refused(let reason) where mode == .strict: throw PlaylistError(line: line, reason)
            case .refused(let reason), .ignored(let reason): warnings.add(reason, line)
            }
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>) throws(TagFault) {
        guard line.first == UInt8(ascii: "#") else { return try readURI(line) }
        guard line.starts(with: "#EXT".utf8) else { return }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        guard let tag = Tag(line[(line.startIndex + 1)..<colon]) else { return }
        var value = line[colon...].dropFirst()
        if let first = value.first, PlaylistLines.isBlank(first), mode == .lenient {
            warnings.add(.malformed(tag: tag.rawValue, "a blank behind the colon"), self.line)
            value = value.drop(while: PlaylistLines.isBlank)
        }
        try read(tag, value)
    }

    private mutating func readURI(_ line: ArraySlice<UInt8>) throws(TagFault) {
        guard media != nil || multivariant != nil else { throw .refused(.orphan("URI")) }
        let url = reference.resolve(try variables.substitute(line))
        if media != nil {
            try media?.addSegment(url)
        } else {
            try multivariant?.addVariant(url)
        }
    }

    // MARK: Tags

    private mutating func read(_ tag: Tag, _ value: ArraySlice<UInt8>) throws(TagFault) {
        if tag.repetition != .allowed, !seen.insert(tag).inserted {
            throw tag.repetition == .fatal ? .fatal(.repeated(tag.rawValue)) : .refused(.repeated(tag.rawValue))
        }
        switch tag.scope {
        case .both:
            try readCommon(tag, value)
        case .media:
            if multivariant != nil { throw .fatal(.mixedTypes(tag.rawValue)) }
            if media == nil { media = MediaPlaylistBuilder(url: url, mode: mode, bytes: bytes) }
            if tag.hasAttributes {
                try withAttributes(value, tag) { parser, list throws(TagFault) in
                    try parser.media?.read(tag, &list, parser.reference)
                }
            } else {
                try media?.read(tag, value)
            }
        case .multivariant:
            if media != nil { throw .fatal(.mixedTypes(tag.rawValue)) }
            if multivariant == nil { multivariant = MultivariantBuilder(url: url, mode: mode) }
            if tag == .streamInf { try multivariant?.beginVariant() }
            try withAttributes(value, tag) { parser, list throws(TagFault) in
                try parser.multivariant?.read(tag, &list, parser.reference)
            }
        }
    }

    /// Reads the attribute list, and warns of what was mended in it.
    private mutating func withAttributes(
        _ value: ArraySlice<UInt8>, _ tag: Tag,
        _ body: (inout PlaylistParser, inout AttributeList) throws(TagFault) -> Void
    ) throws(TagFault) {
        var list = try AttributeList(value, tag: tag.rawValue, mode: mode, variables: variables)
        defer { for fault in list.faults { warnings.add(fault, line) } }
        try list.checkRequirements(known: tag == .streamInf || tag == .iFrameStreamInf ? ["REQ-VIDEO-LAYOUT"] : [])
        try body(&self, &list)
    }

    private mutating func readCommon(_ tag: Tag, _ value: ArraySlice<UInt8>) throws(TagFault) {
        switch tag {
        case .version:
            guard let number = Numeral.integer(value) else {
                throw .refused(.malformed(tag: tag.rawValue, String(decoding: value, as: UTF8.self)))
            }
            if number > PlaylistParser.supportedVersion { throw .fatal(.unsupportedVersion(number)) }
            version = number
        case .independentSegments:
            hasIndependentSegments = true
        case .start:
            try withAttributes(value, tag) { parser, list throws(TagFault) in
                guard let offset = try list.seconds("TIME-OFFSET", isSigned: true) else {
                    throw list.missing("TIME-OFFSET")
                }
                parser.start = StartPoint(offset: offset, isPrecise: try list.flag("PRECISE"))
            }
        case .define:
            try withAttributes(value, tag) { parser, list throws(TagFault) in
                if list.has("IMPORT"), parser.importLine == nil { parser.importLine = parser.line }
                try parser.variables.define(&list, isMultivariant: parser.multivariant != nil)
            }
        default:
            break
        }
    }

    // MARK: The end

    private mutating func finish() throws(PlaylistError) -> Playlist {
        if media != nil { return .media(try finishMedia()) }
        if let importLine { throw PlaylistError(line: importLine, .misplaced("EXT-X-DEFINE:IMPORT")) }
        var playlist = multivariant?.playlist ?? MultivariantPlaylist(url: url)
        if multivariant?.isAwaitingURI == true {
            try handling { _ throws(TagFault) in throw .refused(.orphan(Tag.streamInf.rawValue)) }
        }
        for fault in MultivariantChecks(playlist).faults {
            try handling { _ throws(TagFault) in throw fault }
        }
        playlist.version = version
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.start = start
        playlist.variables = variables.values
        playlist.warnings = warnings.all
        return .multivariant(playlist)
    }

    private mutating func finishMedia() throws(PlaylistError) -> MediaPlaylist {
        try handling { parser throws(TagFault) in try parser.media?.finish() }
        let longest = media?.longestSegment ?? .zero
        var playlist = media?.playlist ?? MediaPlaylist(url: url)
        media = nil
        for fault in MediaPlaylistChecks(playlist, longestSegment: longest).faults {
            try handling { _ throws(TagFault) in throw fault }
        }
        if playlist.skip == nil { playlist.dateRanges.removeAll { $0.start == nil } }
        playlist.version = version
        playlist.hasIndependentSegments = hasIndependentSegments
        playlist.start = start
        playlist.variables = variables.values
        playlist.warnings = warnings.all
        return playlist
    }
}
