/// The faults and delays that an origin is told to apply to a request. Written as a query.
///
/// Speed: `rtt=MS` a delay before each answer, twice as long on a new connection · `delay=MS` between an
/// answer's header and its body · `rate=KBIT` a bandwidth shared by all requests to the channel (several, as
/// `20000,800`: each for ten seconds in turn), or by all that name the same `line=NAME` · `queue=KB` the buffer before
/// that bottleneck ·
/// `drip=BYTES` the first 4000 bytes in chunks of so many · `stall=BYTE` silence behind that byte (1: behind half of them) ·
/// `close=1` the connection ends with each answer · `ranges=0` the whole where a range is asked for.
///
/// Answers: `status=N` (with `retry-after=S`) · `key=N` that status for keys · `flaky=PERCENT` of requests get
/// 503, others the next second · `redirect=loop|path|host|all` for ever; to another path or host, behind which
/// alone the rest is found; each request by itself · `mime=TYPE`.
///
/// Playlists: `html=1` a page in their place · `huge=1` without end · `gzip=1` compressed · `stale=SECONDS`
/// unchanged that long at the begin of each minute (or more) · `age=SECONDS` an old copy from a cache that
/// says so.
///
/// Media: `truncate=BYTES` · `garbage=1` noise · `corrupt=N` bytes flipped · `missing=N` each Nth segment is
/// 404, another one in each rung · `once404=1` each segment the first time · `late=MS` after it is listed ·
/// `noaudio=1`, `novideo=1`.
///
/// Access: `cookie=1` the multivariant playlist sets one, all else demands it · `agent=TEXT`, `referer=TEXT` to be
/// in the header · `auth=USER:PASSWORD` (RFC 7617).
///
/// `at=playlist|master|media|part|init|key` limits all of these but the tracks to one kind of resource.
package struct FaultOptions: Equatable, Sendable {
    /// A kind of resource; a request may be of several: a key is media, too.
    enum Kind: String, Sendable {
        case playlist
        case master
        case media
        /// A segment or a part of one.
        case segment
        case part
        case initSection = "init"
        case key
    }

    enum Redirect: String, Sendable {
        case loop
        case path
        case host
        case all
    }

    var roundTripMilliseconds = 0
    var delayMilliseconds = 0
    /// The bandwidths in turn, by the wall's clock; empty: as fast as it goes.
    var rates: [Int] = []
    /// The line whose bandwidth is shared; nil: the channel's.
    var line: String?
    /// How many bytes may wait before the line's bottleneck; nil: those of a round trip.
    var queueBytes: Int?
    var dripBytes: Int?
    /// The number of bytes behind which nothing comes; nil: all is sent.
    var stallAfter: Int?
    var stallsHalfway = false
    var closesConnection = false
    /// Whether a request for a range gets that range, and not the whole.
    var givesRanges = true

    var status: Int?
    var keyStatus: Int?
    var retryAfterSeconds: Int?
    var flakyPercent = 0
    var redirect: Redirect?
    var contentType: String?

    var answersHTML = false
    var isHuge = false
    var isCompressed = false
    var staleSeconds: Int?
    var ageSeconds: Int?

    var truncateBytes: Int?
    var isGarbage = false
    var corruptBytes = 0
    var missingEach: Int?
    var isMissingOnce = false
    var lateMilliseconds = 0
    var tracks = TrackSelection.all

    var access = AccessRules()

    private var only: Kind?

    package init() {}

    /// Parses a query. Later options win; unknown ones and nonsense are ignored.
    package init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            let number = Int(value).flatMap { $0 >= 0 && $0 <= 1 << 40 ? $0 : nil }
            let isOn = value == "1"
            let status = number.flatMap { (400...599).contains($0) ? $0 : nil }
            let text = value.isEmpty ? nil : value
            switch name {
            case "rtt": roundTripMilliseconds = min(number ?? 0, 60_000)
            case "delay": delayMilliseconds = min(number ?? 0, 60_000)
            case "rate":
                rates = value.split(separator: ",").compactMap { Int($0) }.filter { (1...100_000_000).contains($0) }
            case "line": line = text
            case "queue": queueBytes = number.flatMap { (1...1_000_000).contains($0) ? $0 * 1000 : nil }
            case "drip": dripBytes = number.flatMap { $0 > 0 ? $0 : nil }
            case "stall":
                stallsHalfway = isOn
                stallAfter = isOn ? nil : number
            case "close": closesConnection = isOn
            case "ranges": givesRanges = value != "0"
            case "status": self.status = status
            case "key": keyStatus = status
            case "retry-after": retryAfterSeconds = number
            case "flaky": flakyPercent = min(number ?? 0, 100)
            case "redirect": redirect = Redirect(rawValue: value)
            case "mime": contentType = text
            case "html": answersHTML = isOn
            case "huge": isHuge = isOn
            case "gzip": isCompressed = isOn
            case "stale": staleSeconds = number.flatMap { (1...3600).contains($0) ? $0 : nil }
            case "age": ageSeconds = number.map { min($0, 3600) }
            case "truncate": truncateBytes = number
            case "garbage": isGarbage = isOn
            case "corrupt": corruptBytes = min(number ?? 0, 100_000)
            case "missing": missingEach = number.flatMap { $0 > 0 ? $0 : nil }
            case "once404": isMissingOnce = isOn
            case "late": lateMilliseconds = min(number ?? 0, 60_000)
            case "noaudio": tracks = isOn ? .videoOnly : .all
            case "novideo": tracks = isOn ? .audioOnly : .all
            case "cookie": access.demandsCookie = isOn
            case "agent": access.agent = text
            case "referer": access.referer = text
            case "auth": access.credentials = text
            case "at": only = Kind(rawValue: value)
            default: break
            }
        }
    }

    var roundTrip: Duration { .milliseconds(roundTripMilliseconds) }

    private static let rateSeconds = 10.0

    /// The bandwidth in kbit/s at `now`, in seconds since 1970; nil: no limit.
    func kilobits(now: Double) -> Int? {
        guard rates.count > 1, now.isFinite, now >= 0, now < 1e12 else { return rates.first }
        return rates[Int(now / Self.rateSeconds) % rates.count]
    }

    /// The options that apply to a resource of these kinds. The missing tracks stay missing everywhere.
    func applying(to kinds: Set<Kind>) -> FaultOptions {
        guard let only, !kinds.contains(only) else { return self }
        var none = FaultOptions()
        none.tracks = tracks
        return none
    }
}
