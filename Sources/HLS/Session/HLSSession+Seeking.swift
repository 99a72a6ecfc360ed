import MediaCore

/// Moves the play position, as far as loading is concerned.
extension HLSSession {
    /// The play position, as far as the session knows.
    var position: MediaTime? {
        guard let main = streams.main, let loaded = main.loadedUntil else { return nil }
        return max(timeline.start, loaded - main.downloads.ahead)
    }

    /// Takes over how much media lies ahead of the play position.
    mutating func setAhead(main: Duration, audio: Duration) {
        for index in streams.indices {
            switch streams[index].kind {
            case .main: streams[index].downloads.setAhead(main)
            case .audio: streams[index].downloads.setAhead(audio)
            case .subtitles: break
            }
        }
        guard let position else { return }
        for index in streams.indices where streams[index].kind == .subtitles {
            streams[index].downloads.setAhead(streams[index].loadedUntil.map { max(.zero, $0 - position) } ?? .zero)
        }
    }

    mutating func seek(to time: MediaTime) {
        guard let main = streams.main, let window = main.tracker.window, let last = main.tracker.timeline.end else {
            return
        }
        // In a live presentation, media nearer to the end than HOLD-BACK may stall.
        let latest = window.isLive ? max(window.start, window.end - window.targetLatency) : last
        jump(to: min(max(time, window.start), latest))
        orders.goOn()
    }

    /// Jumps to where a new viewer would join, if that is later than what comes next.
    mutating func catchUp() {
        guard timeline.isJoined, let main = streams.index(playing: .main),
            let playlist = streams[main].playlist, playlist.isLive, streams[main].isPlaced,
            let join = joinPoint(of: streams[main], playlist),
            let start = streams[main].tracker.timeline.start(of: join.place),
            start > (streams[main].cursor.nextStart ?? timeline.start) + PlaylistStream.rounding
        else { return }
        gapSearch.end()
        jump(to: start)
        for index in streams.indices where !streams[index].isPending { streams[index].cursor.showAll() }
        streams[main].move(to: join.place)
    }

    /// Cancels what is under way and goes on from `time` in every stream that plays.
    mutating func jump(to time: MediaTime) {
        sampling.forget()
        for index in streams.indices where !streams[index].isPending {
            orders.cancel(streams[index].downloads.outstanding)
            streams[index].hints.dropAll(&orders)
            streams[index].jump(to: time)
        }
    }
}
