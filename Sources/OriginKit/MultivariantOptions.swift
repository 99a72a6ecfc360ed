/// What a multivariant playlist says beside its variants' usual attributes, as asked for in a query.
struct MultivariantOptions: Equatable, Sendable {
    /// `score=RUNG`: SCORE on all variants, and this one has the highest.
    var bestRung: String?
    /// `pq=RUNG`, `hlg=RUNG`: VIDEO-RANGE, whatever its pictures are.
    private var ranges: [String: String] = [:]
    /// `hdcp=RUNG`: HDCP-LEVEL=TYPE-1.
    private var protectedRung: String?
    /// `redundant=1`: each variant twice, in another place.
    var isRedundant = false
    /// `family=hevc|mpeg2|ac3`: a variant more, of other codecs.
    var family: BreakKind?
    /// `iframes=1`: I-frame playlists.
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
