import Devices
import MediaCore

/// The segments and parts that one stream has under way, how much is ahead of what is played, and what failed.
struct SegmentDownloads: Sendable {
    /// The requests under way, in presentation order.
    private(set) var outstanding: [MediaRequest] = []
    /// The media ahead of the play position: as last reported, and what finished since.
    private(set) var ahead = Duration.zero
    /// The failures of the segment that comes next, in a row.
    private(set) var failures = 0
    /// The number of segments in a row that could not be had.
    private(set) var lost = 0
    /// When media is asked for again, after a failure.
    private(set) var retryAt: HostTime?
    /// The rate of the last segment, in bits a second of media.
    private(set) var rate: Double?
    /// Whether the next request should use a new connection, because the last one went silent.
    private(set) var wantsNewConnection = false
    /// Whether a segment or part has come.
    private(set) var hasMedia = false
    /// Media that came while something before it was under way: it is not asked for again, whatever becomes of
    /// that.
    private var early: [MediaRequest] = []
    private var saidOnlyGaps = false

    func isPaused(at now: HostTime) -> Bool { retryAt.map { $0 > now } ?? false }

    /// The media that is here or on its way.
    var reach: Duration { outstanding.reduce(ahead) { $0 + $1.duration } }

    func index(of id: RequestID) -> Int? { outstanding.firstIndex { $0.id == id } }

    mutating func setAhead(_ duration: Duration) { ahead = duration }

    // MARK: Asking

    mutating func asked(for media: MediaRequest) {
        outstanding.append(media)
        wantsNewConnection = false
        saidOnlyGaps = true
    }

    /// Takes out media that came early; false when it did not.
    mutating func takeEarly(_ mediaSequence: UInt64, part: Int?) -> Bool {
        guard let there = early.firstIndex(where: { $0.mediaSequence == mediaSequence && $0.part == part }) else {
            return false
        }
        early.remove(at: there)
        return true
    }

    /// Asks again no sooner than at this time; nil: at once.
    mutating func pause(until time: HostTime?) { retryAt = time }

    /// Goes on behind media that can't be had.
    mutating func passed() {
        failures = 0
        retryAt = nil
    }

    /// Whether it is to be told that nothing but gaps is listed; true once, before any media was asked for.
    mutating func tellsOnlyGaps() -> Bool {
        defer { saidOnlyGaps = true }
        return !saidOnlyGaps
    }

    // MARK: What came of it

    mutating func finished(at place: Int) -> MediaRequest {
        let media = outstanding.remove(at: place)
        if place > 0 { early.append(media) }
        if outstanding.isEmpty { early = [] }
        ahead += media.duration
        failures = 0
        lost = 0
        hasMedia = true
        return media
    }

    /// Notes what a finished segment cost.
    mutating func cost(_ bytes: Int, of media: MediaRequest) -> Double {
        let bits = Double(bytes) * 8 / media.duration.inSeconds
        rate = bits
        return bits
    }

    /// Notes how many bytes a segment under way has, as its server states.
    mutating func stated(_ bytes: Int, of media: MediaRequest) {
        guard bytes > 0, media.part == nil, media.fetch.range == nil, media.duration > .zero else { return }
        _ = cost(bytes, of: media)
    }

    /// Takes requests off the list, of which no more is wanted.
    mutating func leave(_ ids: Set<RequestID>) {
        outstanding.removeAll { ids.contains($0.id) }
        if outstanding.isEmpty { early = [] }
    }

    mutating func failed() { failures += 1 }
    mutating func lostSegment() { lost += 1 }
    mutating func wentSilent() { wantsNewConnection = true }

    /// Takes the requests from index `place` on off the list, so that their media is asked for again; nil when
    /// there are none.
    mutating func takeBack(from place: Int) -> [MediaRequest]? {
        guard outstanding.indices.contains(place) else { return nil }
        let taken = Array(outstanding[place...])
        outstanding.removeSubrange(place...)
        early.removeAll { $0.start < taken[0].start }
        return taken
    }

    // MARK: Beginning anew

    private mutating func clear() {
        outstanding = []
        early = []
        failures = 0
        retryAt = nil
    }

    /// Forgets what was asked for; what came is still to be played.
    mutating func rejoined() { clear() }

    /// Forgets what was asked for and what came.
    mutating func jumped() {
        clear()
        ahead = .zero
    }

    /// Puts everything back to the state before any media, as what was loaded is gone.
    mutating func beginAnew() {
        jumped()
        lost = 0
    }

    /// Continues what another stream's downloads did.
    mutating func succeed(_ old: SegmentDownloads) {
        ahead = old.ahead
        lost = old.lost
    }
}
