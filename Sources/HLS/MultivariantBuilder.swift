import MediaCore

/// Collects the tags of a multivariant playlist (§4.4.6).
struct MultivariantBuilder {
    private(set) var playlist: MultivariantPlaylist

    private enum Pending {
        case none
        case variant(Variant)
        /// The tag was left out: so is the URI (§6.3.1).
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

    /// Before EXT-X-STREAM-INF's attributes are read, which may fail.
    mutating func beginVariant() {
        pending = .ignored
    }

    mutating func addVariant(_ uri: String, _ reference: URLReference, _ variables: VariableTable) throws(TagFault) {
        defer { pending = .none }
        switch pending {
        case .none: throw .refused(.orphan("URI"))
        case .ignored: return
        case .variant(var variant):
            variant.url = reference.resolve(try variables.substitute(uri))
            playlist.variants.append(variant)
        }
    }

    mutating func read(_ tag: Tag, _ attributes: AttributeList, _ reference: URLReference) throws(TagFault) {
        switch tag {
        case .streamInf:
            pending = .variant(try variant(attributes))
        case .iFrameStreamInf:
            var variant = try variant(attributes)
            variant.url = reference.resolve(try attributes.required("URI"))
            playlist.iFrameVariants.append(variant)
        case .media:
            playlist.renditions.append(try rendition(attributes, reference))
        case .sessionData:
            playlist.sessionData.append(try sessionData(attributes, reference))
        case .sessionKey:
            guard let key = try KeyTag(attributes, reference) else {
                throw .refused(.malformed(tag: tag.rawValue, "METHOD=NONE"))
            }
            playlist.sessionKeys.append(key)
        case .contentSteering:
            playlist.contentSteering = ContentSteeringTag(
                serverURL: reference.resolve(try attributes.required("SERVER-URI")),
                pathway: try attributes.quoted("PATHWAY-ID") ?? ".")
        default:
            break
        }
    }

    private func variant(_ list: AttributeList) throws(TagFault) -> Variant {
        let bandwidth = list.integer("BANDWIDTH")
        if bandwidth == nil, mode == .strict {
            throw .refused(.missingAttribute(tag: list.tag, "BANDWIDTH"))
        }
        var variant = Variant(url: "", bandwidth: bandwidth ?? 0)
        variant.averageBandwidth = list.integer("AVERAGE-BANDWIDTH")
        variant.score = list.number("SCORE").flatMap { $0 >= 0 ? $0 : nil }
        variant.codecs = list.list("CODECS")
        variant.supplementalCodecs = list.list("SUPPLEMENTAL-CODECS")
        variant.resolution = list.resolution("RESOLUTION")
        variant.frameRate = list.number("FRAME-RATE").flatMap { $0 > 0 ? $0 : nil }
        if let level = try list.quoted("HDCP-LEVEL") {
            guard let known = Variant.HDCPLevel(rawValue: level) else {
                throw .ignored(.malformed(tag: list.tag, "HDCP-LEVEL=\(level)"))
            }
            variant.hdcpLevel = known
        }
        variant.allowedCPC = try list.quoted("ALLOWED-CPC")
        switch try list.quoted("VIDEO-RANGE") {
        case nil, "SDR": variant.videoRange = .sdr
        case "HLG": variant.videoRange = .hlg
        case "PQ": variant.videoRange = .pq
        default: variant.videoRange = .unknown
        }
        variant.videoLayout = try videoLayout(list)
        variant.stableID = try list.quoted("STABLE-VARIANT-ID")
        variant.audioGroup = try list.quoted("AUDIO")
        variant.videoGroup = try list.quoted("VIDEO")
        variant.subtitlesGroup = try list.quoted("SUBTITLES")
        if let captions = list.values["CLOSED-CAPTIONS"] {
            // Some servers put the enumerated NONE into quotes.
            variant.closedCaptions = captions.text == "NONE" ? .none : .group(captions.text)
        }
        variant.pathway = try list.quoted("PATHWAY-ID") ?? "."
        return variant
    }

    /// An unknown specifier forbids the variant (§4.4.6.2).
    private func videoLayout(_ list: AttributeList) throws(TagFault) -> String? {
        guard let layout = try list.quoted("REQ-VIDEO-LAYOUT") else { return nil }
        let known: Set<Substring> = ["CH-STEREO", "CH-MONO", "PROJ-RECT", "PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM"]
        for specifier in layout.split(whereSeparator: { $0 == "," || $0 == "/" }) where !known.contains(specifier) {
            throw .ignored(.malformed(tag: list.tag, "REQ-VIDEO-LAYOUT \(specifier)"))
        }
        return layout
    }

    private func rendition(_ list: AttributeList, _ reference: URLReference) throws(TagFault) -> Rendition {
        let type = try list.required("TYPE")
        guard let kind = Rendition.Kind(rawValue: type) else {
            throw .ignored(.malformed(tag: list.tag, "TYPE=\(type)"))
        }
        var rendition = Rendition(
            kind: kind, group: try list.required("GROUP-ID"), name: try list.required("NAME"))
        if kind != .closedCaptions, let uri = try list.quoted("URI"), !uri.isEmpty {
            rendition.url = reference.resolve(uri)
        }
        if kind == .subtitles, rendition.url == nil {
            throw .refused(.missingAttribute(tag: list.tag, "URI"))
        }
        rendition.language = try list.quoted("LANGUAGE")
        rendition.associatedLanguage = try list.quoted("ASSOC-LANGUAGE")
        rendition.stableID = try list.quoted("STABLE-RENDITION-ID")
        rendition.isDefault = try list.flag("DEFAULT")
        // DEFAULT=YES without AUTOSELECT says the same (§4.4.6.1).
        rendition.isAutoselect = try list.flag("AUTOSELECT") || rendition.isDefault
        rendition.isForced = try list.flag("FORCED")
        rendition.instreamID = try list.quoted("INSTREAM-ID")
        rendition.bitDepth = list.integer("BIT-DEPTH")
        rendition.sampleRate = list.integer("SAMPLE-RATE")
        rendition.characteristics = list.list("CHARACTERISTICS")
        rendition.channels = try list.quoted("CHANNELS")
        return rendition
    }

    private func sessionData(_ list: AttributeList, _ reference: URLReference) throws(TagFault) -> SessionDataTag {
        let id = try list.required("DATA-ID")
        let content: SessionDataTag.Content
        switch (try list.quoted("VALUE"), try list.quoted("URI")) {
        case (let value?, nil): content = .value(value)
        case (nil, let uri?):
            let format = try list.quoted("FORMAT") ?? "JSON"
            switch format {
            case "JSON": content = .json(url: reference.resolve(uri))
            case "RAW": content = .raw(url: reference.resolve(uri))
            default: throw .ignored(.malformed(tag: list.tag, "FORMAT=\(format)"))
            }
        default: throw .refused(.malformed(tag: list.tag, "needs one of VALUE, URI"))
        }
        return SessionDataTag(id: id, content: content, language: try list.quoted("LANGUAGE"))
    }
}
