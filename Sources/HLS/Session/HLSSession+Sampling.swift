import MediaCore

/// Loads the heads of a presentation that nobody sees.
extension HLSSession {
    /// The least distance between two places where a head is loaded: where every part stands alone, all would be.
    private static let leastStep = Duration.milliseconds(1500)
    /// How much faster than it is played media must come for a head to serve for two segments. On a narrower line, where what
    /// lies between it and the live edge takes long, flips stalled more often by it (`SurfingLawTests`, seed 0).
    private static let ample = 4.0

    /// What is expected of the line.
    package var outlook: LineOutlook? { line }

    private var line: LineOutlook {
        let main = streams.main
        let supply = main.flatMap { adaptation.supply(of: $0.variant, costing: $0.downloads.rate) }
        return LineOutlook(
            supply: supply, delay: adaptation.delay, rate: main.map { rate(of: $0) } ?? 0,
            throughput: adaptation.throughput)
    }

    /// The rate of a stream in bits a second, as its last segment had it, else as its playlist says; 0: not known.
    func rate(of stream: PlaylistStream) -> Double {
        stream.downloads.rate ?? adaptation.expectedRate(of: stream.variant)
    }

    mutating func setSampling(_ samples: Bool, _ now: HostTime) {
        let replacements = sampling.replacements
        guard sampling.turn(samples) else { return }
        samples ? beginSampling(now) : endSampling(now, dropping: replacements)
    }

    private mutating func beginSampling(_ now: HostTime) {
        gapSearch.end()
        for index in streams.indices {
            if let hinted = streams[index].downloads.outstanding.firstIndex(where: { $0.hinted != nil }) {
                orders.cancel(Array(streams[index].downloads.outstanding[hinted...]))
                streams[index].takeBack(from: hinted, &orders)
            }
            streams[index].hints.dropAll(&orders)
            for media in streams[index].downloads.outstanding where orders.isUnderWay(media.id) {
                sampling.stopped(media)
                orders.give(.limit(media.id, to: 0))
            }
            if streams[index].downloads.hasMedia { sampling.hasEnough(streams[index].kind) }
            if let id = streams[index].tracker.stopBlocking(at: now) { orders.cancel(id) }
        }
    }

    private mutating func endSampling(_ now: HostTime, dropping replacements: Set<RequestID>) {
        for index in streams.indices {
            // What is here begins at once: a head that was to take its place comes again behind it.
            if let place = streams[index].downloads.outstanding.firstIndex(where: { replacements.contains($0.id) }) {
                orders.cancel(Array(streams[index].downloads.outstanding[place...]))
                streams[index].takeBack(from: place, &orders)
                streams[index].cursor.asked()
            }
            for media in streams[index].downloads.outstanding where orders.isUnderWay(media.id) && media.hinted == nil {
                orders.give(.limit(media.id, to: nil))
                downloads.goOn(media.id, at: now)
            }
            if streams[index].isLowLatency { streams[index].tracker.hasten(at: now) }
        }
    }

    /// Whether heads only are to be loaded. A presentation with an end, or which ends, is not sampled: its beginning is
    /// all that is wanted of it.
    mutating func samplesOnly(_ now: HostTime) -> Bool {
        guard sampling.isOn else { return false }
        if let playlist = streams.main?.playlist, !playlist.isLive || !options.start.isUsualWhenLive {
            setSampling(false, now)
        }
        return sampling.isOn
    }

    /// Takes over how much can be played of a stream, and continues its head where that is not enough.
    mutating func judge(_ kind: StreamKind, _ stock: StreamStock) {
        guard sampling.isOn, let stream = streams.playing(kind) else { return }
        let more = sampling.judge(
            kind, stock, need: line.bridge, rate: rate(of: stream),
            segment: stream.playlist?.targetDuration ?? .zero)
        if let (id, limit) = more { orders.give(.limit(id, to: limit)) }
    }

    /// Asks for the head that is missing.
    mutating func loadHeads(_ now: HostTime) {
        guard downloads.mayLoad else { return }
        sampling.keep(Set(streams.flatMap { $0.downloads.outstanding.map(\.id) }))
        if sampling.mayRenew(at: now) { moveOn() }
        for index in streams.indices {
            guard isPlaying, streams.indices.contains(index), !streams[index].isPending,
                streams[index].kind != .subtitles, sampling.wants(streams[index].kind)
            else { continue }
            // Gaps are passed over until something is asked for.
            while streams.indices.contains(index), sampling.wants(streams[index].kind), loadNext(index, now) {
                if !isPlaying { return }
            }
        }
    }

    /// The least distance between two heads of a stream. One that costs much serves for a second segment, in which a viewer
    /// would be that much farther behind; never for more, as the window moves on.
    private func step(_ stream: PlaylistStream, _ playlist: MediaPlaylist) -> Duration {
        guard let supply = line.supply, supply >= Self.ample else {
            return min(Self.leastStep, playlist.targetDuration * 3 / 4)
        }
        let worth = min(sampling.worth(stream.kind, rate: rate(of: stream)), playlist.targetDuration * 3 / 2)
        return max(min(Self.leastStep, playlist.targetDuration * 3 / 4), worth)
    }

    /// Moves on to where a new viewer would join, once that lies behind all that was asked for. A head on its way is
    /// waited for: cut behind its first picture it would be played, and what was left out behind it waited through.
    private mutating func moveOn() {
        guard timeline.isJoined, let main = streams.index(playing: .main), streams[main].isPlaced,
            !streams[main].cursor.isFirst, !sampling.isLoading(.main),
            let playlist = streams[main].playlist, let join = joinPoint(of: streams[main], playlist),
            let start = streams[main].tracker.timeline.start(of: join.place), let next = streams[main].cursor.nextStart,
            start > next - PlaylistStream.rounding,
            sampling.start(.main).map({ start - $0 >= step(streams[main], playlist) }) ?? true
        else { return }
        for index in streams.indices where !streams[index].isPending {
            // Only what is here is worth keeping until there is better.
            let useless = streams[index].downloads.outstanding.filter { !sampling.isHere($0.id) }
            orders.cancel(useless)
            streams[index].downloads.leave(Set(useless.map(\.id)))
            streams[index].moveOn(to: start)
            streams[index].cursor.showAll()
        }
        sampling.keep(Set(streams.flatMap { $0.downloads.outstanding.map(\.id) }))
        sampling.moveOn()
        streams[main].move(to: join.place)
    }

    /// Leaves the head before, as this one is here.
    mutating func arrived(_ media: MediaRequest) {
        guard sampling.isOn, let index = streams.index(playing: media.stream) else { return }
        let left = sampling.takeLeft(media.stream)
        guard !left.isEmpty else { return }
        for id in left.sorted() { orders.leave(id) }
        streams[index].downloads.leave(left)
    }
}
