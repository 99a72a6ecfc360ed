import MediaCore

/// Holds media back for a channel that nobody sees, and makes way on the line for what a viewer waits for.
extension HLSSession {
    /// Whether it goes on where it was, once media is let in again: it has a place of its own, and its owner keeps what
    /// came. At the live edge that would be old.
    private var keepsPlace: Bool { timeline.isAtEdge == false }

    /// Keeps the playlists fresh, without loading segments.
    mutating func holdMedia(_ now: HostTime) {
        guard downloads.hold(true) else { return }
        gapSearch.end()
        sampling.forget()
        for index in streams.indices {
            streams[index].hints.dropAll(&orders)
            if keepsPlace {
                orders.cancel(streams[index].downloads.outstanding)
                streams[index].takeBack(from: 0, &orders)
            } else {
                // What came of it is dropped. Should the same segment be joined again, it is needed from its first byte on.
                for media in streams[index].downloads.outstanding { orders.leave(media.id) }
                streams[index].downloads.beginAnew()
                streams[index].cursor.beginAnew()
            }
            if let id = streams[index].tracker.stopBlocking(at: now) { orders.cancel(id) }
        }
    }

    mutating func releaseMedia(_ now: HostTime) {
        guard downloads.hold(false), !keepsPlace else { return }
        orders.goOn()
        for index in streams.indices {
            streams[index].cursor.release()
            streams[index].tracker.rejoin(at: now)
        }
        timeline.leave()
        guard let tracker = streams.main?.tracker, tracker.playlist != nil else { return }
        // Playing begins nearer to the end than what the playlist lists: wait for the reload.
        if tracker.isLowLatency, tracker.joinAge > tracker.holdBack ?? .zero { return }
        place(now)
    }

    /// Lets downloads rest for a moment, or go on.
    mutating func setResting(_ rests: Bool, _ now: HostTime) {
        guard downloads.rest(rests) else { return }
        for media in streams.flatMap(\.downloads.outstanding) where media.hinted == nil && orders.isUnderWay(media.id) {
            orders.give(.rest(media.id, rests))
            if !rests { downloads.goOn(media.id, at: now) }
        }
    }

    /// Makes way on the line, or stops doing so.
    mutating func setYielding(_ yields: Bool, _ now: HostTime) {
        guard downloads.yield(yields) else { return }
        if !yields { sampling.lineIsFree(at: now) }
        // Hinted downloads go on: they take no more than the channel's own rate.
        for media in streams.flatMap(\.downloads.outstanding) where media.hinted == nil && orders.isUnderWay(media.id) {
            orders.give(yields ? .pause(media.id) : .resume(media.id))
            if !yields { downloads.goOn(media.id, at: now) }
        }
    }
}
