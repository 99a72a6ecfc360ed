import Devices
import MediaCore

/// Choosing and loading segments.
extension HLSSession {
    /// How long a variant that failed is left alone.
    static let penalty = Duration.seconds(60)
    /// How long another variant's playlist is waited for, when this one's media or playlist is not to be had.
    static let patience = Duration.seconds(4)
    /// With more than this ahead, what can't be had is asked for again without end.
    static let reserve = Duration.seconds(1)

    mutating func setAhead(main: Duration, audio: Duration) {
        for index in tracks.indices {
            tracks[index].ahead = tracks[index].kind == .main ? main : audio
        }
    }

    mutating func scheduleMedia(_ now: HostTime) {
        var isBusy = true
        while isBusy {
            isBusy = false
            // One at a time in turn, so that no stream starves the other.
            for index in tracks.indices {
                guard phase == .playing, underWay.count < options.maximumDownloads else { return }
                // The one before may have dropped tracks: a rejoin gives up what is pending.
                guard tracks.indices.contains(index) else { break }
                if !tracks[index].isPending, loadNext(index, now) { isBusy = true }
            }
        }
    }

    /// Asks for the next segment of a track, or passes over a gap; false when there is nothing to do.
    private mutating func loadNext(_ index: Int, _ now: HostTime) -> Bool {
        let track = tracks[index]
        guard track.isPlaced, let playlist = track.playlist, track.outstanding.count < max(1, options.downloadsPerStream)
        else { return false }
        if let retry = track.retryAt, retry > now { return false }
        // The track that waits takes over as soon as nothing is under way.
        if tracks.contains(where: { $0.isPending && $0.isPlaced && $0.kind == track.kind }) { return false }
        let asked = track.outstanding.reduce(Duration.zero) { $0 + $1.duration }
        guard track.ahead + asked < options.bufferAhead else { return false }
        switch track.nextIndex {
        case .undecided, .end:
            return false
        case .behind(let by):
            fellBehind(index, by, now)
            return true
        case .segment(let place):
            let segment = playlist.segments[place]
            if segment.isGap {
                pass(index, place)
                return true
            }
            tracks[index].retryAt = nil
            return load(index, place, segment)
        }
    }

    private mutating func load(_ index: Int, _ place: Int, _ segment: Segment) -> Bool {
        let track = tracks[index]
        let made: (encryption: SegmentEncryption, map: InitializationSection?)
        do throws(HLSFailure) {
            made = (
                try SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence),
                try initialization(segment)
            )
        } catch {
            fail(error)
            return false
        }
        for url in [segment.url, made.map?.url].compactMap(\.self) where !HLSSession.isSupported(url) {
            fail(.unsupportedScheme(url: HLSSession.redacted(url)))
            return false
        }
        for key in [made.map?.encryption.key, made.encryption.key].compactMap(\.self) {
            guard want(key) else { return false }
        }
        let id = request(.media(track: track.serial))
        let media = MediaRequest(
            id: id, stream: track.kind,
            fetch: FetchRequest(url: segment.url, range: segment.range, headers: options.headers),
            mediaSequence: segment.mediaSequence, duration: segment.duration, start: track.starts[place],
            programDate: track.playlist?.programDate(ofSegmentAt: place),
            container: SegmentContainer(url: segment.url, hasMap: made.map != nil), initialization: made.map,
            encryption: made.encryption,
            epoch: TimelineEpoch(generation: generation, discontinuity: segment.discontinuitySequence),
            isFirst: track.isFirst, showFrom: track.showFrom,
            codecs: multivariant.variants[track.variant].codecs, variant: track.variant)
        tracks[index].outstanding.append(media)
        tracks[index].isFirst = false
        tracks[index].showFrom = nil
        tracks[index].saidOnlyGaps = true
        advance(index, past: place)
        actions.append(.loadMedia(media))
        return true
    }

    private func initialization(_ segment: Segment) throws(HLSFailure) -> InitializationSection? {
        guard let map = segment.map else { return nil }
        // §4.4.4.5: an encrypted one has its vector in the tag; the number is all there is without it.
        return InitializationSection(
            url: map.url, range: map.range,
            encryption: try SegmentSecurity.encryption(map.keys, mediaSequence: segment.mediaSequence))
    }

    private mutating func advance(_ index: Int, past place: Int) {
        guard let playlist = tracks[index].playlist else { return }
        tracks[index].nextStart = tracks[index].starts[place + 1]
        tracks[index].cursor = .segment(playlist.segments[place].mediaSequence.addingSaturating(1))
    }

    /// Goes over a segment that cannot be had.
    private mutating func pass(_ index: Int, _ place: Int) {
        guard let segment = tracks[index].playlist?.segments[place] else { return }
        let start = tracks[index].starts[place]
        actions.append(.gap(tracks[index].kind, start: start, duration: segment.duration))
        tracks[index].segmentFailures = 0
        tracks[index].retryAt = nil
        advance(index, past: place)
        let segments = tracks[index].playlist?.segments ?? []
        if !tracks[index].saidOnlyGaps, place == segments.count - 1, segments.allSatisfy(\.isGap) {
            tracks[index].saidOnlyGaps = true
            actions.append(.warning(.onlyGaps(url: HLSSession.redacted(tracks[index].url))))
        }
    }

    /// The window has gone past what was to come next: join again where a new viewer would. What nobody
    /// has seen is no hole in the timeline, or it would be waited through.
    private mutating func fellBehind(_ index: Int, _ by: Duration, _ now: HostTime) {
        actions.append(.warning(.fellBehind(by: by)))
        if tracks[index].kind == .main, tracks[index].playlist?.isLive == true {
            tracks[index].displace()
            rejoin(at: index, now)
            place(now)
        } else if let first = tracks[index].playlist?.segments.first {
            // Only as far as there is something.
            tracks[index].cursor = .segment(first.mediaSequence)
            tracks[index].isFirst = true
        }
    }

    // MARK: What came of it

    mutating func mediaFinished(_ serial: Int, _ id: RequestID, _ timing: FetchTiming) {
        if let first = timing.firstByte { estimator.add(bytes: timing.bytes, duration: timing.finished - first) }
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].outstanding.firstIndex(where: { $0.id == id })
        else { return }
        let media = tracks[index].outstanding.remove(at: place)
        tracks[index].ahead += media.duration
        tracks[index].segmentFailures = 0
        tracks[index].lostSegments = 0
        takeOverIfWaiting()
    }

    mutating func mediaFailed(_ serial: Int, _ id: RequestID, _ failure: MediaFailure, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].outstanding.firstIndex(where: { $0.id == id })
        else { return }
        let media = tracks[index].outstanding[place]
        // What was asked for behind it comes again, in order.
        for later in tracks[index].outstanding[(place + 1)...] { cancel(later.id) }
        tracks[index].outstanding.removeSubrange(place...)
        tracks[index].cursor = .segment(media.mediaSequence)
        tracks[index].nextStart = media.start
        tracks[index].isFirst = media.isFirst
        tracks[index].showFrom = media.showFrom
        tracks[index].segmentFailures += 1
        let url = HLSSession.redacted(media.fetch.url)
        actions.append(.warning(.mediaUnavailable(url: url, failure)))
        if case .fetch(let error) = failure, let delay = retries.delay(after: tracks[index].segmentFailures, error) {
            tracks[index].retryAt = now + delay
            takeOverIfWaiting()
            return
        }
        // A server that is away has not lost the segment: it is waited for while there is something to play.
        if case .fetch(let error) = failure, case .unreachable = error, tracks[index].ahead > HLSSession.reserve,
            let delay = retries.pause(after: min(tracks[index].segmentFailures, 3), error)
        {
            tracks[index].retryAt = now + delay
            takeOverIfWaiting()
            return
        }
        tracks[index].lostSegments += 1
        if tracks[index].lostSegments > options.toleratedFailures {
            fail(.mediaUnavailable(url: url, failure))
            return
        }
        // Its like in another variant, if there is one that has not failed lately; else on without it.
        if tracks[index].kind == .main {
            penalties[tracks[index].variant] = now + HLSSession.penalty
            if tryOtherVariant(than: tracks[index].variant, now) {
                // Until the other is there; if it fails too, this is tried again.
                if joined, tracks.indices.contains(index) { tracks[index].retryAt = now + HLSSession.patience }
                takeOverIfWaiting()
                return
            }
        }
        if case .segment(let next) = tracks[index].nextIndex { pass(index, next) }
        takeOverIfWaiting()
    }
}
