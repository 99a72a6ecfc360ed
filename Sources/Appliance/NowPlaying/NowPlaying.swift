import Channels
import ControlProtocol
import GuideStore
import HLS
import MediaCore
import Playback

/// What is on, in what state, at which place, with which tracks and how loud, and why it fails.
///
/// Every door tells it by a function of this value: the screen, the control API, the TV and the log.
struct NowPlaying: Sendable, Equatable {
    /// Why the chosen channel is not there.
    struct Failure: Sendable, Equatable {
        /// As the flip machine has it.
        var kind: FlipFailure
        /// As the channel's item told it; nil: it told nothing.
        var cause: PlaybackFailure?
    }

    /// The time at which all of this was so.
    var time: HostTime
    var state: PlayState
    /// The channel that the viewer has chosen, shown or not.
    var channel: Channel?
    /// What is on there now, and next, as far as it may be told.
    var programme = NowAndNext()
    /// Whether the passcode is asked for before that channel is shown.
    var isRestricted = false
    /// The address of a channel that no list has, without its secrets.
    var address: String?
    /// The channel whose picture is on the screen, dimmed or not.
    var watching: Channel?
    /// Whether the channel on the screen is the chosen one.
    var isSettled = true
    /// The item whose picture, or sound where there is none, is out.
    var item: Playback.ItemID?
    /// What that item told of itself.
    var facts: PlaybackFacts?
    /// What the player tells of the item that it plays: while one takes over from another, not yet `item`.
    var status: Player.Status?
    /// What the viewer has chosen on that item's channel.
    var choices = TrackChoices()
    /// The chapters of that item, in order; empty: it has none, or they are not known yet.
    var chapters: [Chapter] = []
    /// Another place that is looked for, or waited for.
    var target: MediaTime?
    var sound: SoundControl.Level
    /// Why the chosen channel is not there, as the screen tells it; nil: it does not fail.
    var failure: Failure?

    // MARK: What follows

    /// The viewer's speed, in hundredths.
    var speedPercent: Int { Int(((itemStatus?.speed ?? 1) * 100).rounded()) }

    /// The time at which the place was read.
    ///
    /// It is earlier than what a clock says once all is put together, on a busy machine by more than what makes a jump.
    var placeTime: HostTime { itemStatus?.time ?? time }

    var isPaused: Bool { status?.isPaused == true }
    /// What the player tells of the item that is out; nil while it plays another.
    var itemStatus: Player.Status? { status.flatMap { $0.item == item ? $0 : nil } }

    /// The tracks of the channel that is on the screen; nil when nothing plays.
    var tracks: TrackMenu? { item == nil || !isSettled ? nil : facts?.info.tracks }

    /// The range in which one can seek; nil when nothing plays, or only as it comes.
    var seekableRange: SeekableRange? {
        guard item != nil, let window = status?.window else { return nil }
        return SeekableRange(window, at: time)
    }

    /// The song that is heard, where what plays has only sound and says so.
    var song: TimedSong? {
        guard facts?.hasVideo == false, isSettled, let status = itemStatus, let position = status.position else {
            return nil
        }
        if let timed = status.window?.songs.last(where: { $0.start <= position }) { return timed }
        guard let tags = facts?.info.tags, let title = tags.title else { return nil }
        return TimedSong(start: status.window?.start ?? .zero, title: title, artist: tags.artist)
    }

    /// The picture that the song has with it, in its file.
    var cover: [UInt8]? {
        facts?.hasVideo == false && isSettled && itemStatus != nil ? facts?.info.tags.cover : nil
    }

    /// Why seeking is not possible, in words for people; nil when it is.
    var seekObstacle: String? {
        guard item != nil, facts != nil else { return "nothing plays" }
        guard isSettled, let status = itemStatus else { return "another channel is on its way" }
        if facts?.info.videoCodec == .photo { return "it is a picture" }
        guard let window = status.window else { return "nothing is known of it yet" }
        if SeekableRange(window, at: time) != nil { return nil }
        let kept = (window.end - window.start).components.seconds
        return kept > 0
            ? "its server keeps no more than \(kept) s of it" : "it comes as a stream, which has no other place"
    }

    /// The break that plays in place of that item; nil: it plays itself.
    var breakStatus: Player.BreakStatus? { isSettled ? itemStatus?.breakStatus : nil }

    /// Why no break can be skipped, in words for people; nil when one can.
    var breakObstacle: String? {
        guard let breakStatus else { return "no break plays" }
        if breakStatus.canSkip { return nil }
        if let wait = breakStatus.skipsIn {
            return "it can be skipped in \(max(1, Int(wait.inSeconds.rounded(.up)))) s"
        }
        return breakStatus.isWaiting ? "it has not begun yet" : Self.mustBeWatched
    }

    static let mustBeWatched = "this has to be watched first"

    /// How far playing is behind what the server has by now; nil for an item that is not live.
    var latency: Duration? {
        guard let window = status?.window, window.isLive, let position = status?.position else { return nil }
        // The known end grows by parts and segments; what counts is where it has got to meanwhile.
        return (window.published?.end(at: time) ?? window.end) - position
    }
}

extension NowPlaying {
    /// Puts together what the box's rooms know.
    ///
    /// - Parameter asksPasscode: the prompt for the passcode has the keys
    init(
        tuner: Tuner, playout: Playout, memory: ChannelMemory, lineup: LineupMaker, listings: Listings,
        sound: SoundControl,
        status: Player.Status?, asksPasscode: Bool, at now: HostTime
    ) {
        self.init(
            time: now,
            state: Self.state(tuner, asksPasscode: asksPasscode, isPaused: status?.isPaused == true),
            sound: sound.level)
        channel = tuner.selected.flatMap { tuner.lineup[$0] }.map(tuner.veiled)
        if let channel { programme = tuner.programme(on: channel, in: listings) }
        isRestricted = channel.map(tuner.isRestricted) ?? false
        address = tuner.selected.flatMap(lineup.address)
        watching = tuner.watching.flatMap { tuner.lineup[$0] }
        isSettled = tuner.selected == tuner.watching
        item = tuner.shownItem?.inPlayer
        facts = item.flatMap { playout[$0] }
        self.status = status
        choices = facts.map { memory.choices(on: $0.channel) } ?? TrackChoices()
        target = playout.search.target
        if case .failed(let kind, _) = tuner.interstitial?.state {
            failure = Failure(kind: kind, cause: playout.blame)
        }
    }

    /// The state of what the tuner does.
    static func state(_ tuner: Tuner, asksPasscode: Bool, isPaused: Bool) -> PlayState {
        if asksPasscode { return .locked }
        switch tuner.interstitial?.state {
        case .failed?: return .failed
        case .locked?: return .locked
        case .searching?, .waiting?: return .tuning
        case .typing?, .unknownNumber?, .previewing?, nil: break
        }
        guard tuner.shownItem != nil else { return .idle }
        // A number is typed on the way to another channel: what plays is not what is told with it.
        if tuner.selected != tuner.watching { return .tuning }
        if isPaused { return .paused }
        return tuner.isStalled ? .stalled : .playing
    }
}
