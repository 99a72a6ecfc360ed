import Devices
import MediaCore

/// Keeps one media playlist known: what it says and where its segments lie, when it is loaded again and how,
/// how old it is, and where the live edge is.
struct PlaylistTracker: Sendable {
    /// The URL as listed, which is loaded each time: redirects are followed anew.
    let url: String
    private(set) var timeline = SegmentTimeline()
    /// The load under way.
    private(set) var loading: RequestID?
    /// When the last load began.
    private(set) var loadBegan = HostTime.zero
    /// Whether parts are loaded near the end.
    private(set) var isLowLatency = false
    /// How old the playlist is, when it is joined without being loaded anew.
    private(set) var joinAge = Duration.zero
    /// Whether the playlist came from the server since it is tracked, not from memory.
    private(set) var isReloaded = false
    /// The number of failed loads in a row.
    private(set) var failures = 0
    /// When the playlist was new.
    private var freshAt = HostTime.zero
    private var schedule = ReloadSchedule()
    private var exchange = PlaylistExchange()
    private var edges = LiveEdge()

    /// Tracks a playlist that is to be loaded at once.
    init(url: String) {
        self.url = url
        schedule.retry(at: .zero)
    }

    var playlist: MediaPlaylist? { timeline.playlist }
    var isPlaced: Bool { timeline.isPlaced }

    // MARK: When to load

    func isDue(at now: HostTime) -> Bool {
        guard loading == nil, let due = schedule.due else { return false }
        return due <= now
    }

    /// When something is to be done next, later than `now`: a load, or a warning that nothing new comes.
    func nextWake(after now: HostTime) -> HostTime? {
        [loading == nil ? schedule.due : nil, schedule.staleAt].compactMap(\.self).filter { $0 > now }.min()
    }

    /// Loads the playlist again at this time, whatever was due.
    mutating func reload(at time: HostTime) { schedule.retry(at: time) }

    /// How long nothing new was offered; told once each time that becomes too long.
    mutating func staleness(at now: HostTime) -> Duration? { schedule.staleness(now: now) }

    // MARK: Loading

    /// Begins a load; returns what is asked of the server with it.
    /// - Parameters:
    ///   - report: what another playlist said about this one (§4.4.5.4).
    ///   - withParts: the next part is waited for, not the next segment.
    ///   - mayBlock: the server may hold its answer back.
    mutating func load(
        as id: RequestID, report: DeliveryDirectives?, withParts: Bool, mayBlock: Bool, at now: HostTime
    ) -> DeliveryDirectives {
        let directives = exchange.next(playlist, report: report, withParts: withParts, mayBlock: mayBlock, now: now)
        loading = id
        loadBegan = now
        schedule.clear()
        return directives
    }

    /// Takes over a load that began elsewhere.
    /// - Parameter id: nil when its answer is there already.
    mutating func adoptLoad(_ id: RequestID?, began: HostTime) {
        loading = id
        loadBegan = began
        schedule.clear()
    }

    /// Notes that the load has come to its end, whatever came of it.
    mutating func ended() { loading = nil }

    /// Whether the load under way is one that the server holds back until there is something new.
    var isBlocking: Bool { loading != nil && exchange.asked.isBlocking }
    /// Whether a newer playlist than the one that is there is known to exist.
    var isTuningIn: Bool { exchange.isTuningIn }

    /// What is made of an answer.
    enum Answer: Sendable {
        case whole(MediaPlaylist)
        /// What a delta update skips is not there; the whole is asked for at once.
        case askedAgain
        /// What a delta update skips can't be had.
        case incomplete
    }

    /// Merges a delta update with what it skips (§6.3.7).
    mutating func whole(_ loaded: MediaPlaylist, at now: HostTime) -> Answer {
        guard loaded.skip != nil else { return .whole(loaded) }
        if let old = playlist, let whole = try? loaded.merged(over: old) { return .whole(whole) }
        guard exchange.lackedSkipped() else { return .incomplete }
        schedule.retry(at: now)
        return .askedAgain
    }

    /// Takes over a whole playlist that has come.
    /// - Parameters:
    ///   - age: the answer's Age header.
    ///   - lowLatency: whether parts are loaded from now on; nil: as before.
    ///   - next: the number of the segment to be played next, when that is known.
    ///   - mayBlock: the server may hold its next answer back.
    mutating func accept(
        _ loaded: MediaPlaylist, age: Duration?, lowLatency: Bool?, next: UInt64?, mayBlock: Bool, at now: HostTime
    ) -> PlaylistChange {
        let wasBlocking = exchange.asked.isBlocking
        failures = 0
        joinAge = .zero
        isReloaded = true
        freshAt = (wasBlocking ? now : loadBegan) - (age ?? .zero)
        isLowLatency = lowLatency ?? isLowLatency
        exchange.loaded(loaded, age: age, tunesIn: isLowLatency, began: loadBegan, now: now)
        let change = timeline.update(loaded, next: next)
        schedule.loaded(
            ReloadSchedule.Load(
                began: loadBegan, changed: change.isNews, isLive: loaded.isLive,
                lastSegment: loaded.segments.last?.duration, target: loaded.targetDuration, wasBlocking: wasBlocking,
                canBlock: loaded.control.canBlockReload && exchange.isTrusted && mayBlock), now: now)
        return change
    }

    /// Notes a failed load: true when it is repeated at once, without directives; otherwise it counts.
    mutating func isRepeated(after error: FetchError, at now: HostTime) -> Bool {
        guard exchange.failed(error) else {
            failures += 1
            return false
        }
        schedule.retry(at: now)
        return true
    }

    /// Forgets the playlist and its failures, as if it had never been loaded, and loads it at once.
    mutating func forget(at now: HostTime) {
        timeline = SegmentTimeline()
        failures = 0
        exchange = PlaylistExchange()
        edges = LiveEdge()
        if loading == nil { schedule.retry(at: now) }
    }

    // MARK: Memory

    /// What is worth remembering for the next visit.
    var content: RememberedPlaylist.Content? {
        guard let playlist, isPlaced, !playlist.segments.isEmpty,
            playlist.segments.count <= RememberedPlaylist.mostSegments
        else { return nil }
        return RememberedPlaylist.Content(url: url, playlist: playlist, time: freshAt)
    }

    /// Takes over a playlist of the last visit.
    mutating func recall(_ content: RememberedPlaylist.Content, lowLatency: Bool?, at now: HostTime) {
        let playlist = content.playlist
        loadBegan = content.time
        freshAt = content.time
        isLowLatency = lowLatency ?? isLowLatency
        exchange.loaded(playlist, age: nil, tunesIn: false, began: content.time, now: now)
        _ = timeline.update(playlist, next: nil)
        schedule.loaded(
            ReloadSchedule.Load(began: now, changed: true, isLive: playlist.isLive, target: playlist.targetDuration),
            now: now)
        guard playlist.isLive else { return }
        joinAge = max(.zero, now - content.time)
        // The reload goes beside the media, once there is something new to know.
        let pause = isLowLatency ? .zero : playlist.segments.last?.duration ?? playlist.targetDuration
        schedule.retry(at: max(now, content.time + pause))
    }

    // MARK: Holding

    /// Goes on without requests that the server holds back, as they keep a connection occupied; returns the one
    /// under way, which is to be cancelled.
    mutating func stopBlocking(at now: HostTime) -> RequestID? {
        guard let id = loading, exchange.asked.isBlocking else { return nil }
        loading = nil
        schedule.retry(at: max(now, loadBegan + (playlist?.targetDuration ?? .zero)))
        return id
    }

    /// Prepares a live playlist to be joined as it is, however old.
    mutating func rejoin(at now: HostTime) {
        guard playlist?.isLive == true else { return }
        joinAge = max(.zero, now - freshAt)
        // From now on each part counts.
        if isLowLatency, loading == nil { schedule.retry(at: now) }
    }

    /// Loads the playlist at once, unless that is under way.
    mutating func hasten(at now: HostTime) {
        if loading == nil { schedule.retry(at: now) }
    }

    // MARK: Places

    mutating func place(at origin: MediaTime) { timeline.place(at: origin) }
    mutating func displace() { timeline.displace() }

    /// So many segments are asked for their songs, at each reload: an hour of six seconds.
    private static let songSegments = 600

    /// Loads no parts from now on.
    mutating func leaveLowLatency() { isLowLatency = false }

    /// How far behind the edge the playlist is played.
    var holdBack: Duration? {
        guard let playlist else { return nil }
        return isLowLatency ? playlist.partHoldBack ?? playlist.holdBack : playlist.holdBack
    }

    /// The end of what is listed: with the parts of the segment that is not complete, when they are used.
    var edge: MediaTime? {
        timeline.end.map { isLowLatency ? $0 + (playlist?.unfinished?.duration ?? .zero) : $0 }
    }

    /// Notes that the playlist's end was there at `time`.
    mutating func learnEdge(at time: HostTime) {
        if let edge, playlist?.isLive == true { edges.learn(edge, at: time) }
    }

    /// The stretch of the session's timeline that the server offers; nil before the playlist is placed.
    var window: PresentationWindow? {
        guard let playlist, let start = timeline.start, let end = edge else { return nil }
        let date = timeline.dateAtZero
        var window = PresentationWindow(
            start: start, end: end, isLive: playlist.isLive, targetLatency: holdBack ?? playlist.holdBack,
            dateAtZero: date, published: playlist.isLive ? edges.earliest : nil,
            partTarget: playlist.isLive && isLowLatency ? playlist.partTarget : nil, newest: timeline.newest)
        if let date, !playlist.dateRanges.isEmpty {
            window.breaks = playlist.breaks(dateAtZero: date)
            window.interstitials = playlist.placedInterstitials(dateAtZero: date, boundaries: timeline.starts)
        }
        // A film has one title.
        if playlist.isLive { window.songs = TimedSong.songs(timeline.titles(newest: Self.songSegments)) }
        return window
    }
}
