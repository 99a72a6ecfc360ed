import HLS
import MediaCore

/// Writes a multivariant playlist (§4.4.6) as JSON.
extension PlaylistReport {
    func json(_ playlist: MultivariantPlaylist) -> JSONObject {
        var report = head(
            type: "MULTIVARIANT", version: playlist.version,
            hasIndependentSegments: playlist.hasIndependentSegments, start: playlist.start,
            variables: playlist.variables)
        report.set("STREAM-INF", .array(playlist.variants.map { .object(json($0)) }))
        report.set("I-FRAME-STREAM-INF", list: playlist.iFrameVariants.map(json))
        report.set("MEDIA", list: playlist.renditions.map(json))
        report.set("SESSION-DATA", list: playlist.sessionData.map(json))
        report.set("SESSION-KEY", list: playlist.sessionKeys.map(json))
        report.set("CONTENT-STEERING", playlist.contentSteering.map(json))
        report.set("warnings", list: Self.json(playlist.warnings))
        return report
    }

    private func json(_ variant: Variant) -> JSONObject {
        var object = JSONObject()
        set("URI", variant.url, in: &object)
        object.set("BANDWIDTH", variant.bandwidth)
        object.set("AVERAGE-BANDWIDTH", variant.averageBandwidth)
        object.set("SCORE", variant.score)
        object.set("CODECS", list: variant.codecs)
        object.set("SUPPLEMENTAL-CODECS", list: variant.supplementalCodecs)
        object.set("RESOLUTION", variant.resolution.map { "\($0.width)x\($0.height)" })
        object.set("FRAME-RATE", variant.frameRate)
        object.set("HDCP-LEVEL", variant.hdcpLevel?.rawValue)
        object.set("ALLOWED-CPC", variant.allowedCPC)
        object.set("VIDEO-RANGE", Self.name(of: variant.videoRange))
        object.set("REQ-VIDEO-LAYOUT", variant.videoLayout)
        object.set("STABLE-VARIANT-ID", variant.stableID)
        object.set("AUDIO", variant.audioGroup)
        object.set("VIDEO", variant.videoGroup)
        object.set("SUBTITLES", variant.subtitlesGroup)
        switch variant.closedCaptions {
        case .undeclared: break
        case .none: object.set("CLOSED-CAPTIONS", "NONE")
        case .group(let group): object.set("CLOSED-CAPTIONS", group)
        }
        object.set("PATHWAY-ID", variant.pathway)
        return object
    }

    private static func name(of range: Variant.VideoRange) -> String {
        switch range {
        case .sdr: "SDR"
        case .hlg: "HLG"
        case .pq: "PQ"
        case .unknown: "UNKNOWN"
        }
    }

    private func json(_ rendition: Rendition) -> JSONObject {
        var object = JSONObject()
        object.set("TYPE", rendition.kind.rawValue)
        object.set("GROUP-ID", rendition.group)
        object.set("NAME", rendition.name)
        set("URI", rendition.url, in: &object)
        object.set("LANGUAGE", rendition.language)
        object.set("ASSOC-LANGUAGE", rendition.associatedLanguage)
        object.set("STABLE-RENDITION-ID", rendition.stableID)
        object.set("DEFAULT", flag: rendition.isDefault)
        object.set("AUTOSELECT", flag: rendition.isAutoselect)
        object.set("FORCED", flag: rendition.isForced)
        object.set("INSTREAM-ID", rendition.instreamID)
        object.set("BIT-DEPTH", rendition.bitDepth)
        object.set("SAMPLE-RATE", rendition.sampleRate)
        object.set("CHARACTERISTICS", list: rendition.characteristics)
        object.set("CHANNELS", rendition.channels)
        return object
    }

    private func json(_ data: SessionDataTag) -> JSONObject {
        var object = JSONObject()
        object.set("DATA-ID", data.id)
        switch data.content {
        case .value(let value): object.set("VALUE", value)
        case .json(let url):
            set("URI", url, in: &object)
            object.set("FORMAT", "JSON")
        case .raw(let url):
            set("URI", url, in: &object)
            object.set("FORMAT", "RAW")
        }
        object.set("LANGUAGE", data.language)
        return object
    }

    private func json(_ steering: ContentSteeringTag) -> JSONObject {
        var object = JSONObject()
        set("SERVER-URI", steering.serverURL, in: &object)
        object.set("PATHWAY-ID", steering.pathway)
        return object
    }
}
