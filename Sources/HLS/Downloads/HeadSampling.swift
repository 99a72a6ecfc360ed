import MediaCore

/// Decides how much is loaded of a live presentation that nobody sees: the *head* of the segment where a viewer would
/// begin, a key frame and what must lie behind it until the rest could come. The rest is left to the moment at which
/// somebody wants to see it.
///
/// How many bytes that takes is found by trying: a head is loaded, its owner tells how much of it can be played
/// (`judge`), and it is made longer until that is enough. The next head is asked for in the length that was. A head that is a
/// large part of its segment may serve for longer (`worth`).
struct HeadSampling: Sendable {
    private struct Head: Sendable {
        let kind: StreamKind
        /// The start of its segment.
        let start: MediaTime
        /// The bytes that are asked for; nil: all.
        var limit: Int?
        /// The bytes that are here.
        var bytes = 0
        /// Whether all that was asked for is here.
        var isHere = false
        /// Whether it is kept only until a newer one is here.
        var isLeft = false
    }

    /// Whether heads are loaded, and nothing else.
    private(set) var isOn = false
    private var heads: [RequestID: Head] = [:]
    /// The length in bytes of a head that was enough, by stream.
    private var enough: [StreamKind: Int] = [:]
    /// The streams of which what came last is enough.
    private var served: Set<StreamKind> = []
    /// The streams of which a whole segment or part came, and nobody has told yet how long it plays.
    private var unjudged: Set<StreamKind> = []
    /// The time before which no head is loaded to take another's place.
    private(set) var renewsAfter: HostTime?

    /// The least and the most bytes that are asked for at first, and by how much a head is made longer at least.
    private static let least = 24 << 10
    private static let most = 1 << 20
    private static let step = 16 << 10
    /// The part of a stream's rate that its heads may cost, and the bytes of a head that are no cost.
    private static let share = 0.22
    private static let free = 64 << 10
    /// The bytes that are asked for at first of a stream whose rate nobody knows.
    private static let unknown = 96 << 10
    /// The seconds of media that the first head of a stream is asked for: a key frame is some ten pictures long.
    private static let first = 0.4
    /// The part of a segment by which its media may lie elsewhere than its playlist says.
    private static let tolerance = 0.5
    /// How long those that have nothing are let go first, once the line is free again.
    private static let courtesy: Duration = .milliseconds(150)

    init() {}

    /// Begins to load heads only, or ends that; false when nothing changes.
    mutating func turn(_ isOn: Bool) -> Bool {
        guard isOn != self.isOn else { return false }
        self.isOn = isOn
        if !isOn { forget() }
        return true
    }

    /// Notes that the line is free again. What has a head lets those without any go first: one that the viewer is likely to
    /// want may be among them, and the next key is soon.
    mutating func lineIsFree(at now: HostTime) { renewsAfter = now + Self.courtesy }

    /// Whether a head may be loaded to take the place of another.
    func mayRenew(at now: HostTime) -> Bool { renewsAfter.map { now >= $0 } ?? true }

    /// Goes on at another place. The heads that are here stay until those from there are here as well.
    mutating func moveOn() {
        for id in heads.keys { heads[id]?.isLeft = true }
        served = []
        unjudged = []
    }

    /// Takes out the heads of a stream that are of no use any more, as a newer one is here.
    mutating func takeLeft(_ kind: StreamKind) -> Set<RequestID> {
        let left = heads.filter { $0.value.kind == kind && $0.value.isLeft }.map(\.key)
        for id in left { heads[id] = nil }
        return Set(left)
    }

    /// The number of downloads of a stream that are kept only until a newer one is here.
    func left(_ kind: StreamKind) -> Int { heads.values.count { $0.kind == kind && $0.isLeft } }

    /// The heads on their way that would take the place of others that are here.
    var replacements: Set<RequestID> {
        let kinds = Set(heads.values.filter(\.isLeft).map(\.kind))
        return Set(heads.filter { !$0.value.isLeft && kinds.contains($0.value.kind) }.keys)
    }

    /// Forgets what was loaded: another place is next, and nothing is there.
    mutating func forget() {
        heads = [:]
        served = []
        unjudged = []
    }

    // MARK: Heads

    /// The bytes to ask for at first of a segment that costs `rate` bits a second; 0: not known.
    func length(_ kind: StreamKind, rate: Double) -> Int {
        let guess = rate > 0 ? Int(min(rate, 1e9) / 8 * Self.first) : Self.unknown
        return max(Self.least, min(Self.most, enough[kind] ?? guess))
    }

    /// Notes that a segment or part was asked for.
    mutating func asked(for media: MediaRequest) {
        heads[media.id] = Head(kind: media.stream, start: media.start, limit: media.head)
        served.remove(media.stream)
        unjudged.remove(media.stream)
    }

    /// Notes a download that was under way before, and stops where it is.
    mutating func stopped(_ media: MediaRequest) {
        heads[media.id] = Head(kind: media.stream, start: media.start, limit: 0)
    }

    /// Notes that there is enough of a stream, until another place is next.
    mutating func hasEnough(_ kind: StreamKind) { served.insert(kind) }

    /// Forgets all heads but these: the others were given up.
    mutating func keep(_ ids: Set<RequestID>) { heads = heads.filter { ids.contains($0.key) } }

    func isHere(_ id: RequestID) -> Bool { heads[id]?.isHere ?? false }

    /// Whether a head of a stream is on its way.
    func isLoading(_ kind: StreamKind) -> Bool {
        heads.values.contains { $0.kind == kind && !$0.isLeft && !$0.isHere }
    }

    /// Notes that a head is here.
    mutating func here(_ id: RequestID, bytes: Int) {
        heads[id]?.bytes = max(0, bytes)
        heads[id]?.isHere = true
    }

    /// Notes that a segment or part has come to its end.
    mutating func ended(_ media: MediaRequest) {
        guard heads.removeValue(forKey: media.id) != nil else { return }
        if !served.contains(media.stream) { unjudged.insert(media.stream) }
    }

    /// Notes how much can be played of what came last of a stream.
    ///
    /// - Parameters:
    ///   - need: what is enough.
    ///   - rate: the stream's bits a second.
    /// - Returns: the download to be continued, and up to which byte.
    mutating func judge(
        _ kind: StreamKind, _ stock: StreamStock, need: Duration, rate: Double, segment: Duration
    ) -> (RequestID, limit: Int)? {
        unjudged.remove(kind)
        guard let (id, head) = heads.first(where: { $0.value.kind == kind && !$0.value.isLeft }) else {
            if let newest = stock.starts.last, stock.end - newest >= need { served.insert(kind) }
            return nil
        }
        guard head.isHere, !served.contains(kind) else { return nil }
        let start = stock.start(nearest: head.start) ?? stock.end
        let isEnough = stock.end - start >= need
        // What is told may still be about the head before.
        let from = kind == .main ? start : stock.end
        let isOfHead = from >= head.start - .seconds(segment.inSeconds * Self.tolerance)
        if isEnough, isOfHead {
            served.insert(kind)
            // The next one may be shorter, as its key frame, which is most of it, is of much the same length.
            let spare = bytes(stock.end - start - need, rate)
            enough[kind] = min(Self.most, max(Self.least, head.bytes - spare / 4 * 3))
            return nil
        }
        let missing = isOfHead ? bytes(need - (stock.end - start), rate) : 0
        let limit = head.bytes.addingReportingOverflow(max(Self.step, missing))
        guard !limit.overflow else { return nil }
        heads[id]?.limit = limit.partialValue
        heads[id]?.isHere = false
        enough[kind] = min(Self.most, limit.partialValue)
        return (id, limit.partialValue)
    }

    /// The bytes of so much media.
    private func bytes(_ media: Duration, _ rate: Double) -> Int {
        Int(min(max(0, media.inSeconds), 10) * min(max(0, rate), 1e9) / 8)
    }

    /// How long the head of a stream should serve, so that heads like it cost no more than their share.
    ///
    /// - Parameter rate: the stream's bits a second; 0: not known.
    func worth(_ kind: StreamKind, rate: Double) -> Duration {
        guard let head = heads.values.first(where: { $0.kind == kind && !$0.isLeft }), head.bytes > Self.free, rate > 0
        else { return .zero }
        return .seconds(min(60, Double(head.bytes) * 8 / (rate * Self.share)))
    }

    /// Whether more of a stream is to be asked for.
    func wants(_ kind: StreamKind) -> Bool {
        !served.contains(kind) && !unjudged.contains(kind) && !heads.values.contains { $0.kind == kind && !$0.isLeft }
    }

    /// The start of what is loaded of a stream now, if that is not all of it.
    func start(_ kind: StreamKind) -> MediaTime? { heads.values.first { $0.kind == kind && !$0.isLeft }?.start }
}
