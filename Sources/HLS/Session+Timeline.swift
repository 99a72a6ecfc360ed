import Devices
import MediaCore

/// Placing tracks on the timeline, and telling the owner about it.
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
                tracks[index].cursor = .time(main.nextJoin ?? startTime)
            }
        }
        takeOver()
        tellWindow()
    }

    private mutating func placeMain(_ index: Int) {
        guard let playlist = tracks[index].playlist else { return }
        if tracks[index].isPlaced, tracks[index].cursor != .join { return }
        guard let join = JoinPoint(playlist, start: multivariant.start ?? playlist.start, options: options) else {
            return
        }
        if !tracks[index].isPlaced {
            let before = playlist.segments[..<join.index].reduce(Duration.zero) { $0 + $1.duration }
            // A restarted presentation goes on where the one before was left.
            tracks[index].place(at: joined ? (tracks[index].nextStart ?? startTime) - before : .zero)
        }
        let start = tracks[index].starts[join.index]
        tracks[index].cursor = .segment(playlist.segments[join.index].mediaSequence)
        tracks[index].nextJoin = start
        let origin = tracks[index].starts[0]
        tracks[index].showFrom = join.showFrom.map { origin + $0 }
        for other in tracks.indices where tracks[other].kind == .audio && tracks[other].isPlaced
            && !tracks[other].isPending && tracks[other].cursor == .join
        {
            tracks[other].cursor = .time(start)
            tracks[other].showFrom = tracks[index].showFrom
        }
        if !joined {
            joined = true
            startTime = tracks[index].showFrom ?? start
            announce()
        }
    }

    /// Tracks that were waiting take the place of those that play.
    private mutating func takeOver() {
        var changed = false
        for index in tracks.indices.reversed() where tracks[index].isPending && tracks[index].isPlaced {
            let kind = tracks[index].kind
            var track = tracks[index]
            if let old = tracks.first(where: { $0.kind == kind && !$0.isPending }) {
                // What is under way is still played, and comes first.
                guard old.outstanding.isEmpty else { continue }
                track.cursor = old.resume.map(Track.Cursor.time) ?? .join
                track.isFirst = old.isFirst
                track.showFrom = old.showFrom
                track.nextStart = old.nextStart
                track.nextJoin = old.nextJoin
                track.ahead = old.ahead
                track.lostSegments = old.lostSegments
                if let id = old.loading { cancel(id) }
            } else {
                let main = tracks.first { $0.kind == .main && !$0.isPending }
                track.cursor = .time(main?.resume ?? startTime)
            }
            track.isPending = false
            let serial = track.serial
            tracks[index] = track
            tracks.removeAll { $0.kind == kind && !$0.isPending && $0.serial != serial }
            changed = true
            break
        }
        if changed {
            dropStrayAudio()
            takeOver()
            announce()
        }
    }

    /// A variant may have its audio inside where the one before had a playlist for it.
    private mutating func dropStrayAudio() {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        let rendition = audioSelection.choose(
            for: multivariant.variants[main.variant], from: multivariant.renditions)
        if rendition?.url == nil { drop { $0.kind == .audio && !$0.isPending } }
    }

    /// Again after media finished: a track may have waited for that.
    mutating func takeOverIfWaiting() {
        if tracks.contains(where: { $0.isPending && $0.isPlaced }) { takeOver() }
    }

    // MARK: Seeking

    mutating func seek(to time: MediaTime) {
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), let first = main.start,
            let last = main.end, let playlist = main.playlist
        else { return }
        // Live, what is nearer to the end than HOLD-BACK may stall.
        let latest = playlist.isLive ? max(first, last - playlist.holdBack) : last
        jump(to: min(max(time, first), latest))
        saidEnded = false
    }

    private func containing(_ time: MediaTime, in track: Track) -> Track.Cursor {
        guard let playlist = track.playlist, let index = track.index(containing: time) else { return .time(time) }
        return .segment(playlist.segments[index].mediaSequence)
    }

    /// Cancels what is under way and goes on from `time` in every track that plays.
    private mutating func jump(to time: MediaTime) {
        for index in tracks.indices where !tracks[index].isPending {
            for media in tracks[index].outstanding { cancel(media.id) }
            tracks[index].outstanding = []
            tracks[index].cursor = containing(time, in: tracks[index])
            tracks[index].isFirst = true
            tracks[index].showFrom = time
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
            let start = main.start, let end = main.end
        else { return nil }
        return PresentationWindow(
            start: start, end: end, isLive: playlist.isLive, targetLatency: playlist.holdBack,
            dateAtZero: main.dateAtZero)
    }

    mutating func announce() {
        guard joined, let window, let main = tracks.first(where: { $0.kind == .main && !$0.isPending }) else { return }
        let audio = tracks.first { $0.kind == .audio && !$0.isPending }
        saidWindow = window
        actions.append(
            .presentationChanged(
                PresentationInfo(
                    variants: multivariant.variants, renditions: multivariant.renditions, variant: main.variant,
                    audio: audio?.rendition, streams: audio == nil ? [.main] : [.main, .audio], window: window,
                    start: startTime, targetDuration: main.playlist?.targetDuration ?? .seconds(1))))
    }

    private mutating func tellWindow() {
        guard joined, let window, window != saidWindow else { return }
        saidWindow = window
        actions.append(.windowChanged(window))
    }

    mutating func finishIfEnded() {
        guard !saidEnded, joined else { return }
        let playing = tracks.filter { !$0.isPending }
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
