import Devices
import MediaCore

/// Chooses and loads segments.
extension HLSSession {
    /// How far ahead text is loaded: it is small, and is not needed long before it is shown.
    private static let textAhead = Duration.seconds(10)
    /// The number of parts requested at once: one after the other they would cost a round trip each.
    private static let partsAtOnce = 3

    /// Loads what the streams that play need next.
    mutating func loadMedia(_ now: HostTime) {
        guard downloads.mayLoad, !sampling.isOn else { return }
        var isBusy = true
        while isBusy {
            isBusy = false
            // One request per stream in turn, so that no stream starves the other.
            for index in streams.indices {
                guard isPlaying else { return }
                // The stream before may have dropped others: a rejoin gives up pending streams.
                guard streams.indices.contains(index) else { break }
                guard streams[index].isUrgent || hasFreeDownload else { continue }
                if !streams[index].isPending, loadNext(index, now) { isBusy = true }
            }
        }
    }

    /// Whether another download may take bandwidth: requests that the server holds back, and those filled from
    /// another download, do not count.
    var hasFreeDownload: Bool {
        var count = orders.downloads
        for stream in streams {
            if stream.tracker.isBlocking { count -= 1 }
            count -= stream.downloads.outstanding.count { $0.hinted != nil }
        }
        return count < options.maximumDownloads
    }

    /// Asks for the next segment or part of a stream, or passes over a gap; false when there is nothing to do.
    mutating func loadNext(_ index: Int, _ now: HostTime) -> Bool {
        let stream = streams[index]
        guard stream.isPlaced, stream.playlist != nil, !stream.downloads.isPaused(at: now) else { return false }
        // The pending stream takes over as soon as nothing is under way.
        if streams.contains(where: { $0.isPending && $0.isPlaced && $0.kind == stream.kind }) { return false }
        let wanted = stream.kind == .subtitles ? min(options.bufferAhead, HLSSession.textAhead) : options.bufferAhead
        guard stream.downloads.reach < wanted else { return false }
        switch stream.next {
        case .undecided, .end:
            return false
        case .behind(let by):
            fellBehind(index, by, now)
            return true
        case .media(let place):
            let most =
                place.part == nil ? options.downloadsPerStream : max(options.downloadsPerStream, HLSSession.partsAtOnce)
            guard stream.downloads.outstanding.count - sampling.left(stream.kind) < max(1, most),
                let segment = stream.tracker.timeline.segment(at: place.segment)
            else { return false }
            if segment.isGap || place.part.map({ segment.parts[$0].isGap }) ?? false {
                if segment.isGap, isSearching(beyondGapAt: place.segment, of: index, now) { return false }
                pass(index, place)
                return true
            }
            if streams[index].downloads.takeEarly(segment.mediaSequence, part: place.part) {
                streams[index].advance(past: place)
                return true
            }
            streams[index].downloads.pause(until: nil)
            return load(index, place, segment, now)
        }
    }

    private mutating func load(
        _ index: Int, _ place: SegmentTimeline.Place, _ segment: Segment, _ now: HostTime
    ) -> Bool {
        let id = streams[index].id
        guard let start = streams[index].tracker.timeline.start(of: place) else { return false }
        let source: SegmentSource
        do throws(HLSFailure) {
            source = try SegmentSource(segment, part: place.part)
        } catch {
            outOfReach(id, error, now)
            return false
        }
        for url in source.urls where !HLSSession.isSupported(url) {
            giveUp(streams[index], .unsupportedScheme(url: HLSSession.redacted(url)), now)
            return false
        }
        for key in source.keys {
            if let failure = keys.want(key, for: streams, &orders) {
                outOfReach(id, failure, now)
                return false
            }
            // While its key is uncertain, no more than what is under way is loaded.
            if keys.hasFailed(key) { return false }
        }
        let request = orders.open(.media(stream: id))
        var media = streams[index].request(
            request, source, segment, place, start: start, generation: timeline.generation,
            codecs: adaptation.variants[streams[index].variant].codecs)
        media.fetch.headers = options.headers
        media.fetch.maximumBytes = SegmentLimit.bytes(
            of: media.duration, bandwidth: adaptation.variants[streams[index].variant].bandwidth)
        media.hinted = streams[index].hints.take(source.url, source.range, for: request)
        if sampling.isOn {
            if media.hinted == nil, media.part == nil {
                media.head = sampling.length(media.stream, rate: rate(of: streams[index]))
            }
            sampling.asked(for: media)
        }
        streams[index].downloads.asked(for: media)
        streams[index].cursor.asked()
        if media.stream == .main { gapSearch.end() }
        streams[index].advance(past: place)
        orders.give(.loadMedia(media))
        return true
    }

    /// Passes over a segment or part that cannot be had.
    mutating func pass(_ index: Int, _ place: SegmentTimeline.Place) {
        let stream = streams[index]
        guard let segment = stream.tracker.timeline.segment(at: place.segment),
            let start = stream.tracker.timeline.start(of: place)
        else { return }
        let duration = place.part.map { segment.parts[$0].duration } ?? segment.duration
        orders.give(.gap(stream.kind, start: start, duration: duration))
        streams[index].downloads.passed()
        streams[index].advance(past: place)
        let segments = stream.playlist?.segments ?? []
        guard place.segment == segments.count - 1, segments.allSatisfy(\.isGap) else { return }
        if streams[index].downloads.tellsOnlyGaps() {
            orders.warn(.onlyGaps(url: HLSSession.redacted(stream.url)))
        }
    }

    /// Joins again where a new viewer would, because the window has gone past what was to come next. Media
    /// that nobody has seen leaves no hole in the timeline, or it would be waited through.
    private mutating func fellBehind(_ index: Int, _ by: Duration, _ now: HostTime) {
        if streams[index].kind == .main, streams[index].playlist?.isLive == true {
            let before = streams[index].tracker.timeline.start
            streams[index].tracker.displace()
            rejoin(at: index, now)
            place(now)
            // What is offered lies so much earlier now: that is what is left out.
            let after = streams.main?.tracker.timeline.start
            let leftOut = before.flatMap { before in after.map { before - $0 } } ?? by
            orders.warn(.fellBehind(by: max(by, leftOut)))
            return
        }
        orders.warn(.fellBehind(by: by))
        if let first = streams[index].playlist?.segments.first {
            // Only as far as there is something.
            streams[index].cursor.skip(to: first.mediaSequence)
            streams[index].hints.dropAll(&orders)
        }
    }

    // MARK: Gaps

    /// Whether a stream waits at a gap for another variant that has media there; otherwise the gap is
    /// passed over.
    private mutating func isSearching(beyondGapAt place: Int, of index: Int, _ now: HostTime) -> Bool {
        let stream = streams[index]
        guard stream.kind == .main, timeline.isJoined, stream.tracker.timeline.starts.indices.contains(place) else {
            return false
        }
        let step = gapSearch.meet(
            gapIn: stream.variant, reserve: stream.downloads.ahead - HLSSession.reserve,
            isOpening: streams.hasPending(.main), adaptation, at: now)
        switch step {
        case .pass: return false
        case .wait: return true
        case .open(let variant):
            // The current variant is left until its gap is over, and may come back then.
            adaptation.penalise(stream.variant, until: now + stream.gapLength(from: place) + stream.downloads.ahead)
            open(variant: variant, isPending: true)
            return true
        case .giveUp(let tried):
            adaptation.forgive(tried)
            drop { $0.isPending }
            return false
        }
    }
}
