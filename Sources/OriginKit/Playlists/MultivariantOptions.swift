/// The options of a multivariant playlist, beside its variants' usual attributes, as asked for in a
/// query.
struct MultivariantOptions: Equatable, Sendable {
    /// The rung with the highest SCORE, `score=RUNG`: then all variants have one.
    var bestRung: String?
    /// The VIDEO-RANGE stated by rung, `pq=RUNG`, `hlg=RUNG`, whatever the pictures are.
    private var ranges: [String: String] = [:]
    /// The rung with HDCP-LEVEL=TYPE-1, `hdcp=RUNG`.
    private var protectedRung: String?
    /// Whether each variant is listed twice, in another place too: `redundant=1`.
    var isRedundant = false
    /// The codecs of one more variant: `family=hevc|mpeg2|ac3`.
    var family: BreakKind?
    /// Whether there are I-frame playlists: `iframes=1`.
    var hasIFrames = false

    init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            switch name {
            case "score": bestRung = value.isEmpty ? nil : value
            case "pq", "hlg": ranges[value] = name.uppercased()
            case "hdcp": protectedRung = value
            case "redundant": isRedundant = value == "1"
            case "family": family = BreakKind(rawValue: value).flatMap { $0.codecs == nil ? nil : $0 }
            case "iframes": hasIFrames = value == "1"
            default: break
            }
        }
    }

    func labels(_ rung: String) -> [String] {
        (ranges[rung].map { ["VIDEO-RANGE=\($0)"] } ?? []) + (protectedRung == rung ? ["HDCP-LEVEL=TYPE-1"] : [])
    }
}
