import Channels
import Commands
import Devices
import HLS
import Logging
import MediaCore
import Playback
import Screens

/// Shows the place in what plays (the transport bar), and moves to another.
extension Box {
    /// The interval at which the bar is brought up to date.
    private static let tick = Duration.milliseconds(500)

    func showTransport() -> CommandResult {
        guard let state = barState else { return .notNow("nothing plays") }
        wantArtwork(of: state.channel)
        tell(.showTransport(state))
        lookAtBar()
        wake(.transport, at: now + Self.tick)
        return .done
    }

    /// Brings the bar up to date: twice a second while it is there, and when something changes.
    func refreshTransport() {
        guard interface.showsTransport, let state = barState else {
            wake(.transport, at: nil)
            lookAtBar()
            return
        }
        tell(.transport(state))
        lookAtBar()
        wake(.transport, at: now + Self.tick)
    }

    // MARK: Seeking

    func scrub(_ direction: Direction) { seek(.hand(.press(direction))) }

    /// Looks for another place, as the viewer wants.
    @discardableResult
    func seek(_ event: PlaceSearch.Event) -> CommandResult {
        let playing = nowPlaying
        if let obstacle = playing.seekObstacle { return .notNow(obstacle) }
        // On from a break is what is behind it.
        if playing.breakStatus != nil, event.stepsOn { return skipBreak() }
        tellSaidAgain(.left)
        return place(event)
    }

    /// Leaves the rest of the break that plays.
    func skipBreak() -> CommandResult {
        let playing = nowPlaying
        guard let item = playing.item, player.skipBreak(of: item) else {
            return .notNow(playing.breakObstacle ?? "it is over already")
        }
        devices.display.wake()
        return .done
    }

    /// Handles OK in the bar: goes to the place that was looked for, or pauses and resumes.
    func confirmTransport() {
        if playout.search.isUnconfirmed { place(.confirm) } else { perform(.playPause, key: now) }
    }

    func cancelScrub() { place(.left) }

    /// Carries out what was decided of another place.
    func perform(_ effect: PlaceSearch.Effect) {
        switch effect {
        case .play(let start): if !play(from: start) { place(.refused) }
        case .goOn(let place): shownItem.map { player.goOn($0, behindBreakAt: place) }
        case .stay:
            player.cancelSeek()
            tellSaidAgain(.failed)
            refreshTransport()
        case .notThere(let waited):
            if let waited { logger.warning("another place did not come", metadata: ["after": "\(waited)"]) }
            tell(.track(TrackNotice(.place, Strings.notThere)))
        case .show: _ = showTransport()
        case .resume: perform(.resume, key: now)
        }
    }

    /// - Returns: false where that can't be
    private func play(from start: SessionOptions.Start) -> Bool {
        guard let item = shownItem, let channel = playout[item]?.source else { return false }
        var source = source(of: channel)
        source.options.start = start
        if let text = saidAgain.text { source.options.choices.text = text }
        // Before anything of that place can come: what was on then may be locked.
        steer(.behind(item.inChannels, behind(start)))
        guard shownItem == item else { return true }
        source.options.rememberedMedia = player.remembered(item) ?? source.options.rememberedMedia
        guard player.seek(item, with: source) else {
            tellBehind()
            return false
        }
        steer(.wound(item.inChannels, start != .usual))
        devices.display.wake()
        return true
    }

    /// Builds what plays anew where it is, and all that is kept ready beside it. What was built before plays on until the
    /// first picture of the new one is there.
    func resetPlayer() -> CommandResult {
        guard let status = nowPlaying.itemStatus, let window = status.window, let position = status.position else {
            return .notNow("nothing is known of what plays yet")
        }
        logger.notice("the player is built anew")
        steer(.wishesChanged)
        return play(from: window.start(at: position)) ? .done : .notNow("another channel is on its way")
    }

    /// How far behind the present the channel is that begins so.
    private func behind(_ start: SessionOptions.Start) -> Duration {
        guard let window = nowPlaying.status?.window, window.isLive else { return .zero }
        return switch start {
        case .usual, .resume: .zero
        case .offset(let offset): max(window.end - (window.start + offset), .zero)
        case .beforeEnd(let duration, _): max(duration, .zero)
        }
    }

    /// Tells the gate how far behind the present what is shown is.
    func tellBehind() {
        guard let item = shownItem, let latency = nowPlaying.latency else { return }
        steer(.behind(item.inChannels, latency))
    }

    /// Tells that a break plays in place of what is on, or no longer.
    func breakChanged() {
        place(.breakChanged)
        showBreak()
        refreshTransport()
        publishState()
    }

    /// Shows which part of a break plays and how long it takes, or that none does.
    func showBreak() {
        let state = BreakState(nowPlaying)
        if state != interface.shownBreak { tell(.breakNotice(state)) }
    }

    /// Notes that the place that was asked for is on the screen.
    func arrived(_ item: Playback.ItemID) {
        guard item == shownItem else { return }
        place(.arrived)
        tellSaidAgain(.arrived)
        lookAtPlace()
        tellBehind()
        steer(.stalled(item.inChannels, false))
        refreshTransport()
        publishState()
    }
}
