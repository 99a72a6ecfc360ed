import Channels
import ControlProtocol
import Guide
import GuideStore
import MediaCore
import Screens

/// Says what is on: the interstitial, the info panel, the list of channels, the status and the events tell of it.
extension Box {
    /// Carries out what came of what is on.
    func perform(_ effect: Listings.Effect) {
        switch effect {
        case .ask(let channels, let edition): ask(channels, edition)
        case .changed(let channels): renew(channels)
        }
    }

    /// Takes what has become of the guide.
    func handle(_ news: ProgrammeGuideNews) {
        switch news {
        case .renewed:
            tellListings(.renewed)
            tellWords(.renewed)
            tellGuide(.renewed)
            renewSettings(asks: true)
            checkReminders()
            askRatings()
        case .trouble(let source, let reason): warn("guide \(source)", reason.map { "the guide \(source): \($0)" })
        }
    }

    private func ask(_ channels: [Channel.ID], _ edition: Int) {
        guard let guide = devices.guide else { return }
        let wall = WallClock.seconds
        errands.begin { [weak self] in
            let entries = await guide.nowAndNext(channels, at: wall)
            await self?.tellListings(.answer(entries, of: channels, edition: edition))
        }
    }

    /// Shows what has changed, where it is shown.
    private func renew(_ channels: Set<Channel.ID>) {
        let entries = channels.compactMap { listings[$0] }
        loadFonts(for: entries.flatMap { [$0.now, $0.next] }.compactMap { $0?.title })
        if let to = tuner.interstitial?.to, channels.contains(to.id) { showInterstitial() }
        showPoster()
        showSoundOnly()
        if let selected = tuner.selected, channels.contains(selected) {
            publish(.programme(nowPlaying.programme.now.map(ProgrammeInfo.init)))
            nowPlayingMayDiffer()
            renewInfo()
            lookAtProposals()
        }
        if let shown = interface.shownList, shown.kind == .channels { showChannels(in: shown.group) }
        renewOverlay()
    }

    /// Tells which channels the screen speaks of, or may speak of with the next key.
    func lookAtListings() {
        guard devices.guide != nil else { return }
        let lineup = tuner.lineup
        var channels = [tuner.watching, tuner.selected, tuner.interstitial?.to?.id].compactMap(\.self)
        for channel in channels {
            channels += [1, -1].compactMap { lineup.channel($0, from: channel)?.id }
        }
        if let shown = interface.shownList, shown.kind == .channels {
            channels +=
                shown.group == nil
                ? lineup.around(tuner.selected, most: 400).map(\.id) : shown.rows.prefix(400).map(\.id)
        }
        channels += overlayChannels
        if let home = interface.shownHome { channels += home.channels }
        var seen: Set<Channel.ID> = []
        channels.removeAll { !seen.insert($0).inserted }
        tellListings(.look(channels))
    }

    /// Asks the guide for what has a rating, now and every few hours.
    func askRatings() {
        guard let guide = devices.guide, tuner.gate.policy.looksAtProgrammes else { return }
        wake(.ratings, at: now + .seconds(6 * 3600))
        let wall = WallClock.seconds
        errands.begin { [weak self, policy = tuner.gate.policy] in
            // What can be wound back to, and what comes until it is asked again and a while longer. Where the guide can't
            // tell, what it told before counts on: nothing gets free by a disk that fails.
            guard let times = await guide.ratedTimes(wall - 24 * 3600..<wall + 30 * 3600) else { return }
            // Beside the box: there may be hundreds of thousands.
            let restricted = RestrictedTimes(times, policy: policy)
            await self?.steer(.wallClock(WallClock.sinceEpoch))
            await self?.steer(.restrictedTimes(restricted))
        }
    }
}
