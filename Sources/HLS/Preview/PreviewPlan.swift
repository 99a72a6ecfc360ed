import Devices
import MediaCore

/// Decides which picture stands for the place that a viewer looks for, what is fetched for it, and what is kept.
///
/// Where there is a playlist of I-frames it is the one nearest to the place. Else it is the key frame at the beginning of
/// the nearest segment of the playlist that plays, of which a bounded head is fetched. One picture is fetched at a time,
/// and the newest wish comes next: so pictures follow a hand that moves, and nothing piles up behind it.
package struct PreviewPlan: Sendable {
    package enum Event: Sendable {
        /// Places may be looked for soon.
        case opened(PreviewSource)
        /// The viewer looks for this place.
        ///
        /// - Parameter lineIsFree: what is watched has enough ahead to share the line
        case want(MediaTime, of: PreviewSource, lineIsFree: Bool)
        /// No place is looked for any more.
        case closed
        /// The playlist of I-frames that was asked for is here.
        case playlistLoaded(LoadedPlaylist, of: String)
        case playlistFailed(of: String)
        /// The picture that was asked for is decoded, and takes so many bytes.
        case came(PreviewRequest.ID, bytes: Int)
        case failed(PreviewRequest.ID, PreviewFailure)
    }

    package enum Effect: Sendable, Hashable {
        /// Fetch the playlist of I-frames, and answer with `playlistLoaded`.
        case loadPlaylist(FetchRequest)
        /// Fetch and decode the picture, and answer with `came`.
        case load(PreviewRequest)
        /// Give up the picture that is being fetched; nothing need be answered.
        case cancel(PreviewRequest.ID)
        /// Show this picture, which came before; nil: there is none for the place.
        case show(PreviewRequest.ID?)
        /// Forget a picture: others need its room.
        case forget(PreviewRequest.ID)
    }

    private struct Kept: Sendable {
        var id: PreviewRequest.ID
        var start: MediaTime
        var bytes: Int
    }

    private struct Loading: Sendable {
        var request: PreviewRequest
        var since: HostTime
    }

    /// The bytes of a segment that are fetched at first, and at most.
    private static let (head, longestHead) = (UInt64(64 << 10), UInt64(2 << 20))
    /// How long a picture may take that is not wanted any more, until it is given up for the one that is.
    private static let patience = Duration.milliseconds(250)
    /// The distance within which another picture is better than none while the right one comes.
    private static let near = Duration.seconds(12)
    private static let mostFailures = 64

    private let height: Int
    private let capacity: Int
    private var source: PreviewSource?
    /// The pictures that are there, the one used last at the end.
    private var kept: [Kept] = []
    private var loading: Loading?
    /// The picture that stands for the place wanted.
    private var wanted: PreviewRequest?
    private var place: MediaTime?
    private var shown: PreviewRequest.ID?
    private var lineIsFree = false
    /// What can't be had, in the order in which that was found.
    private var lost: [PreviewRequest.ID] = []
    /// How much of a segment its picture takes, where the first head was too little.
    private var heads: [PreviewRequest.ID: UInt64] = [:]
    private var iFrames = IFrameList()

    /// Makes a plan.
    /// - Parameters:
    ///   - height: of the pictures on the screen, in pixels.
    ///   - capacity: the bytes of all pictures together; as it stands, of a dozen at 1080 lines.
    package init(height: Int, capacity: Int = 6 << 20) {
        self.height = height
        self.capacity = capacity
    }

    /// - Returns: what is to be done, in order
    package mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .opened(let source):
            return renew(source) + considerPlaylist(now)
        case .want(let place, let source, let lineIsFree):
            var effects = renew(source)
            self.place = place
            self.lineIsFree = lineIsFree
            effects += considerPlaylist(now)
            return effects + choose(now)
        case .closed:
            (place, wanted) = (nil, nil)
            return giveUp() + show(nil)
        case .playlistLoaded(let loaded, let url):
            guard let source, iFrames.take(loaded, of: url, beside: source, at: now) else { return [] }
            return choose(now)
        case .playlistFailed(let url):
            iFrames.fail(url)
            return choose(now)
        case .came(let id, let bytes): return came(id, bytes, now)
        case .failed(let id, let failure): return failed(id, failure, now)
        }
    }

    // MARK: Playlists

    private mutating func renew(_ source: PreviewSource) -> [Effect] {
        guard source != self.source else { return [] }
        let isOther = source.url != self.source?.url
        self.source = source
        iFrames.renew(source, height: height)
        guard isOther else { return [] }
        // What is kept belongs to other addresses; it goes as room is needed.
        lost = []
        heads = [:]
        return giveUp()
    }

    private mutating func considerPlaylist(_ now: HostTime) -> [Effect] {
        iFrames.request(for: place, at: now).map { [.loadPlaylist($0)] } ?? []
    }

    // MARK: Pictures

    private mutating func choose(_ now: HostTime) -> [Effect] {
        guard let place, let source else { return [] }
        wanted = request(for: place, source)
        guard let wanted else { return giveUp() + show(nil) }
        if let index = kept.firstIndex(where: { $0.id == wanted.id }) {
            kept.append(kept.remove(at: index))
            return show(wanted.id)
        }
        var effects: [Effect] = []
        if let near = nearest(to: wanted.start) { effects += show(near) }
        return effects + go(now)
    }

    /// Fetches what is wanted, unless something else is still under way that will be here soon.
    private mutating func go(_ now: HostTime) -> [Effect] {
        guard let wanted, lineIsFree, !kept.contains(where: { $0.id == wanted.id }) else { return [] }
        var effects: [Effect] = []
        if let loading {
            guard loading.request.id != wanted.id, now - loading.since >= Self.patience else { return [] }
            effects = giveUp()
        }
        loading = Loading(request: wanted, since: now)
        return effects + [.load(wanted)]
    }

    private mutating func giveUp() -> [Effect] {
        guard let loading else { return [] }
        self.loading = nil
        return [.cancel(loading.request.id)]
    }

    private mutating func came(_ id: PreviewRequest.ID, _ bytes: Int, _ now: HostTime) -> [Effect] {
        guard let done = loading, done.request.id == id else { return [.forget(id)] }
        loading = nil
        kept.removeAll { $0.id == id }
        kept.append(Kept(id: id, start: done.request.start, bytes: bytes))
        var effects: [Effect] = []
        // A hand that moves on sees what it passes; one that rests sees the place where it rests.
        if place != nil { effects += show(id) }
        while kept.reduce(0, { $0 + $1.bytes }) > capacity, kept.count > 1 {
            effects.append(.forget(kept.removeFirst().id))
        }
        return effects + go(now)
    }

    private mutating func failed(_ id: PreviewRequest.ID, _ failure: PreviewFailure, _ now: HostTime) -> [Effect] {
        guard let done = loading, done.request.id == id else { return [] }
        loading = nil
        let length = done.request.fetch.range?.length ?? Self.longestHead
        if failure == .cut, !done.request.isWhole, length < Self.longestHead {
            heads[id] = length * 2
        } else {
            lost.append(id)
            if lost.count > Self.mostFailures { lost.removeFirst() }
        }
        return choose(now)
    }

    private mutating func show(_ id: PreviewRequest.ID?) -> [Effect] {
        guard id != shown else { return [] }
        shown = id
        return [.show(id)]
    }

    private func nearest(to time: MediaTime) -> PreviewRequest.ID? {
        func distance(_ kept: Kept) -> Duration { max(kept.start - time, time - kept.start) }
        let near = kept.min { distance($0) < distance($1) }
        return near.flatMap { distance($0) <= Self.near ? $0.id : nil }
    }

    // MARK: Choosing

    private func request(for place: MediaTime, _ source: PreviewSource) -> PreviewRequest? {
        if let found = request(for: place, in: iFrames.timeline, ofIFrames: true) { return found }
        return request(for: place, in: source.timeline, ofIFrames: false)
    }

    /// The picture of a playlist that is nearest to a place; nil: there is none that can be had.
    private func request(for place: MediaTime, in timeline: SegmentTimeline, ofIFrames: Bool) -> PreviewRequest? {
        guard let playlist = timeline.playlist, let index = timeline.index(containing: place) else { return nil }
        let next = index + 1
        let isNextNearer =
            playlist.segments.indices.contains(next)
            && timeline.starts[next] - place < place - timeline.starts[index]
        for index in isNextNearer ? [next, index] : [index, next] where playlist.segments.indices.contains(index) {
            let segment = playlist.segments[index]
            guard !segment.isGap, let source = try? SegmentSource(segment, part: nil),
                HLSSession.isSupported(source.url)
            else { continue }
            let id = PreviewRequest.ID(url: source.url, offset: source.range?.offset ?? 0)
            guard !lost.contains(id) else { continue }
            var range = source.range
            var cut: PreviewRequest.Cut?
            if !ofIFrames {
                range = head(of: source, id)
            } else if source.encryption.isInBlocks, let whole = range, let wide = PreviewRequest.Cut.widening(whole) {
                (range, cut) = (wide.range, wide.cut)
            }
            var fetch = FetchRequest(url: source.url, range: range, maximumBytes: Int(Self.longestHead) * 4)
            fetch.isBounded = true
            var request = PreviewRequest(
                id: id, start: timeline.starts[index], fetch: fetch, isWhole: ofIFrames || range == source.range,
                container: SegmentContainer(url: source.url, hasMap: source.map != nil), initialization: source.map,
                encryption: source.encryption)
            request.cut = cut
            if segment.map?.isImplied == true, let map = source.map, map.encryption.isInBlocks,
                let wide = map.range.flatMap(PreviewRequest.Cut.widening)
            {
                request.initialization?.range = wide.range
                request.initializationCut = wide.cut
            }
            return request
        }
        return nil
    }

    /// The range of a segment's head, from its first byte on.
    private func head(of source: SegmentSource, _ id: PreviewRequest.ID) -> ByteRange? {
        // What is authenticated is opened as a whole or not at all.
        if case .aes256GCM = source.encryption { return source.range }
        let length = heads[id] ?? Self.head
        if let whole = source.range?.length, whole <= length { return source.range }
        return ByteRange(offset: id.offset, length: length)
    }
}

extension SegmentEncryption {
    /// Whether a resource is encrypted as a whole in chained blocks, so that a range of it needs what lies around it.
    fileprivate var isInBlocks: Bool {
        switch self {
        case .aes128, .aes256: true
        case .none, .aes256CTR, .aes256GCM, .sampleAES, .sampleAESCTR: false
        }
    }
}
