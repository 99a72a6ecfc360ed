import Devices
import MediaCore

/// Places tracks on the session's timeline, and tells the owner about it.
extension HLSSession {
    /// Gives every track whose playlist is there its place, main first: others are placed beside it.
    mutating func place(_ now: HostTime) {
        if let index = tracks.firstIndex(where: { $0.kind == .main && !$0.isPending }) {
            placeMain(index)
        }
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), main.isPlaced else { return }
        for index in tracks.indices {
            let track = tracks[index]
            guard !track.isPlaced, track.playlist != nil, track.serial != main.serial else { continue }
            guard
                let origin = Alignment.origin(
                    of: track, beside: main, elapsed: track.loadBegan - main.loadBegan)
            else { continue }
            tracks[index].place(at: origin)
            if !track.isPending, track.cursor == .join {
                let showFrom = main.nextShowFrom
                tracks[index].showFrom = showFrom
                send(index, to: main.nextJoin ?? startTime, showFrom: showFrom)
            }
        }
        unifyLatency(now)
        if let index = tracks.firstIndex(where: { $0.kind == .main && !$0.isPending }) { placeMain(index) }
        takeOver()
        tellWindow()
    }

    /// Moves a track's cursor to the media that plays at `time`. With parts the place is exact, and
    /// begins where decoding can.
    private mutating func send(_ index: Int, to time: MediaTime, showFrom: MediaTime? = nil) {
        let track = tracks[index]
        let wanted = showFrom ?? time
        guard track.isLowLatency,
            let place = track.independentPlace(atOrBefore: wanted + HLSSession.rounding, anywhere: track.kind != .main),
            let start = track.start(of: place)
        else {
            tracks[index].cursor = .time(time)
            return
        }
        tracks[index].move(to: place)
        if start < wanted - HLSSession.rounding {
            tracks[index].showFrom = max(tracks[index].showFrom ?? wanted, wanted)
        }
    }

    /// The tolerance for times computed from playlist durations, which are rounded.
    private static let rounding: Duration = .milliseconds(20)

    private mutating func placeMain(_ index: Int) {
        guard let playlist = tracks[index].playlist else { return }
        if tracks[index].isPlaced, tracks[index].cursor != .join { return }
        // The playlist is known to be old: a newer one is on its way to join in.
        if tracks[index].exchange.isTuningIn { return }
        let wasPlaced = tracks[index].isPlaced
        if !wasPlaced { tracks[index].place(at: .zero) }
        guard let join = joinPoint(of: tracks[index], playlist), let start = tracks[index].start(of: join.place) else {
            if !wasPlaced { tracks[index].displace() }
            return
        }
        let origin = tracks[index].starts[0]
        var shift = Duration.zero
        if !wasPlaced, let end = joined ? tracks[index].nextStart ?? startTime : resumesAt {
            // A restarted presentation continues where the one before was left.
            shift = end - (join.showFrom.map { origin + $0 } ?? start)
            tracks[index].place(at: origin + shift)
        }
        tracks[index].move(to: join.place)
        tracks[index].nextJoin = start + shift
        tracks[index].showFrom = join.showFrom.map { origin + shift + $0 }
        tracks[index].nextShowFrom = tracks[index].showFrom
        for other in tracks.indices
        where tracks[other].kind != .main && tracks[other].isPlaced
            && !tracks[other].isPending && tracks[other].cursor == .join
        {
            tracks[other].showFrom = tracks[index].showFrom
            send(other, to: start + shift, showFrom: tracks[index].showFrom)
        }
        if !joined {
            joined = true
            resumesAt = nil
            startTime = tracks[index].showFrom ?? start + shift
            announce()
        }
    }

    private func joinPoint(of track: Track, _ playlist: MediaPlaylist) -> JoinPoint? {
        let start = multivariant.start ?? playlist.start
        guard track.isLowLatency, options.start == .usual, options.liveStart == .holdBack,
            let back = playlist.partHoldBack,
            !(playlist.kind == .event && options.eventsFromStart && start == nil)
        else { return JoinPoint(playlist, start: start, options: options, age: track.joinAge) }
        let position = JoinPoint.live(length: playlist.durationWithParts, holdBack: back, start: start) + track.joinAge
        let origin = track.starts[0]
        guard let place = track.independentPlace(atOrBefore: origin + position, anywhere: false),
            let found = track.start(of: place)
        else { return JoinPoint(playlist, start: start, options: options, age: track.joinAge) }
        let skipped = found + HLSSession.rounding < origin + position
        return JoinPoint(place: place, showFrom: skipped ? position : nil)
    }

    /// Lets pending tracks take the place of those that play.
    private mutating func takeOver() {
        var changed = false
        for index in tracks.indices.reversed() where tracks[index].isPending && tracks[index].isPlaced {
            let kind = tracks[index].kind
            var track = tracks[index]
            if let serial = tracks.first(where: { $0.kind == kind && !$0.isPending })?.serial {
                dropAbandoned(of: serial)
            }
            let old = tracks.first { $0.kind == kind && !$0.isPending }
            if isOther(track), let time = track.startsAt ?? position {
                // The other rendition's buffered media is not waited for.
                for media in old?.outstanding ?? [] { cancel(media.id) }
                if let id = old?.loading { cancel(id) }
                for hint in old?.hints ?? [] { cancelHint(hint) }
                track.cursor = containing(time, in: track)
                track.nextStart = time
                track.nextJoin = time
                track.lane = nextLane
                nextLane += 1
                tracks[index] = track
                if track.isLowLatency { send(index, to: time) }
                if kind == .audio { sounding = track.rendition.map(RenditionChoice.init) }
            } else if let old {
                // Requests under way are still played, and come first.
                guard old.outstanding.isEmpty else { continue }
                track.isFirst = old.isFirst
                track.showFrom = old.showFrom
                track.nextStart = old.nextStart
                track.nextJoin = old.nextJoin
                track.ahead = old.ahead
                track.lane = old.lane
                track.lostSegments = old.lostSegments
                track.nextShowFrom = old.nextShowFrom
                if let id = old.loading { cancel(id) }
                for hint in old.hints { cancelHint(hint) }
                tracks[index] = track
                if let time = old.resume { send(index, to: time) } else { tracks[index].cursor = .join }
            } else {
                let main = tracks.first { $0.kind == .main && !$0.isPending }
                tracks[index] = track
                tracks[index].lane = nextLane
                nextLane += 1
                send(index, to: main?.resume ?? startTime)
            }
            tracks[index].isPending = false
            let serial = track.serial
            tracks.removeAll { $0.kind == kind && !$0.isPending && $0.serial != serial }
            changed = true
            break
        }
        if changed {
            dropStrays()
            takeOver()
            announce()
        }
    }

    /// Drops the tracks of renditions that the new variant has inside its main stream, or does not
    /// have.
    private mutating func dropStrays() {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        let chosen = renditions(with: main.variant)
        if chosen.audio?.url == nil { drop { $0.kind == .audio && !$0.isPending } }
        if chosen.text?.url == nil { drop { $0.kind == .subtitles && !$0.isPending } }
        if let audio = chosen.audio, audio.url == nil { sounding = RenditionChoice(audio) }
    }

    /// Tries the take-over again after media finished: a pending track may have waited for that.
    mutating func takeOverIfWaiting() {
        if tracks.contains(where: { $0.isPending && $0.isPlaced }) { takeOver() }
    }

    // MARK: Seeking

    mutating func seek(to time: MediaTime) {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), let first = main.start,
            let last = main.end, let playlist = main.playlist
        else { return }
        // In a live presentation, media nearer to the end than HOLD-BACK may stall.
        let latest = playlist.isLive ? max(first, (main.edge ?? last) - (main.holdBack ?? playlist.holdBack)) : last
        jump(to: min(max(time, first), latest))
        saidEnded = false
    }

    /// Jumps to where a new viewer would join, if that is later than what comes next.
    mutating func catchUp() {
        guard joined, let main = tracks.firstIndex(where: { $0.kind == .main && !$0.isPending }),
            let playlist = tracks[main].playlist, playlist.isLive, tracks[main].isPlaced,
            let join = joinPoint(of: tracks[main], playlist), let start = tracks[main].start(of: join.place),
            start > (tracks[main].nextStart ?? startTime) + HLSSession.rounding
        else { return }
        endSearch()
        jump(to: start)
        for index in tracks.indices where !tracks[index].isPending {
            tracks[index].showFrom = nil
            tracks[index].nextShowFrom = nil
        }
        tracks[main].move(to: join.place)
    }

    private func containing(_ time: MediaTime, in track: Track) -> Track.Cursor {
        guard let playlist = track.playlist, let index = track.index(containing: time) else { return .time(time) }
        return .segment(playlist.segments[index].mediaSequence)
    }

    /// Cancels what is under way and goes on from `time` in every track that plays.
    private mutating func jump(to time: MediaTime) {
        for index in tracks.indices where !tracks[index].isPending {
            for media in tracks[index].outstanding { cancel(media.id) }
            dropHints(at: index)
            tracks[index].outstanding = []
            tracks[index].early = []
            tracks[index].showFrom = time
            if tracks[index].isLowLatency {
                send(index, to: time)
            } else {
                tracks[index].cursor = containing(time, in: tracks[index])
            }
            tracks[index].isFirst = true
            tracks[index].showFrom = time
            tracks[index].nextShowFrom = time
            tracks[index].nextJoin = time
            tracks[index].nextStart = time
            tracks[index].ahead = .zero
            tracks[index].segmentFailures = 0
            tracks[index].retryAt = nil
        }
    }

    // MARK: Telling

    private var window: PresentationWindow? {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), let playlist = main.playlist,
            let start = main.start, let end = main.edge
        else { return nil }
        return PresentationWindow(
            start: start, end: end, isLive: playlist.isLive, targetLatency: main.holdBack ?? playlist.holdBack,
            dateAtZero: main.dateAtZero, published: playlist.isLive ? main.edges.earliest : nil,
            partTarget: playlist.isLive && main.isLowLatency ? playlist.partTarget : nil, newest: main.newest)
    }

    mutating func announce() {
        guard joined, let window, let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        let chosen = renditions(with: main.variant)
        saidWindow = window
        actions.append(
            .presentationChanged(
                PresentationInfo(
                    variants: multivariant.variants, renditions: multivariant.renditions, variant: main.variant,
                    audio: chosen.audio, text: chosen.text,
                    menu: TrackMenu(offer(main.variant), audio: chosen.audio, text: chosen.text),
                    streams: Set(tracks.filter { !$0.isPending }.map(\.kind)), window: window,
                    start: startTime, targetDuration: main.playlist?.targetDuration ?? .seconds(1))))
    }

    mutating func tellWindow() {
        guard joined, let window, window != saidWindow else { return }
        saidWindow = window
        actions.append(.windowChanged(window))
    }

    mutating func finishIfEnded() {
        guard !saidEnded, joined, !isHolding else { return }
        // Missing text does not delay the end.
        let playing = tracks.filter { !$0.isPending && $0.kind != .subtitles }
        let isOver = playing.allSatisfy { track in
            guard let playlist = track.playlist, track.isPlaced, !playlist.isLive, track.outstanding.isEmpty else {
                return false
            }
            return track.nextIndex == .end
        }
        guard isOver, !playing.isEmpty else { return }
        saidEnded = true
        actions.append(.ended)
    }
}
