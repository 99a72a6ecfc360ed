/// The options of a channel's playlists, as asked for in a query; `docs/origin.md` lists all of them.
struct StreamOptions: Equatable, Sendable {
    enum Parts: Equatable, Sendable {
        case resources
        case ranges
    }

    /// The container: `container=ts|fmp4`.
    var container = MediaContainer.ts
    /// The length of a segment: `segment=SECONDS`.
    var segmentSeconds = 2
    /// The sounds on offer: `audio=multi|alternate`.
    var sounds: Sound.Offer?
    /// The length of a recording: `minutes=N`.
    var minutes = 2
    /// The content of breaks: `ads=1|size|hevc|mpeg2|ac3`.
    var breaks: BreakKind?
    /// Whether EXT-X-DISCONTINUITY-SEQUENCE is there; `dsn=0` leaves it out.
    var statesDiscontinuitySequence = true

    /// The kind of parts: `ll=1` of their own, `ll=range` as ranges of the growing segment. Nil: ordinary
    /// latency.
    var parts: Parts?
    /// The number of parts a second: `parts=1…4`.
    var partsPerSecond = 3
    /// PART-HOLD-BACK in multiples of PART-TARGET: `hold=2…30`.
    var holdBack = 3.0
    private var blocks: Bool?
    private var skips: Bool?

    /// The length of the live window, up to a day: `window=SECONDS`.
    var windowSeconds: Int?
    /// Whether the playlist begins at the anchor and only grows: `event=1`.
    var isEvent = false
    /// The end, so long after the anchor: `end=SECONDS`.
    var endSeconds: Int?
    /// How long each song is that EXTINF names, in seconds: `songs=SECONDS`.
    var songSeconds: Int?
    /// EXT-X-START in seconds: `start=OFFSET`; `precise=1`.
    var startOffset: Double?
    var isStartPrecise = false
    /// The distance between gaps: `gap=N`: each Nth segment is an EXT-X-GAP, another one in each rung.
    var gapEach: Int?

    /// The time after the anchor at which the media clock wraps: `wrap=SECONDS`.
    var wrapSeconds: Double?
    /// The time between unmarked jumps of the timestamps: `jump=SECONDS`; `jump=1`: every 20 s.
    var jumpSeconds: Int?
    /// The time between restarts of the encoder, with number 0 and another timeline: `restart=SECONDS`.
    var restartSeconds: Int?
    /// The time after which the numbers begin at 0 again, and nothing else: `reset=SECONDS`.
    var resetSeconds: Int?
    /// The time since 1970 from which `wrap`, `event` and `end` count: `t0=SECONDS`. Put into the query by
    /// the multivariant playlist, so that it stays.
    var anchor: Int64?

    /// Whether blocking reload is offered, also without parts: `block=0|1`.
    var canBlock: Bool { blocks ?? (parts != nil) }
    /// Whether delta updates are offered, also without parts: `skip=0|1`.
    var canSkip: Bool { skips ?? (parts != nil) }

    var needsAnchor: Bool { isEvent || endSeconds != nil || wrapSeconds != nil }

    /// Parses a query. Later options win; unknown ones and nonsense are ignored.
    init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            let number = Int(value)
            /// The value in seconds, up to a day.
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
            case "songs": songSeconds = seconds.flatMap { $0 > 0 ? $0 : nil }
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
