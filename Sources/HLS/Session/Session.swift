import Devices
import MediaCore

/// One HLS presentation as a value: it decides which playlist, variant and segment is loaded when. The
/// owner does what the actions say and reports what came of it.
///
/// The session's timeline is zero at the first segment of the first main playlist, and never jumps: when
/// the server restarts, the new media is put behind what was there.
package struct HLSSession: Sendable {
    package let url: String
    var options: SessionOptions

    /// The purpose of a request that is under way.
    enum Purpose: Sendable, Hashable {
        case root
        /// A remembered media playlist, requested before the root playlist has named it.
        case ahead
        case playlist(track: Int)
        case media(track: Int)
        /// A part or section that a playlist announces (EXT-X-PRELOAD-HINT).
        case hint(track: Int)
        case key(KeyIdentity)

        var isMedia: Bool {
            switch self {
            case .media, .hint: true
            default: false
            }
        }
        var isKey: Bool { if case .key = self { true } else { false } }
        var isPlaylist: Bool { !isMedia && !isKey }
    }

    enum KeyState: Sendable, Hashable {
        case wanted(at: HostTime, failures: Int)
        case loading(RequestID, failures: Int)
        /// The key is here. `lastWanted` is a number that grows: the key with the lowest was wanted
        /// longest ago.
        case ready(lastWanted: UInt64)
    }

    enum Phase: Sendable, Hashable {
        case idle, root, playing, over
    }

    var phase = Phase.idle
    var actions: [SessionAction] = []
    var underWay: [RequestID: Purpose] = [:]
    var nextRequest: UInt64 = 1
    var nextSerial = 1
    var rootFailures = 0
    var rootRetry: HostTime?
    var ahead: [PlaylistAhead] = []
    var multivariant: MultivariantPlaylist
    var selector: VariantSelector
    var selection: RenditionSelection
    /// INSTREAM-IDs of captions that were found in the video.
    var captionServices: [String] = []
    /// Inside the main stream.
    var soundsInside: [Rendition] = []
    /// What sounds, by what stays the same in other groups; nil: what is in the main stream.
    var sounding: RenditionChoice?
    var nextLane = 1
    /// The time until which a rendition that failed is left alone, by its URL.
    var unavailable: [String: HostTime] = [:]
    /// The tracks: at most one of each kind that plays, and one that is to take its place.
    var tracks: [Track] = []
    var keys: [KeyIdentity: KeyState] = [:]
    var keyWishes: UInt64 = 0
    var estimator: ThroughputEstimator
    /// The ratio of what segments really cost to what their variants declare.
    var cost = VariantCost()
    /// The recent time from a request to its first byte.
    var delay = Duration.milliseconds(100)
    /// The progress of the media downloads under way.
    var watches: [RequestID: DownloadWatch] = [:]
    /// The media request under way that a lower variant is to replace.
    var abandoned: RequestID?
    /// For what the variant that plays has a gap.
    var gapSearch: GapSearch?
    var noSearchBefore: HostTime?
    /// When the session last switched to a lower variant.
    var lastFall: HostTime?
    var retries: RetryPolicy
    var generation = 0
    /// Whether low latency is ruled out because a rendition can't keep up.
    var refusesLowLatency = false
    /// The time until which a variant that failed is left alone, by its index.
    var penalties: [Int: HostTime] = [:]
    var joined = false
    /// Whether media is held back: playlists are kept fresh, and no media is asked for.
    var isHolding = false
    /// Whether the session makes way on the line: no more media is asked for, and what is under way has
    /// paused.
    var isYielding = false
    var startTime = MediaTime.zero
    /// Whether playing relies on remembered playlists that the server has not confirmed yet.
    var isFromMemory = false
    /// The time on the timeline where the presentation goes on when it is joined again without any of its
    /// tracks.
    var resumesAt: MediaTime?
    var saidEnded = false
    var saidWindow: PresentationWindow?
    private var wakeAsked: HostTime?

    package init(url: String, options: SessionOptions = SessionOptions()) {
        self.url = url
        self.options = options
        multivariant = MultivariantPlaylist(url: url)
        selector = VariantSelector(variants: [], filter: options.variantFilter)
        selection = RenditionSelection(options.preferences, choices: options.choices)
        estimator = ThroughputEstimator(remembered: options.rememberedThroughput)
        retries = RetryPolicy(attempts: options.attempts, seed: options.jitterSeed)
    }

    /// The line's rate in bits a second, worth remembering for the next session; nil when nothing is
    /// known.
    package var throughput: Double? { estimator.estimate }

    package mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        guard phase != .over else { return [] }
        actions = []
        switch event {
        case .start:
            if phase == .idle, !startFromMemory(now) { loadRoot(now) }
        case .stop:
            end()
        case .playlistLoaded(let id, let loaded):
            switch done(id, \.isPlaylist) {
            case .root: rootLoaded(loaded, now)
            case .ahead: if let index = ahead.firstIndex(where: { $0.request == id }) { ahead[index].loaded = loaded }
            case .playlist(let serial): playlistLoaded(serial, loaded, now)
            default: break
            }
        case .playlistFailed(let id, let error):
            switch done(id, \.isPlaylist) {
            case .root: rootFailed(error, now)
            case .ahead: ahead.removeAll { $0.request == id }
            case .playlist(let serial): playlistFailed(serial, .playlistUnavailable(error), error, now)
            default: break
            }
        case .mediaStarted(let id, let length):
            mediaStarted(id, length: length, now)
        case .mediaProgress(let id, let bytes):
            mediaProgress(id, bytes: bytes, now)
        case .mediaFinished(let id, let timing):
            switch done(id, \.isMedia) {
            case .media(let serial): mediaFinished(serial, id, timing)
            case .hint(let serial): hintFinished(serial, id, timing)
            default: break
            }
        case .mediaFailed(let id, let failure):
            switch done(id, \.isMedia) {
            case .media(let serial): mediaFailed(serial, id, failure, now)
            case .hint(let serial): hintFailed(serial, id)
            default: break
            }
        case .keyLoaded(let id, let bytes):
            if case .key(let key) = done(id, \.isKey) { keyLoaded(key, bytes, now) }
        case .keyFailed(let id, let error):
            if case .key(let key) = done(id, \.isKey) { keyFailed(key, error, now) }
        case .keyDoubted(let key):
            forget(key)
        case .buffered(let main, let audio):
            setAhead(main: main, audio: audio)
        case .wake:
            wakeAsked = nil
        case .limitSize(let size):
            options.maximumSize = size
        case .limitBandwidth(let limit):
            options.maximumBandwidth = limit
        case .holdMedia(let isHeld):
            if isHeld { holdMedia(now) } else { releaseMedia(now) }
        case .yield(let yields):
            setYielding(yields, now)
        case .choose(let choices, let time):
            selection.choices = choices
            selectRenditions(from: time, now)
        case .laneFailed(let kind, let lane, let reason):
            guard let track = tracks.first(where: { $0.kind == kind && $0.lane == lane && !$0.isPending }) else {
                break
            }
            let failure = HLSFailure.mediaUnavailable(url: HLSSession.redacted(track.url), .content(reason))
            actions.append(.warning(.renditionUnavailable(name: track.rendition?.name ?? "", failure)))
            renditionFailed(track, now)
        case .soundsFound(let sounds):
            soundsInside = sounds
            selectRenditions(from: nil, now)
        case .captionsFound(let services):
            captionServices = services
            selectRenditions(from: nil, now)
        case .seek(let time):
            seek(to: time)
        case .bufferAhead(let duration):
            options.bufferAhead = max(.zero, duration)
        case .catchUp:
            catchUp()
        }
        if phase != .over, phase != .idle { schedule(now) }
        defer { actions = [] }
        return actions
    }

    // MARK: What all parts share

    mutating func request(_ purpose: Purpose) -> RequestID {
        let id = RequestID(nextRequest)
        nextRequest += 1
        underWay[id] = purpose
        return id
    }

    /// The purpose of a request that has come to its end; nil for one that is unknown or of another kind.
    private mutating func done(_ id: RequestID, _ isExpected: (Purpose) -> Bool) -> Purpose? {
        guard let purpose = underWay[id], isExpected(purpose) else { return nil }
        underWay[id] = nil
        return purpose
    }

    mutating func cancel(_ id: RequestID) {
        if underWay.removeValue(forKey: id) != nil { actions.append(.cancel(id)) }
    }

    mutating func fail(_ failure: HLSFailure) {
        guard phase != .over else { return }
        end()
        actions.append(.failed(failure))
    }

    private mutating func end() {
        for id in underWay.keys.sorted() { cancel(id) }
        phase = .over
        tracks = []
        if wakeAsked != nil { actions.append(.wake(at: nil)) }
    }

    static func redacted(_ url: String) -> String { URLComponents(url).redacted }

    static func isSupported(_ url: String) -> Bool {
        let parts = URLComponents(url)
        return (parts.scheme == "http" || parts.scheme == "https") && parts.authority?.isEmpty == false
    }

    /// Does everything that is due, and asks to be woken when something else will be.
    private mutating func schedule(_ now: HostTime) {
        if let retry = rootRetry, retry <= now { loadRoot(now) }
        reconsiderRenditions(now)
        considerDownloads(now)
        checkStaleness(now)
        considerVariant(now)
        schedulePlaylists(now)
        scheduleKeys(now)
        scheduleMedia(now)
        // Failed media may have opened another variant.
        schedulePlaylists(now)
        watchDownloads(now)
        guard phase != .over else { return }
        requestHints(now)
        finishIfEnded()
        var due = [rootRetry, nextDownloadCheck(now), gapSearch?.deadline]
        for track in tracks {
            if track.loading == nil { due.append(track.schedule.due) }
            due.append(track.retryAt)
            due.append(track.schedule.staleAt)
        }
        for case .wanted(let time, _) in keys.values { due.append(time) }
        due.append(unavailable.values.min())
        // What waits for a free download is asked for when one ends, not at a time.
        let next = due.compactMap { $0 }.filter { $0 > now }.min()
        if next != wakeAsked {
            wakeAsked = next
            actions.append(.wake(at: next))
        }
    }
}
