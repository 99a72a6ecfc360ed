import Devices
import HLS
import MediaCore

/// Writes a playlist as JSON: docs/hls-inspect.md describes every member. Members are named by the tag
/// without `#EXT-X-`, or by the attribute, as the standard writes it; what the playlist does not state is
/// left out, but for the defaults of VERSION, MEDIA-SEQUENCE and DISCONTINUITY-SEQUENCE.
struct PlaylistReport {
    /// The playlist's own address.
    let url: String
    private let base: URLReference

    init(url: String) {
        self.url = url
        base = URLReference(base: url)
    }

    /// The playlist as JSON.
    /// - Parameter playlist: with its references as written.
    func json(_ playlist: Playlist) -> JSONObject {
        switch playlist {
        case .multivariant(let playlist): json(playlist)
        case .media(let playlist): json(playlist)
        }
    }

    /// Sets a reference as the playlist states it, and its absolute URL where that differs.
    func set(_ name: String, _ reference: String?, in object: inout JSONObject) {
        guard let reference else { return }
        object.set(name, reference)
        let absolute = base.resolve(reference)
        if absolute != reference { object.set("url", absolute) }
    }

    /// The JSON of a fault; without a line when the playlist could not be read at all.
    static func json(error reason: String, line: Int?) -> JSONObject {
        var error = JSONObject()
        error.set("line", line.map { UInt64(clamping: $0) })
        error.set("reason", reason)
        var report = JSONObject()
        report.set("error", error)
        return report
    }

    // MARK: What both kinds share

    func head(
        type: String, version: UInt64, hasIndependentSegments: Bool, start: StartPoint?,
        variables: [String: String]
    ) -> JSONObject {
        var report = JSONObject()
        report.set("type", type)
        report.set("URI", url)
        report.set("VERSION", version)
        report.set("INDEPENDENT-SEGMENTS", flag: hasIndependentSegments)
        report.set("START", start.map(Self.json))
        report.set(
            "DEFINE",
            list: variables.sorted { $0.key < $1.key }.map { name, value in
                var define = JSONObject()
                define.set("NAME", name)
                define.set("VALUE", value)
                return define
            })
        return report
    }

    private static func json(_ start: StartPoint) -> JSONObject {
        var object = JSONObject()
        object.set("TIME-OFFSET", start.offset.inSeconds)
        object.set("PRECISE", flag: start.isPrecise)
        return object
    }

    static func json(_ warnings: [PlaylistError]) -> [JSONObject] {
        warnings.map { warning in
            var object = JSONObject()
            object.set("line", UInt64(clamping: warning.line))
            object.set("reason", "\(warning.reason)")
            return object
        }
    }

    func json(_ key: KeyTag) -> JSONObject {
        var object = JSONObject()
        object.set("METHOD", key.method.name)
        set("URI", key.url.isEmpty ? nil : key.url, in: &object)
        object.set("IV", key.iv.map { "0x" + $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() })
        object.set("KEYFORMAT", key.keyFormat)
        object.set("KEYFORMATVERSIONS", key.keyFormatVersions)
        return object
    }

    static func json(_ range: ByteRange) -> JSONObject {
        var object = JSONObject()
        object.set("LENGTH", range.length)
        object.set("OFFSET", range.offset)
        return object
    }
}

extension KeyTag.Method {
    /// The method's name as METHOD spells it.
    var name: String {
        switch self {
        case .aes128: "AES-128"
        case .aes256GCM: "AES-256-GCM"
        case .sampleAES: "SAMPLE-AES"
        case .sampleAESCTR: "SAMPLE-AES-CTR"
        case .aes256: "AES-256"
        case .aes256CTR: "AES-256-CTR"
        case .unknown(let name): name
        }
    }
}
