import Devices
import MediaCore

/// Chooses and loads segments.
extension HLSSession {
    /// How long a variant that failed is left alone.
    static let penalty = Duration.seconds(60)
    /// How long another variant's playlist is waited for, when this one's media or playlist can't be had.
    static let patience = Duration.seconds(4)
    /// How much media must be ahead for failed requests to be repeated without end.
    static let reserve = Duration.seconds(1)
    /// The pause after a segment that the server refuses; multiplied by the number lost in a row.
    private static let afterForbidden = Duration.milliseconds(250)
    /// The number of parts requested at once: one after the other they would cost a round trip each.
    private static let partsAtOnce = 3

    mutating func setAhead(main: Duration, audio: Duration) {
        for index in tracks.indices {
            switch tracks[index].kind {
            case .main: tracks[index].ahead = main
            case .audio: tracks[index].ahead = audio
            case .subtitles: break
            }
        }
        guard let position else { return }
        for index in tracks.indices where tracks[index].kind == .subtitles {
            let loaded = tracks[index].outstanding.first?.start ?? tracks[index].nextStart
            tracks[index].ahead = loaded.map { max(.zero, $0 - position) } ?? .zero
        }
    }

    mutating func scheduleMedia(_ now: HostTime) {
        if isHolding || isYielding { return }
        var isBusy = true
        while isBusy {
            isBusy = false
            // One request per track in turn, so that no stream starves the other.
            for index in tracks.indices {
                guard phase == .playing else { return }
                // The track before may have dropped others: a rejoin gives up pending tracks.
                guard tracks.indices.contains(index) else { break }
                // The first picture and sound do not wait for another stream's playlist or key.
                let isUrgent =
                    tracks[index].kind != .subtitles && tracks[index].isFirst && tracks[index].outstanding.isEmpty
                guard isUrgent || busyDownloads < options.maximumDownloads else { continue }
                if !tracks[index].isPending, loadNext(index, now) { isBusy = true }
            }
        }
    }

    /// The number of downloads under way that take bandwidth: without requests that the server holds back,
    /// and those filled from another download.
    var busyDownloads: Int {
        var count = underWay.count
        for track in tracks {
            if track.loading != nil, track.exchange.asked.isBlocking { count -= 1 }
            count -= track.outstanding.count { $0.hinted != nil }
        }
        return count
    }

    /// Asks for the next segment or part of a track, or passes over a gap; false when there is nothing to do.
    private mutating func loadNext(_ index: Int, _ now: HostTime) -> Bool {
        let track = tracks[index]
        guard track.isPlaced, track.playlist != nil else { return false }
        if let retry = track.retryAt, retry > now { return false }
        // The pending track takes over as soon as nothing is under way.
        if tracks.contains(where: { $0.isPending && $0.isPlaced && $0.kind == track.kind }) { return false }
        let asked = track.outstanding.reduce(Duration.zero) { $0 + $1.duration }
        let wanted = track.kind == .subtitles ? min(options.bufferAhead, HLSSession.textAhead) : options.bufferAhead
        guard track.ahead + asked < wanted else { return false }
        switch track.nextIndex {
        case .undecided, .end:
            return false
        case .behind(let by):
            fellBehind(index, by, now)
            return true
        case .media(let place):
            let most =
                place.part == nil ? options.downloadsPerStream : max(options.downloadsPerStream, HLSSession.partsAtOnce)
            guard track.outstanding.count < max(1, most), let segment = track.segment(at: place.segment) else {
                return false
            }
            if segment.isGap || place.part.map({ segment.parts[$0].isGap }) ?? false {
                if segment.isGap, isSearching(beyondGapAt: place.segment, of: index, now) { return false }
                pass(index, place)
                return true
            }
            if let there = track.early.firstIndex(where: {
                $0.mediaSequence == segment.mediaSequence && $0.part == place.part
            }) {
                tracks[index].early.remove(at: there)
                advance(index, past: place)
                return true
            }
            tracks[index].retryAt = nil
            return load(index, place, segment, now)
        }
    }

    /// Leaves a rendition that cannot go on; for the main stream the session ends.
    mutating func giveUp(_ index: Int, _ failure: HLSFailure, _ now: HostTime) {
        guard tracks[index].kind != .main else { return fail(failure) }
        actions.append(.warning(.renditionUnavailable(name: tracks[index].rendition?.name ?? "", failure)))
        renditionFailed(tracks[index], now)
    }

    /// A whole segment or one part, as it is to be loaded.
    private struct Resource {
        var url: String
        var range: ByteRange?
        var duration: Duration

        init(_ segment: Segment, part: Int?) {
            if let part {
                (url, range, duration) = (
                    segment.parts[part].url, segment.parts[part].range, segment.parts[part].duration
                )
            } else {
                (url, range, duration) = (segment.url, segment.range, segment.duration)
            }
        }
    }

    private mutating func load(_ index: Int, _ place: Track.Place, _ segment: Segment, _ now: HostTime) -> Bool {
        let track = tracks[index]
        guard let start = track.start(of: place) else { return false }
        let resource = Resource(segment, part: place.part)
        let made: (encryption: SegmentEncryption, map: InitializationSection?)
        do throws(HLSFailure) {
            made = (
                try SegmentSecurity.encryption(segment.keys, mediaSequence: segment.mediaSequence),
                try initialization(segment)
            )
        } catch {
            outOfReach(track.serial, error, now)
            return false
        }
        for url in [resource.url, made.map?.url].compactMap(\.self) where !HLSSession.isSupported(url) {
            giveUp(index, .unsupportedScheme(url: HLSSession.redacted(url)), now)
            return false
        }
        for key in [made.map?.encryption.key, made.encryption.key].compactMap(\.self) {
            if let failure = want(key) {
                outOfReach(track.serial, failure, now)
                return false
            }
            // While its key is uncertain, no more than what is under way is loaded.
            if hasFailed(key) { return false }
        }
        let id = request(.media(track: track.serial))
        var media = MediaRequest(
            id: id, stream: track.kind, lane: track.lane,
            fetch: FetchRequest(
                url: resource.url, range: resource.range, headers: options.headers,
                needsNewConnection: track.wantsNewConnection),
            mediaSequence: segment.mediaSequence, duration: resource.duration, start: start,
            programDate: place.part == nil || place.part == 0
                ? track.playlist?.programDate(ofSegmentAt: place.segment) : nil,
            container: SegmentContainer(url: resource.url, hasMap: made.map != nil), initialization: made.map,
            encryption: made.encryption,
            epoch: TimelineEpoch(generation: generation, discontinuity: segment.discontinuitySequence),
            isFirst: track.isFirst, showFrom: track.showFrom,
            codecs: multivariant.variants[track.variant].codecs, variant: track.variant, part: place.part)
        // If a whole segment is loaded because its parts are gone, those that were played are not shown
        // again.
        if case .part(_, let done) = track.cursor, done > 0, place.part == nil, media.showFrom == nil,
            let played = track.nextStart, played > start
        {
            media.showFrom = played
        }
        if let slice = hintedSlice(resource.url, resource.range, at: index) {
            media.hinted = slice
            bind(id, to: slice, at: index)
        }
        tracks[index].outstanding.append(media)
        tracks[index].isFirst = false
        tracks[index].showFrom = nil
        tracks[index].wantsNewConnection = false
        if track.kind == .main { endSearch() }
        tracks[index].saidOnlyGaps = true
        advance(index, past: place)
        actions.append(.loadMedia(media))
        return true
    }

    private func initialization(_ segment: Segment) throws(HLSFailure) -> InitializationSection? {
        guard let map = segment.map else { return nil }
        // §4.4.4.5: the tag of an encrypted section must give a vector; without one only the media sequence
        // number is left.
        return InitializationSection(
            url: map.url, range: map.range,
            encryption: try SegmentSecurity.initializationEncryption(map.keys, mediaSequence: segment.mediaSequence))
    }

    private mutating func advance(_ index: Int, past place: Track.Place) {
        guard let segment = tracks[index].segment(at: place.segment), let start = tracks[index].start(of: place) else {
            return
        }
        let next = segment.mediaSequence.addingSaturating(1)
        guard let part = place.part else {
            tracks[index].nextStart = start + segment.duration
            tracks[index].cursor = .segment(next)
            return
        }
        tracks[index].nextStart = start + segment.parts[part].duration
        tracks[index].cursor = .part(segment.mediaSequence, part + 1)
    }

    /// Passes over a segment or part that cannot be had.
    private mutating func pass(_ index: Int, _ place: Track.Place) {
        guard let segment = tracks[index].segment(at: place.segment), let start = tracks[index].start(of: place) else {
            return
        }
        let duration = place.part.map { segment.parts[$0].duration } ?? segment.duration
        actions.append(.gap(tracks[index].kind, start: start, duration: duration))
        tracks[index].segmentFailures = 0
        tracks[index].retryAt = nil
        advance(index, past: place)
        let segments = tracks[index].playlist?.segments ?? []
        if !tracks[index].saidOnlyGaps, place.segment == segments.count - 1, segments.allSatisfy(\.isGap) {
            tracks[index].saidOnlyGaps = true
            actions.append(.warning(.onlyGaps(url: HLSSession.redacted(tracks[index].url))))
        }
    }

    /// Joins again where a new viewer would, because the window has gone past what was to come next. Media
    /// that nobody has seen leaves no hole in the timeline, or it would be waited through.
    private mutating func fellBehind(_ index: Int, _ by: Duration, _ now: HostTime) {
        if tracks[index].kind == .main, tracks[index].playlist?.isLive == true {
            let before = tracks[index].start
            tracks[index].displace()
            rejoin(at: index, now)
            place(now)
            // What is offered lies so much earlier now: that is what is left out.
            let after = tracks.first { $0.kind == .main && !$0.isPending }?.start
            let leftOut = before.flatMap { before in after.map { before - $0 } } ?? by
            actions.append(.warning(.fellBehind(by: max(by, leftOut))))
            return
        }
        actions.append(.warning(.fellBehind(by: by)))
        if let first = tracks[index].playlist?.segments.first {
            // Only as far as there is something.
            tracks[index].cursor = .segment(first.mediaSequence)
            tracks[index].isFirst = true
            dropHints(at: index)
        }
    }

    // MARK: What came of media requests

    mutating func mediaFinished(_ serial: Int, _ id: RequestID, _ timing: FetchTiming) {
        noteFinished(id, timing)
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].outstanding.firstIndex(where: { $0.id == id })
        else { return }
        let media = tracks[index].outstanding.remove(at: place)
        release(media, at: index)
        if place > 0 { tracks[index].early.append(media) }
        if tracks[index].outstanding.isEmpty { tracks[index].early = [] }
        tracks[index].ahead += media.duration
        tracks[index].segmentFailures = 0
        tracks[index].lostSegments = 0
        tracks[index].hasMedia = true
        trustMemory()
        takeOverIfWaiting()
    }

    /// Takes back a track's requests from index `place` of `outstanding` on, so that their media is asked for
    /// again.
    mutating func takeBack(_ index: Int, from place: Int) {
        guard tracks[index].outstanding.indices.contains(place) else { return }
        let media = tracks[index].outstanding[place]
        for given in tracks[index].outstanding[place...] {
            if let slice = given.hinted { dropHint(slice.download, at: index) }
        }
        tracks[index].outstanding.removeSubrange(place...)
        tracks[index].early.removeAll { $0.start < media.start }
        tracks[index].cursor = media.part.map { .part(media.mediaSequence, $0) } ?? .segment(media.mediaSequence)
        tracks[index].nextStart = media.start
        tracks[index].isFirst = media.isFirst
        tracks[index].showFrom = media.showFrom
    }

    mutating func mediaFailed(_ serial: Int, _ id: RequestID, _ failure: MediaFailure, _ now: HostTime) {
        guard let index = tracks.firstIndex(where: { $0.serial == serial }),
            let place = tracks[index].outstanding.firstIndex(where: { $0.id == id })
        else { return }
        let media = tracks[index].outstanding[place]
        if isFromMemory { return forgetMemory(now) }
        // Requests behind the failed one are made again, in order.
        for later in tracks[index].outstanding[(place + 1)...] { cancel(later.id) }
        takeBack(index, from: place)
        tracks[index].segmentFailures += 1
        let url = HLSSession.redacted(media.fetch.url)
        actions.append(.warning(.mediaUnavailable(url: url, failure)))
        if case .fetch(let error) = failure, let delay = retries.delay(after: tracks[index].segmentFailures, error) {
            tracks[index].retryAt = now + delay
            takeOverIfWaiting()
            return
        }
        // A server that can't be reached has not lost the segment: wait for it while there is something to
        // play.
        if case .fetch(let error) = failure, case .unreachable = error, tracks[index].ahead > HLSSession.reserve,
            let delay = retries.pause(after: min(tracks[index].segmentFailures, 3), error)
        {
            tracks[index].retryAt = now + delay
            takeOverIfWaiting()
            return
        }
        if media.part ?? 0 == 0 { tracks[index].lostSegments += 1 }
        if tracks[index].lostSegments > options.toleratedFailures {
            giveUp(index, .mediaUnavailable(url: url, failure), now)
            return
        }
        // Try the same segment in another variant that has not failed lately; else go on without it.
        if tracks[index].kind == .main {
            penalties[tracks[index].variant] = now + HLSSession.penalty
            if tryOtherVariant(than: tracks[index].variant, now) {
                // Wait until the other variant is there; if it fails too, this one is tried again.
                if joined, tracks.indices.contains(index) { tracks[index].retryAt = now + HLSSession.patience }
                takeOverIfWaiting()
                return
            }
        }
        if case .media(let next) = tracks[index].nextIndex { pass(index, next) }
        // Perhaps every segment is refused: do not request them as fast as they fail.
        if case .fetch(.status(403, _, _)) = failure {
            tracks[index].retryAt = now + HLSSession.afterForbidden * tracks[index].lostSegments
        }
        takeOverIfWaiting()
    }
}
