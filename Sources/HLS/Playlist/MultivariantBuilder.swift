import MediaCore

/// Collects the tags of a multivariant playlist (§4.4.6).
struct MultivariantBuilder {
    private(set) var playlist: MultivariantPlaylist

    private enum Pending {
        case none
        case variant(Variant)
        /// The tag was left out, and so is the URI line behind it (§6.3.1).
        case ignored
    }

    private var pending = Pending.none

    private let mode: ParsingMode

    init(url: String, mode: ParsingMode) {
        self.mode = mode
        playlist = MultivariantPlaylist(url: url)
    }

    var isAwaitingURI: Bool {
        if case .variant = pending { true } else { false }
    }

    /// Starts a variant; called before EXT-X-STREAM-INF's attributes are read, which may fail.
    mutating func beginVariant() throws(TagFault) {
        let wasAwaiting = isAwaitingURI
        pending = .ignored
        if wasAwaiting, mode == .strict { throw .refused(.orphan(Tag.streamInf.rawValue)) }
    }

    mutating func addVariant(_ url: String) throws(TagFault) {
        defer { pending = .none }
        switch pending {
        case .none: throw .refused(.orphan("URI"))
        case .ignored: return
        case .variant(var variant):
            variant.url = url
            playlist.variants.append(variant)
        }
    }

    mutating func read(_ tag: Tag, _ list: inout AttributeList, _ reference: URLReference) throws(TagFault) {
        switch tag {
        case .streamInf:
            pending = .variant(try variant(&list))
        case .iFrameStreamInf:
            let url = reference.resolve(try list.required("URI"))
            var variant = try variant(&list)
            variant.url = url
            playlist.iFrameVariants.append(variant)
        case .media:
            playlist.renditions.append(try rendition(&list, reference))
        case .sessionData:
            let data = try sessionData(&list, reference)
            if playlist.sessionData.contains(where: { $0.id == data.id && $0.language == data.language }) {
                list.warn("\(data.id) is there twice in one language")
            }
            playlist.sessionData.append(data)
        case .sessionKey:
            guard let key = try KeyTag(&list, reference) else {
                throw .refused(.malformed(tag: tag.rawValue, "METHOD=NONE"))
            }
            playlist.sessionKeys.append(key)
        case .contentSteering:
            let url = reference.resolve(try list.required("SERVER-URI"))
            playlist.contentSteering = ContentSteeringTag(
                serverURL: url, pathway: try list.string("PATHWAY-ID") ?? ".")
        default:
            break
        }
    }

    private func variant(_ list: inout AttributeList) throws(TagFault) -> Variant {
        // Values that may forbid the whole tag are read first (§6.3.1): nothing else of it matters
        // then.
        let level = try list.token("HDCP-LEVEL")
        let hdcpLevel = level.flatMap(Variant.HDCPLevel.init)
        if let level, hdcpLevel == nil { throw list.unknown("HDCP-LEVEL", level) }
        let layout = try list.string("REQ-VIDEO-LAYOUT")
        if let layout, let unknown = VideoLayout.unknownSpecifier(in: layout) {
            throw list.unknown("REQ-VIDEO-LAYOUT", unknown)
        }
        let bandwidth = try list.integer("BANDWIDTH")
        if bandwidth == nil {
            if mode == .strict { throw list.missing("BANDWIDTH") }
            list.warn("no BANDWIDTH")
        }
        var variant = Variant(url: "", bandwidth: bandwidth ?? 0)
        variant.hdcpLevel = hdcpLevel
        variant.videoLayout = layout
        variant.averageBandwidth = try list.integer("AVERAGE-BANDWIDTH")
        variant.score = try list.number("SCORE")
        variant.codecs = try list.list("CODECS")
        variant.supplementalCodecs = try list.list("SUPPLEMENTAL-CODECS")
        variant.resolution = try list.resolution("RESOLUTION")
        variant.frameRate = try list.number("FRAME-RATE").flatMap { $0 > 0 ? $0 : nil }
        variant.allowedCPC = try list.string("ALLOWED-CPC")
        switch try list.token("VIDEO-RANGE") {
        case nil, "SDR": variant.videoRange = .sdr
        case "HLG": variant.videoRange = .hlg
        case "PQ": variant.videoRange = .pq
        case let other?:
            variant.videoRange = .unknown
            list.warn("VIDEO-RANGE=\(other) is not known: the variant is not chosen")
        }
        variant.stableID = try list.string("STABLE-VARIANT-ID")
        variant.audioGroup = try list.string("AUDIO")
        variant.videoGroup = try list.string("VIDEO")
        variant.subtitlesGroup = try list.string("SUBTITLES")
        variant.closedCaptions = try closedCaptions(&list)
        variant.pathway = try list.string("PATHWAY-ID") ?? "."
        return variant
    }

    /// Reads CLOSED-CAPTIONS: the enumerated NONE, which some servers put into quotes, or a group
    /// in quotes.
    private func closedCaptions(_ list: inout AttributeList) throws(TagFault) -> Variant.ClosedCaptions {
        guard let attribute = list.attributes.first(where: { $0.name == "CLOSED-CAPTIONS" }) else {
            return .undeclared
        }
        if !attribute.isQuoted, attribute.text == "NONE" { return .none }
        guard let group = try list.string("CLOSED-CAPTIONS") else { return .undeclared }
        if group == "NONE", mode == .lenient { return .none }
        return .group(group)
    }

    private func rendition(_ list: inout AttributeList, _ reference: URLReference) throws(TagFault) -> Rendition {
        guard let type = try list.token("TYPE") else { throw list.missing("TYPE") }
        guard let kind = Rendition.Kind(rawValue: type) else { throw list.unknown("TYPE", type) }
        let group = try list.required("GROUP-ID")
        let language = try list.string("LANGUAGE")
        var name = try list.string("NAME") ?? ""
        if name.isEmpty {
            if mode == .strict { throw list.missing("NAME") }
            list.warn("no NAME")
            name = language ?? group
        }
        var rendition = Rendition(kind: kind, group: group, name: name)
        let uri = try list.string("URI")
        if kind == .closedCaptions {
            if uri != nil { list.warn("closed captions have no URI of their own") }
        } else {
            rendition.url = uri.map(reference.resolve)
        }
        if kind == .subtitles, rendition.url == nil { throw list.missing("URI") }
        rendition.language = language
        rendition.associatedLanguage = try list.string("ASSOC-LANGUAGE")
        rendition.stableID = try list.string("STABLE-RENDITION-ID")
        rendition.isDefault = try list.flag("DEFAULT")
        let isAutoselect = try list.flag("AUTOSELECT")
        // DEFAULT=YES without AUTOSELECT implies AUTOSELECT=YES (§4.4.6.1).
        rendition.isAutoselect = isAutoselect || rendition.isDefault
        if rendition.isDefault, !isAutoselect, list.has("AUTOSELECT") { list.warn("DEFAULT=YES with AUTOSELECT=NO") }
        rendition.isForced = try list.flag("FORCED")
        if rendition.isForced, kind != .subtitles {
            list.warn("FORCED is for subtitles")
            rendition.isForced = false
        }
        rendition.instreamID = try instreamID(&list, kind)
        rendition.bitDepth = try list.integer("BIT-DEPTH")
        rendition.sampleRate = try list.integer("SAMPLE-RATE")
        rendition.characteristics = try list.list("CHARACTERISTICS")
        rendition.channels = try list.string("CHANNELS")
        return rendition
    }

    /// Reads INSTREAM-ID: CC1–CC4 or SERVICE1–SERVICE63 for closed captions, which need it; any
    /// text for other kinds.
    private func instreamID(_ list: inout AttributeList, _ kind: Rendition.Kind) throws(TagFault) -> String? {
        guard let id = try list.string("INSTREAM-ID") else {
            guard kind == .closedCaptions else { return nil }
            if mode == .strict { throw list.missing("INSTREAM-ID") }
            list.warn("closed captions without INSTREAM-ID")
            return nil
        }
        guard kind == .closedCaptions else { return id }
        let service = id.hasPrefix("SERVICE") ? Numeral.integer(id.utf8.dropFirst(7)) : nil
        if !["CC1", "CC2", "CC3", "CC4"].contains(id), !(1...63).contains(service ?? 0) {
            if mode == .strict { throw .refused(.malformed(tag: list.tag, "INSTREAM-ID=\(id)")) }
            list.warn("INSTREAM-ID=\(id) is not known")
        }
        return id
    }

    private func sessionData(
        _ list: inout AttributeList, _ reference: URLReference
    ) throws(TagFault) -> SessionDataTag {
        let id = try list.required("DATA-ID")
        let format = try list.token("FORMAT") ?? "JSON"
        guard format == "JSON" || format == "RAW" else { throw list.unknown("FORMAT", format) }
        let content: SessionDataTag.Content
        switch (try list.string("VALUE", mayBeEmpty: true), try list.string("URI")) {
        case (let value?, nil): content = .value(value)
        case (nil, let uri?):
            let url = reference.resolve(uri)
            content = format == "RAW" ? .raw(url: url) : .json(url: url)
        default: throw .refused(.malformed(tag: list.tag, "needs one of VALUE and URI"))
        }
        return SessionDataTag(id: id, content: content, language: try list.string("LANGUAGE"))
    }
}
