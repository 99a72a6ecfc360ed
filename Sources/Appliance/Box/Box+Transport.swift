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
    /// The step of left and right in the bar. While held, the steps come ever faster.
    private static let step = Duration.seconds(10)
    /// The interval at which the bar is brought up to date.
    private static let tick = Duration.milliseconds(500)
    /// How long another place is waited for; then it is given up, and playing goes on where it is.
    private static let patience = Duration.seconds(10)

    /// The range in which one can seek; nil when nothing plays, or only as it comes.
    var seekableRange: SeekableRange? {
        guard shownItem != nil, let window = player.status?.window else { return nil }
        return SeekableRange(window, at: now)
    }

    /// The reason why seeking is not possible; nil when it is.
    var seekObstacle: String? {
        guard let item = shownItem, itemFacts[item] != nil else { return "nothing plays" }
        let status = player.status
        if tuner.selected != tuner.watching || status?.item != item { return "another channel is on its way" }
        guard let window = status?.window else { return "nothing is known of it yet" }
        if SeekableRange(window, at: now) != nil { return nil }
        let kept = (window.end - window.start).components.seconds
        return kept > 0
            ? "its server keeps no more than \(kept) s of it" : "it comes as a stream, which has no other place"
    }

    func showTransport() -> CommandResult {
        guard let state = transportState else { return .notNow("nothing plays") }
        wantArtwork(state.channel.logo)
        tell(.showTransport(state))
        alarms.set(.transport, at: now + Self.tick)
        return .done
    }

    /// Brings the bar up to date: twice a second while it is there, and when something changes.
    func refreshTransport() {
        guard interface.focus == .transport, let state = transportState else {
            alarms.set(.transport, at: nil)
            return
        }
        tell(.transport(state))
        alarms.set(.transport, at: now + Self.tick)
    }

    private var transportState: TransportState? {
        guard let channel = selectedChannel, let item = shownItem, let status = player.status else { return nil }
        let facts = itemFacts[item]
        var state = TransportState(
            channel: ChannelLabel(channel), isLive: status.window?.isLive ?? true, isPaused: status.isPaused)
        if let range = seekableRange, let position = status.position {
            state.timeline = TransportState.Timeline(
                start: range.start, end: range.end, position: range.clamp(position), target: scrub?.target)
            if let date = status.window?.dateAtZero {
                state.clock = WallClock.text(secondsSince1970: (date + (position - .zero)).nanoseconds / 1_000_000_000)
            }
        }
        state.quality = facts?.quality
        state.tracks = facts?.tracks
        return state
    }

    // MARK: Seeking

    func skip(_ step: Duration) -> CommandResult {
        guard let range = seekableRange, let position = player.status?.position else { return .notNow("nothing plays") }
        var scrub = scrub ?? Scrub(from: position)
        let hasMoved = scrub.move(by: step, in: range)
        if hasMoved || self.scrub != nil {
            self.scrub = scrub
            alarms.set(.scrub, at: now + Scrub.rest)
        }
        _ = showTransport()
        return hasMoved ? .done : .nothingToDo
    }

    func seek(_ place: Command.Place) -> CommandResult {
        guard let range = seekableRange, let position = player.status?.position else { return .notNow("nothing plays") }
        let target =
            switch place {
            case .live: range.end
            case .at(let time): range.start + time
            case .beforeEnd(let time): range.end - time
            }
        if place == .live, !range.isLive { return .failed("it is not live") }
        if range.isLive, range.isAtEnd(range.clamp(target)), range.isAtEnd(position), scrub == nil {
            return .nothingToDo
        }
        var scrub = scrub ?? Scrub(from: position)
        scrub.move(to: target, in: range)
        self.scrub = scrub
        commitScrub()
        _ = showTransport()
        return .done
    }

    func scrub(_ direction: Screens.Direction) {
        perform(.skip(direction == .left ? .zero - Self.step : Self.step), key: now)
    }

    /// Handles OK in the bar: goes to the place that was looked for, or pauses and resumes.
    func confirmTransport() {
        if let scrub, !scrub.isCommitted { commitScrub() } else { perform(.playPause, key: now) }
    }

    /// Goes to the place that was looked for; called again by the alarm while it is awaited, gives
    /// it up.
    func commitScrub() {
        guard var scrub, let item = shownItem else { return cancelScrub() }
        if scrub.isCommitted {
            logger.warning("another place did not come", metadata: ["after": "\(Self.patience)"])
            return loseScrub()
        }
        guard seekObstacle == nil, let range = seekableRange, let channel = itemFacts[item]?.source else {
            return cancelScrub()
        }
        var source = source(of: channel)
        source.options.start = range.sessionStart(at: scrub.target)
        source.options.rememberedMedia = player.remembered(item) ?? source.options.rememberedMedia
        guard player.seek(item, with: source) else { return cancelScrub() }
        steer(.wound(item.inChannels, source.options.start != .usual))
        devices.display.wake()
        scrub.isCommitted = true
        self.scrub = scrub
        alarms.set(.scrub, at: now + Self.patience)
    }

    /// Gives up seeking: playing goes on where it is.
    func cancelScrub() {
        scrub = nil
        alarms.set(.scrub, at: nil)
        player.cancelSeek()
        refreshTransport()
    }

    func loseScrub() {
        cancelScrub()
        tell(.track(TrackNotice(.place, Strings.notThere)))
    }

    /// Notes that the place that was asked for is on the screen.
    func arrived(_ item: Playback.ItemID) {
        guard item == shownItem else { return }
        scrub = nil
        alarms.set(.scrub, at: nil)
        steer(.stalled(item.inChannels, false))
        refreshTransport()
        publishState()
    }
}
