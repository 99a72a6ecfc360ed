import Devices
import MediaCore

/// One playlist that a session reads: its segments' places on the session's timeline, what is to be
/// loaded next, and what is under way.
struct Track: Sendable {
    /// What the track loads next.
    enum Cursor: Sendable, Hashable {
        /// The place where the session starts, or rejoins.
        case join
        /// The segment that plays at this time.
        case time(MediaTime)
        case segment(UInt64)
        /// The segment of this number, of which so many parts were loaded.
        case part(UInt64, Int)
    }

    let serial: Int
    let kind: StreamKind
    /// The index of its variant among the session's.
    let variant: Int
    let rendition: Rendition?
    /// The URL as listed, which is loaded each time: redirects are followed anew.
    let url: String
    /// Whether it will take the place of the track of its kind as soon as it is placed.
    var isPending: Bool
    /// The lane of its stream: see `MediaRequest.lane`.
    var lane = 0
    /// The play position from which it takes the place of another rendition.
    var startsAt: MediaTime?

    private(set) var playlist: MediaPlaylist?
    /// The start of each segment, and last the end. Empty until the track is placed.
    private(set) var starts: [MediaTime] = []
    var schedule = ReloadSchedule()
    var loading: RequestID?
    var loadBegan = HostTime.zero
    /// When its playlist was new.
    var freshAt = HostTime.zero
    /// How old its playlist is, when it is joined without being loaded anew.
    var joinAge = Duration.zero
    /// Whether the playlist came from the server since the track was opened, not from memory.
    var isReloaded = false
    /// Whether a segment or part of it has come.
    var hasMedia = false
    var exchange = PlaylistExchange()
    /// The failures of its playlist in a row.
    var failures = 0
    /// Whether its parts are loaded near the end.
    var isLowLatency = false
    var hints: [HintedDownload] = []
    /// The last hint whose download failed: what it names is loaded once it is listed.
    var refusedHint: PreloadHint?
    var edges = LiveEdge()

    var cursor = Cursor.join
    var isFirst = true
    var showFrom: MediaTime?
    /// The end of the last segment that was asked for.
    var nextStart: MediaTime?
    /// The place where the track last joined or jumped to: renditions join there too.
    var nextJoin: MediaTime?
    /// The time from which `nextJoin`'s segment is shown, if not from its start.
    var nextShowFrom: MediaTime?
    /// The requests under way, in presentation order.
    var outstanding: [MediaRequest] = []
    /// Media that came while something before it was under way: it is not asked for again, whatever
    /// becomes of that.
    var early: [MediaRequest] = []
    /// The failures of the segment at the cursor, in a row.
    var segmentFailures = 0
    var retryAt: HostTime?
    /// The number of segments in a row that could not be had.
    var lostSegments = 0
    /// The media ahead of the play position: as last reported, and what finished since.
    var ahead = Duration.zero
    var saidOnlyGaps = false
    /// The rate of its last segment, in bits a second of media.
    var rate: Double?
    /// Whether the next request should use a new connection, because the last one went silent.
    var wantsNewConnection = false

    init(serial: Int, kind: StreamKind, variant: Int, rendition: Rendition?, url: String, isPending: Bool) {
        self.serial = serial
        self.kind = kind
        self.variant = variant
        self.rendition = rendition
        self.url = url
        self.isPending = isPending
    }

    var isPlaced: Bool { !starts.isEmpty }
    var start: MediaTime? { starts.first }
    var end: MediaTime? { starts.last }

    /// The last segment that is listed whole; nil before the track is placed.
    var newest: PresentationWindow.Newest? {
        guard let last = playlist?.segments.last, let end else { return nil }
        return PresentationWindow.Newest(mediaSequence: last.mediaSequence, end: end)
    }

    /// What comes next, given the playlist as it is.
    enum Next: Sendable, Hashable {
        case media(Place)
        /// The window begins so much later than what was to come next.
        case behind(Duration)
        /// There is nothing to load: nothing yet, or nothing more.
        case end
        case undecided
    }

    var nextIndex: Next {
        guard let playlist, let first = playlist.segments.first, isPlaced else { return .undecided }
        switch cursor {
        case .join:
            return .undecided
        case .time(let time):
            return index(at: time).map { .media(Place(segment: $0, part: nil)) } ?? .end
        case .segment(let number): return next(in: number, after: 0, first)
        case .part(let number, let done): return next(in: number, after: done, first)
        }
    }

    private func next(in number: UInt64, after done: Int, _ first: Segment) -> Next {
        if let next = place(in: number, after: done) { return next }
        guard number < first.mediaSequence else { return .end }
        return .behind(nextStart.map { max(.zero, starts[0] - $0) } ?? .zero)
    }

    /// The time at which a track that takes this one's place goes on.
    var resume: MediaTime? {
        switch cursor {
        case .join: nil
        case .time(let time): time
        case .segment(let number):
            playlist?.index(ofMediaSequence: number).map { starts[$0] } ?? nextStart ?? nextJoin
        case .part: nextStart ?? nextJoin
        }
    }

    /// Forgets the playlist and its failures, as if it had never been loaded.
    mutating func forget() {
        playlist = nil
        starts = []
        failures = 0
        exchange = PlaylistExchange()
        edges = LiveEdge()
    }

    /// Forgets the places of the segments, so that the playlist is placed anew.
    mutating func displace() { starts = [] }

    /// How a newly loaded playlist differs from the one before.
    enum Update: Sendable, Hashable {
        case first, unchanged, advanced
        /// The presentation restarted: numbers went backwards, or old segments have other addresses
        /// (§6.3.4).
        case restarted
    }

    /// Takes a whole playlist of the same URL. The places of segments that both list stay.
    mutating func update(_ new: MediaPlaylist) -> Update {
        guard let old = playlist else {
            playlist = new
            return .first
        }
        guard let first = new.segments.first else {
            // An emptied playlist is believed for its end only: what was listed stays known.
            playlist?.hasEnd = new.hasEnd
            return new.hasEnd && !old.hasEnd ? .advanced : .unchanged
        }
        guard let oldFirst = old.segments.first else {
            playlist = new
            return .first
        }
        guard !differs(new, from: old) else { return restart(new) }
        let (newEnd, oldEnd) = (new.nextPart, old.nextPart)
        if newEnd <= oldEnd, new.hasEnd == old.hasEnd {
            // The playlist is the same, or an older copy out of some cache.
            if newEnd == oldEnd, first.mediaSequence >= oldFirst.mediaSequence { replace(new) }
            return .unchanged
        }
        if new.nextMediaSequence < oldFirst.mediaSequence { return restart(new) }
        replace(new)
        return .advanced
    }

    /// Whether numbers went backwards, or segments that both list and that are still to be played differ.
    private func differs(_ new: MediaPlaylist, from old: MediaPlaylist) -> Bool {
        if new.nextMediaSequence <= old.nextMediaSequence, let last = new.segments.last {
            guard let index = old.index(ofMediaSequence: last.mediaSequence) else { return new.hasEnd == old.hasEnd }
            if !Track.sameResource(old.segments[index], last, within: old.targetDuration) { return true }
        }
        guard let first = new.segments.first, let index = old.index(ofMediaSequence: first.mediaSequence) else {
            return false
        }
        let from = max(first.mediaSequence, min(nextNumber ?? 0, old.segments.last?.mediaSequence ?? 0))
        let skipped = Int(clamping: from - first.mediaSequence)
        return zip(old.segments.dropFirst(index), new.segments).dropFirst(skipped).contains {
            !Track.sameResource($0, $1, within: old.targetDuration)
        }
    }

    private mutating func restart(_ new: MediaPlaylist) -> Update {
        playlist = new
        starts = []
        return .restarted
    }

    /// Whether two entries are the same segment, judged by the last part of the path and the date:
    /// servers that share the load have many names, and their paths and queries hold tokens that change.
    private static func sameResource(_ a: Segment, _ b: Segment, within tolerance: Duration) -> Bool {
        func name(_ url: String) -> Substring {
            let path = url.prefix { $0 != "?" }
            return path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        }
        if let one = a.programDate, let other = b.programDate {
            let apart = other - one
            if max(apart, .zero - apart) > tolerance { return false }
        }
        return a.range == b.range && (a.url == b.url || name(a.url) == name(b.url))
    }

    private mutating func replace(_ new: MediaPlaylist) {
        let old = playlist
        playlist = new
        guard let old, let end, let first = new.segments.first else { return }
        if let index = old.index(ofMediaSequence: first.mediaSequence) {
            adoptDiscontinuities(of: old, at: index)
            place(at: starts[index])
        } else if let date = new.programDate(ofSegmentAt: 0), let known = dateAtZero(of: old) {
            place(at: MediaTime(nanoseconds: (date - known).nanoseconds))
        } else {
            let missed = first.mediaSequence.subtractingSaturating(old.nextMediaSequence)
            place(at: end + new.targetDuration * Int(min(missed, 100_000)))
        }
    }

    /// Continues the discontinuity count of the old playlist where the new one has no
    /// EXT-X-DISCONTINUITY-SEQUENCE: then each text counts from zero.
    private mutating func adoptDiscontinuities(of old: MediaPlaylist, at index: Int) {
        guard let new = playlist, !new.statesDiscontinuitySequence, let first = new.segments.first else { return }
        let known = old.segments[index].discontinuitySequence
        guard known > first.discontinuitySequence else { return }
        let missing = known - first.discontinuitySequence
        for i in new.segments.indices {
            playlist?.segments[i].discontinuitySequence =
                new.segments[i].discontinuitySequence.addingSaturating(missing)
        }
        if let own = new.unfinished?.discontinuitySequence {
            playlist?.unfinished?.discontinuitySequence = own.addingSaturating(missing)
        }
    }

    /// Places the first segment at `origin`, and the others behind it.
    mutating func place(at origin: MediaTime) {
        guard let playlist else { return }
        starts = []
        starts.reserveCapacity(playlist.segments.count + 1)
        var time = origin
        starts.append(time)
        for segment in playlist.segments {
            time = time + segment.duration
            starts.append(time)
        }
    }

    /// The civil time at zero of the timeline, if the playlist states it.
    var dateAtZero: ProgramDate? {
        playlist.flatMap { dateAtZero(of: $0) }
    }

    private func dateAtZero(of playlist: MediaPlaylist) -> ProgramDate? {
        for (segment, start) in zip(playlist.segments, starts) {
            if let date = segment.programDate { return date - (start - .zero) }
        }
        return nil
    }

    /// The index of the segment that plays at `time`: a segment with less than half of itself left counts
    /// as played. Nil after the last.
    func index(at time: MediaTime) -> Int? {
        guard let playlist, isPlaced else { return nil }
        var low = 0
        var high = playlist.segments.count
        while low < high {
            let middle = (low + high) / 2
            let centre = starts[middle] + playlist.segments[middle].duration / 2
            if centre > time { high = middle } else { low = middle + 1 }
        }
        return low < playlist.segments.count ? low : nil
    }

    /// The segment that contains `time`; the last when it is later, the first when it is earlier.
    func index(containing time: MediaTime) -> Int? {
        guard let playlist, isPlaced, !playlist.segments.isEmpty else { return nil }
        var low = 0
        var high = playlist.segments.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= time { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
