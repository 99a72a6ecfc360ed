import MediaCore

/// Knowing a presentation without loading its media: for channels that nobody sees.
extension HLSSession {
    mutating func holdMedia(_ now: HostTime) {
        guard !isHolding else { return }
        isHolding = true
        endSearch()
        for index in tracks.indices {
            for media in tracks[index].outstanding { cancel(media.id) }
            dropHints(at: index)
            tracks[index].beginAnew()
            // An answer that is held back would keep a connection.
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
        guard let main = tracks.first(where: { $0.kind == .main && !$0.isPending }), main.playlist != nil else { return }
        // Its newest part is older than what is to be played: the reload is waited for.
        if main.isLowLatency, main.joinAge > main.holdBack ?? .zero { return }
        place(now)
    }
}

extension Track {
    /// Since its playlist was new.
    func age(at now: HostTime) -> Duration { max(.zero, now - freshAt) }

    /// What was loaded is gone.
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
