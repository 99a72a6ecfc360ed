import MediaCore

/// Holds media back: keeps the playlists of a channel that nobody sees, without loading its
/// segments.
extension HLSSession {
    mutating func holdMedia(_ now: HostTime) {
        guard !isHolding else { return }
        isHolding = true
        endSearch()
        for index in tracks.indices {
            for media in tracks[index].outstanding { cancel(media.id) }
            dropHints(at: index)
            tracks[index].beginAnew()
            // A blocking request would keep a connection occupied.
            if let id = tracks[index].loading, tracks[index].exchange.asked.isBlocking {
                cancel(id)
                tracks[index].loading = nil
                let target = tracks[index].playlist?.targetDuration ?? .zero
                tracks[index].schedule.retry(at: max(now, tracks[index].loadBegan + target))
            }
        }
    }

    mutating func releaseMedia(_ now: HostTime) {
        guard isHolding else { return }
        isHolding = false
        saidEnded = false
        for index in tracks.indices {
            tracks[index].cursor = .join
            tracks[index].nextShowFrom = nil
            guard tracks[index].playlist?.isLive == true else { continue }
            tracks[index].joinAge = tracks[index].age(at: now)
            // From now on each part counts.
            if tracks[index].isLowLatency, tracks[index].loading == nil { tracks[index].schedule.retry(at: now) }
        }
        joined = false
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), main.playlist != nil else {
            return
        }
        // Playing begins nearer to the end than what the playlist lists: wait for the reload.
        if main.isLowLatency, main.joinAge > main.holdBack ?? .zero { return }
        place(now)
    }
}

extension Track {
    /// How long ago the track's playlist was new.
    func age(at now: HostTime) -> Duration { max(.zero, now - freshAt) }

    /// Puts the track back to its state before any media, as what was loaded is gone.
    mutating func beginAnew() {
        outstanding = []
        early = []
        isFirst = true
        showFrom = nil
        ahead = .zero
        segmentFailures = 0
        lostSegments = 0
        retryAt = nil
    }
}
