import Devices
import MediaCore

/// Places streams on the session's timeline, and lets one take another's place.
extension HLSSession {
    /// Gives every stream whose playlist is there its place, main first: others are placed beside it.
    mutating func place(_ now: HostTime) {
        placeMain()
        guard let main = streams.main, main.isPlaced else { return }
        for index in streams.indices {
            let stream = streams[index]
            guard !stream.isPlaced, stream.playlist != nil, stream.id != main.id else { continue }
            guard
                let origin = Alignment.origin(
                    of: stream.tracker.timeline, beside: main.tracker.timeline,
                    elapsed: stream.tracker.loadBegan - main.tracker.loadBegan)
            else { continue }
            streams[index].tracker.place(at: origin)
            if !stream.isPending, stream.cursor.position == .join { join(index, beside: main.cursor) }
        }
        unifyLatency(now)
        placeMain()
        takeOver()
        tellWindow()
    }

    /// Joins where the main stream did.
    private mutating func join(_ index: Int, beside main: SegmentCursor) {
        let showFrom = main.joinShowFrom
        streams[index].cursor.show(from: showFrom)
        streams[index].move(toMediaAt: main.joinedAt ?? timeline.start, showFrom: showFrom)
    }

    private mutating func placeMain() {
        guard let index = streams.index(playing: .main), let playlist = streams[index].playlist else { return }
        if streams[index].isPlaced, streams[index].cursor.position != .join { return }
        // The playlist is known to be old: a newer one is on its way to join in.
        if streams[index].tracker.isTuningIn { return }
        let wasPlaced = streams[index].isPlaced
        if !wasPlaced { streams[index].tracker.place(at: .zero) }
        guard let join = joinPoint(of: streams[index], playlist),
            let start = streams[index].tracker.timeline.start(of: join.place)
        else {
            if !wasPlaced { streams[index].tracker.displace() }
            return
        }
        let origin = streams[index].tracker.timeline.starts[0]
        var shift = Duration.zero
        let resumes =
            timeline.isJoined ? streams[index].cursor.nextStart ?? timeline.start : timeline.resumesAt
        if !wasPlaced, let end = resumes {
            // A restarted presentation continues where the one before was left.
            shift = end - (join.showFrom.map { origin + $0 } ?? start)
            streams[index].tracker.place(at: origin + shift)
        }
        streams[index].move(to: join.place)
        let showFrom = join.showFrom.map { origin + shift + $0 }
        streams[index].cursor.joined(at: start + shift, showFrom: showFrom)
        let cursor = streams[index].cursor
        for other in streams.indices
        where streams[other].kind != .main && streams[other].isPlaced
            && !streams[other].isPending && streams[other].cursor.position == .join
        {
            self.join(other, beside: cursor)
        }
        if !timeline.isJoined {
            let start = showFrom ?? start + shift
            timeline.join(at: start, isAtEdge: isEdge(start, of: streams[index]))
            announce()
        }
    }

    /// Whether a place is where a new viewer of something live joins it, or near enough.
    private func isEdge(_ start: MediaTime, of stream: PlaylistStream) -> Bool {
        guard let window = stream.tracker.window, window.isLive else { return false }
        let target = stream.playlist?.targetDuration ?? .seconds(1)
        return window.end - start <= window.targetLatency + target * 3
    }

    func joinPoint(of stream: PlaylistStream, _ playlist: MediaPlaylist) -> JoinPoint? {
        let start = multivariant.playlist.start ?? playlist.start
        let age = stream.tracker.joinAge
        let whole = JoinPoint(playlist, start: start, options: options, age: age)
        guard stream.isLowLatency, options.start.isUsualWhenLive, options.liveStart == .holdBack,
            let back = playlist.partHoldBack,
            !(playlist.kind == .event && options.eventsFromStart && start == nil)
        else { return whole }
        let position = JoinPoint.live(length: playlist.durationWithParts, holdBack: back, start: start) + age
        let time = stream.tracker.timeline.starts[0] + position
        guard let place = stream.independentPlace(atOrBefore: time, anywhere: false),
            let found = stream.tracker.timeline.start(of: place)
        else { return whole }
        return JoinPoint(place: place, showFrom: found + PlaylistStream.rounding < time ? position : nil)
    }

    // MARK: Taking over

    /// Lets pending streams take the place of those that play.
    private mutating func takeOver() {
        var changed = false
        for index in streams.indices.reversed() where streams[index].isPending && streams[index].isPlaced {
            let (id, kind) = (streams[index].id, streams[index].kind)
            if let playing = streams.index(playing: kind) { dropAbandoned(at: playing) }
            let old = streams.playing(kind)
            if renditions.isOther(streams[index], than: old), let time = streams[index].startsAt ?? position {
                // The other rendition's buffered media is not waited for.
                if let old {
                    orders.cancel(old.downloads.outstanding)
                    if let id = old.tracker.loading { orders.cancel(id) }
                    old.hints.cancelAll(&orders)
                }
                let selection = streams.newSelection()
                streams[index].start(at: time, selection: selection)
                if kind == .audio { renditions.sound(streams[index].rendition) }
            } else if let old {
                // Requests under way are still played, and come first.
                guard old.downloads.outstanding.isEmpty else { continue }
                old.cancelAll(&orders)
                streams[index].succeed(old)
            } else {
                let (selection, time) = (streams.newSelection(), streams.main?.resume ?? timeline.start)
                streams[index].play(selection: selection)
                streams[index].move(toMediaAt: time)
            }
            streams.remove { $0.kind == kind && !$0.isPending && $0.id != id }
            changed = true
            break
        }
        if changed {
            dropStrays()
            takeOver()
            announce()
        }
    }

    /// Drops the streams of renditions that the new variant has inside its main stream, or does not
    /// have.
    private mutating func dropStrays() {
        guard let main = streams.main else { return }
        let chosen = chosenRenditions(with: main.variant)
        if chosen.audio?.url == nil { drop { $0.kind == .audio && !$0.isPending } }
        if chosen.text?.url == nil { drop { $0.kind == .subtitles && !$0.isPending } }
        renditions.sound(inside: chosen.audio)
    }

    /// Tries the take-over again after media finished: a pending stream may have waited for that.
    mutating func takeOverIfWaiting() {
        if streams.contains(where: { $0.isPending && $0.isPlaced }) { takeOver() }
    }
}
