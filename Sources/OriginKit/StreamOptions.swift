/// How a channel is put into playlists, as asked for in a query; `docs/origin.md` lists all of it.
struct StreamOptions: Equatable, Sendable {
    enum Parts: Equatable, Sendable {
        case resources
        case ranges
    }

    /// `container=ts|fmp4`
    var container = MediaContainer.ts
    /// `segment=SECONDS`
    var segmentSeconds = 2
    /// `audio=multi|alternate`
    var sounds: Sound.Offer?
    /// `minutes=N` of a VOD.
    var minutes = 2
    /// `ads=1|size|hevc|mpeg2|ac3`
    var breaks: BreakKind?
    /// `dsn=0` leaves EXT-X-DISCONTINUITY-SEQUENCE out.
    var statesDiscontinuitySequence = true

    /// `ll=1` parts of their own, `ll=range` parts as ranges of the growing segment. Nil: ordinary latency.
    var parts: Parts?
    /// `parts=1…4`
    var partsPerSecond = 3
    /// `hold=2…30`: PART-HOLD-BACK in PART-TARGETs.
    var holdBack = 3.0
    private var blocks: Bool?
    private var skips: Bool?

    /// `window=SECONDS`, up to a day.
    var windowSeconds: Int?
    /// `event=1`: the playlist begins at the anchor and only grows.
    var isEvent = false
    /// `end=SECONDS` after the anchor.
    var endSeconds: Int?
    /// `start=OFFSET`: EXT-X-START, in seconds; `precise=1`.
    var startOffset: Double?
    var isStartPrecise = false
    /// `gap=N`: each Nth segment is an EXT-X-GAP, another one in each rung.
    var gapEach: Int?

    /// `wrap=SECONDS`: the media clock wraps that long after the anchor.
    var wrapSeconds: Double?
    /// `jump=SECONDS`: timestamps jump that often, unmarked; `jump=1`: every 20 s.
    var jumpSeconds: Int?
    /// `restart=SECONDS`: that often the encoder begins anew, with number 0 and another timeline.
    var restartSeconds: Int?
    /// `reset=SECONDS`: that often the numbers begin at 0 again, and nothing else.
    var resetSeconds: Int?
    /// `t0=SECONDS` since 1970: what `wrap`, `event` and `end` count from. Put into the query by the
    /// multivariant playlist, so that it stays.
    var anchor: Int64?

    /// `block=0|1`: blocking reload, also without parts.
    var canBlock: Bool { blocks ?? (parts != nil) }
    /// `skip=0|1`: delta updates, likewise.
    var canSkip: Bool { skips ?? (parts != nil) }

    var needsAnchor: Bool { isEvent || endSeconds != nil || wrapSeconds != nil }

    /// Later options win; unknown ones and nonsense are passed over.
    init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            let number = Int(value)
            /// Up to a day.
            let seconds = number.flatMap { (1...86_400).contains($0) ? $0 : nil }
            switch name {
            case "container": container = MediaContainer(rawValue: value) ?? container
            case "segment": segmentSeconds = number ?? segmentSeconds
            case "audio": sounds = Sound.Offer(rawValue: value)
            case "minutes": minutes = min(max(number ?? minutes, 1), 600)
            case "ads": breaks = BreakKind(rawValue: value)
            case "dsn": statesDiscontinuitySequence = value != "0"
            case "ll": parts = value == "1" ? .resources : value == "range" ? .ranges : nil
            case "parts": partsPerSecond = min(max(number ?? partsPerSecond, 1), 4)
            case "hold": holdBack = Self.finite(value).map { min(max($0, 2), 30) } ?? holdBack
            case "block": blocks = value == "1"
            case "skip": skips = value == "1"
            case "window": windowSeconds = seconds
            case "event": isEvent = value == "1"
            case "end": endSeconds = seconds
            case "start": startOffset = Self.finite(value)
            case "precise": isStartPrecise = value == "1"
            case "gap": gapEach = number.flatMap { $0 > 1 ? $0 : nil }
            case "wrap": wrapSeconds = Self.finite(value).flatMap { $0 >= 0 && $0 <= 86_400 ? $0 : nil }
            case "jump": jumpSeconds = seconds == 1 ? 20 : seconds
            case "restart": restartSeconds = seconds
            case "reset": resetSeconds = seconds
            case "t0": anchor = Int64(value).flatMap { (0...1 << 40).contains($0) ? $0 : nil }
            default: break
            }
        }
    }

    private static func finite(_ text: String) -> Double? {
        Double(text).flatMap { abs($0) <= 1_000_000 ? $0 : nil }
    }
}
