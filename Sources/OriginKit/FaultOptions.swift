/// What an origin is told to do wrong, or slowly, with a request. Written as a query:
///
/// `rtt=MS` a delay before each answer, twice as long on a new connection · `rate=KBIT` a
/// bandwidth shared by all requests to the channel · `status=N` (with `retry-after=S`) ·
/// `redirect=loop` · `html=1` a page in place of a playlist · `huge=1` a playlist without end ·
/// `gzip=1` playlists compressed · `truncate=BYTES` media cut off · `garbage=1` noise for media ·
/// `noaudio=1`, `novideo=1` · `stall=1` half of the bytes, then silence · `at=playlist|media` limits
/// all of these to one kind of resource.
package struct FaultOptions: Equatable, Sendable {
    enum Kind: Sendable {
        case playlist
        case media
    }

    var roundTripMilliseconds = 0
    var kilobits: Int?
    var status: Int?
    var retryAfterSeconds: Int?
    var redirectsForEver = false
    var answersHTML = false
    var isHuge = false
    var isCompressed = false
    var truncateBytes: Int?
    var isGarbage = false
    var tracks = TrackSelection.all
    var stalls = false
    private var only: Kind?

    package init() {}

    /// Later options win; unknown ones and nonsense are passed over.
    package init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            let number = Int(value).flatMap { $0 >= 0 && $0 <= 1 << 40 ? $0 : nil }
            switch name {
            case "rtt": roundTripMilliseconds = min(number ?? 0, 60_000)
            case "rate": kilobits = number.flatMap { $0 > 0 ? $0 : nil }
            case "status": status = number.flatMap { (400...599).contains($0) ? $0 : nil }
            case "retry-after": retryAfterSeconds = number
            case "redirect": redirectsForEver = value == "loop"
            case "html": answersHTML = value == "1"
            case "huge": isHuge = value == "1"
            case "gzip": isCompressed = value == "1"
            case "truncate": truncateBytes = number
            case "garbage": isGarbage = value == "1"
            case "noaudio": tracks = value == "1" ? .videoOnly : .all
            case "novideo": tracks = value == "1" ? .audioOnly : .all
            case "stall": stalls = value == "1"
            case "at": only = value == "playlist" ? .playlist : value == "media" ? .media : nil
            default: break
            }
        }
    }

    /// What of it concerns a resource of this kind. The missing tracks stay missing everywhere.
    func applying(to kind: Kind) -> FaultOptions {
        guard let only, only != kind else { return self }
        var none = FaultOptions()
        none.tracks = tracks
        return none
    }
}
