import Commands
import ControlProtocol
import FoundationEssentials
import MediaCore
import Sessions

/// Tells followers what is on, each change once: not with each event of the box, but once it has done all that the event
/// brought, so that nobody sees half of it.
extension Box {
    var nowPlayingInfo: NowPlayingInfo {
        NowPlayingInfo(nowPlaying, in: situation, step: playout.search.step, queue: queue)
    }

    /// Notes that what is on may be another.
    func nowPlayingMayDiffer() {
        guard bulletin.hasFollowers, !bulletin.isLookDue else { return }
        bulletin.isLookDue = true
        errands.begin { [weak self] in await self?.tellNowPlaying() }
    }

    private func tellNowPlaying() {
        let playing = nowPlaying
        let info = NowPlayingInfo(playing, in: situation, step: playout.search.step, queue: queue)
        if let news = bulletin.news(of: info, at: playing.placeTime) {
            publish(.nowPlaying(news.info, jumped: news.isJump))
        }
        // A little later, as the clock of what plays is not this one.
        wake(.nowPlaying, at: playing.untilNextChapter.map { now + $0 + .milliseconds(50) })
    }

    /// Tells followers what the viewer says of what is on.
    func publish(_ feedback: Command.Feedback) -> CommandResult {
        let info = nowPlayingInfo
        guard let item = info.item, let kind = FeedbackInfo.Kind(rawValue: feedback.rawValue) else {
            return .notNow("nothing plays")
        }
        publish(.feedback(FeedbackInfo(kind: kind, item: item, position: info.playback.position, date: Date())))
        return .done
    }

    /// The object that MPRIS shows, at this moment.
    /// - Parameter lineup: what was made of the lineup before, taken over where nothing of it has changed
    func mprisObject(lineup known: MPRISLineup?) -> (MPRISObject, MPRISLineup) {
        let lineup = known.flatMap { $0.isStill(of: tuner) ? $0 : nil } ?? MPRISLineup(tuner)
        let object = MPRISObject(
            info: nowPlayingInfo, tracks: lineup.tracks, playlists: lineup.playlists, queue: MPRISQueue(queue))
        return (object, lineup)
    }
}

extension MPRISQueue {
    fileprivate init?(_ queue: PlayQueue) {
        guard queue.isPlaying, let current = queue.current else { return nil }
        let loops: [QueueInfo.Repeat: String] = [.off: "None", .one: "Track", .all: "Playlist"]
        self.init(
            entries: queue.entries.map { Entry(id: $0.id, title: $0.item.title) }, current: current,
            loop: loops[queue.repeats] ?? "None")
    }
}
