import Commands
import Devices
import HLS
import MediaCore
import Playback

/// Looks for another place in what plays, as the viewer steps or runs through it, goes there once it is meant, and gives
/// it up when it does not come. Every door to another place leads through it, so what must be watched is not jumped: it is
/// played first, and then the place that was wanted.
struct PlaceSearch: Sendable {
    enum Event: Hashable, Sendable {
        /// The viewer steps so far forwards, or back.
        case step(Duration)
        /// The viewer's hand looks for a place: an arrow in the bar, a finger on a rim.
        case hand(ScrubHand.Stroke)
        /// The viewer names a place.
        case go(Command.Place)
        /// The viewer wants to be so much earlier, at once.
        case back(Duration)
        /// The place that was found is meant.
        case confirm
        /// The viewer leaves the bar, or the channel.
        case left
        /// The player can't go there.
        case refused
        /// The player had begun to go there, and could not.
        case failed
        /// The place that was asked for is on the screen.
        case arrived
        /// A break plays in place of the item, or no longer.
        case breakChanged
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Have the item play from there.
        case play(SessionOptions.Start)
        /// Have the item go on from there, once the break is over that plays in its place.
        case goOn(at: MediaTime)
        /// Playing goes on where it is.
        case stay
        /// Tell the viewer that the place did not come.
        ///
        /// - Parameter waited: it was waited for in vain; nil: the player said why
        case notThere(waited: Duration?)
        /// Show the bar, with what changed in it.
        case show
        /// What was paused while the viewer looked around plays on.
        case resume
    }

    /// How long another place is waited for; then it is given up, and playing goes on where it is.
    static let patience = Duration.seconds(10)
    /// How long a viewer looks around without a press; then he stays where he is.
    static let attention = Duration.seconds(20)

    /// The step of a press.
    let step: Duration
    private var scrub: Scrub?
    private var limits = SeekLimits()
    /// Where the viewer wants to be, once he has watched what lies before that.
    private var wish: WishedPlace?
    /// Whether it plays there, though it is paused: the viewer has said so.
    private var resumesThere = false
    /// When the steps have come to rest, or the place is waited for no longer.
    private(set) var nextWake: HostTime?
    /// What the last event came to.
    private(set) var result = CommandResult.done

    init(step: Duration = .seconds(10)) {
        self.step = step
    }

    /// The place that is looked for or waited for; nil: none is.
    var target: MediaTime? { scrub?.target }
    var isUnderWay: Bool { scrub != nil }
    /// Whether a place was found that the player was not yet told to go to.
    var isUnconfirmed: Bool { scrub.map { !$0.isCommitted } ?? false }
    /// Whether the viewer looks around, and says himself when the place is found.
    var isBrowsing: Bool { scrub?.isBrowsing ?? false }

    /// - Parameter playing: what is on at this moment
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, in playing: NowPlaying, at now: HostTime) -> [Effect] {
        result = .done
        if let status = playing.itemStatus, let position = status.position, !status.isSeeking,
            let window = status.window
        {
            limits.note(position, of: status.item, in: window.breaks)
        }
        switch event {
        case .step(let step):
            return move(playing, now, isBrowsing: false) { scrub, range in scrub.move(by: step, in: range) }
        case .hand(let stroke):
            return move(playing, now, isBrowsing: playing.isPaused) { scrub, range in
                scrub.move(stroke, in: range, at: now)
            }
        case .go(let place): return go(to: place, playing, now)
        case .back(let distance): return goBack(distance, playing, now)
        case .confirm:
            resumesThere = playing.isPaused
            return commit(playing, now)
        case .wake:
            guard let scrub else { return wish == nil ? end() : pursue(playing, now) }
            if scrub.isCommitted { return end() + [.notThere(waited: Self.patience)] }
            return scrub.isBrowsing ? end() : commit(playing, now)
        case .left: return end(now)
        case .refused:
            wish = nil
            return end()
        case .failed:
            wish = nil
            return end() + [.notThere(waited: nil)]
        case .arrived:
            let resumes = resumesThere && scrub != nil
            (scrub, nextWake, resumesThere) = (nil, nil, false)
            return (resumes ? [.resume] : []) + pursue(playing, now)
        case .breakChanged: return scrub == nil ? pursue(playing, now) : []
        }
    }

    private mutating func move(
        _ playing: NowPlaying, _ now: HostTime, isBrowsing: Bool, _ step: (inout Scrub, SeekableRange) -> Bool
    ) -> [Effect] {
        guard let range = playing.seekableRange, let position = playing.status?.position else { return refuse() }
        var scrub = scrub ?? Scrub(from: position, step: self.step, isBrowsing: isBrowsing)
        let before = scrub.target
        // What comes first is not where he looks.
        if let wish, scrub.isCommitted { scrub.move(to: wish.place, in: range) }
        var hasMoved = step(&scrub, range)
        if let obstacle = hold(&scrub, position, playing, range) {
            hasMoved = scrub.target != before
            if !hasMoved { result = .notNow(obstacle) }
        } else if !hasMoved {
            result = .nothingToDo
        }
        if hasMoved || self.scrub != nil {
            self.scrub = scrub
            nextWake = now + (scrub.isBrowsing ? Self.attention : Scrub.rest)
        }
        return [.show]
    }

    /// Holds the viewer in what must be watched, where he is.
    /// - Returns: why, in words for people; nil: he may go there, though perhaps not at once
    private func hold(
        _ scrub: inout Scrub, _ position: MediaTime, _ playing: NowPlaying, _ range: SeekableRange
    ) -> String? {
        let breaks = playing.status?.window?.breaks ?? []
        // A break that plays is left ahead only where it may be skipped.
        if scrub.target > position, playing.breakStatus != nil, let obstacle = playing.breakObstacle {
            scrub.move(to: position, in: range)
            return obstacle
        }
        let obstacle = limits.obstacle(from: position, to: scrub.target, in: breaks)
        let isHeld = obstacle.map { $0.start <= position } ?? false
        let isMet = wish.map { $0.isMet(at: position) && !$0.isOver(at: position, isBreakOut: false) } ?? false
        guard isHeld || isMet && scrub.target > position else { return nil }
        scrub.move(to: position, in: range)
        return NowPlaying.mustBeWatched
    }

    private mutating func go(to place: Command.Place, _ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard let range = playing.seekableRange, let position = playing.status?.position else { return refuse() }
        let target =
            switch place {
            case .live: range.end
            case .at(let time): range.start + time
            case .beforeEnd(let time): range.end - time
            }
        if place == .live, !range.isLive {
            result = .failed("it is not live")
            return []
        }
        if range.isLive, range.isAtEnd(range.clamp(target)), range.isAtEnd(position), scrub == nil {
            result = .nothingToDo
            return []
        }
        return go(to: target, from: position, playing, range, now)
    }

    private mutating func goBack(_ distance: Duration, _ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard let range = playing.seekableRange, let position = playing.status?.position else { return refuse() }
        return go(to: position - distance, from: position, playing, range, now)
    }

    private mutating func go(
        to target: MediaTime, from position: MediaTime, _ playing: NowPlaying, _ range: SeekableRange, _ now: HostTime
    ) -> [Effect] {
        var scrub = scrub ?? Scrub(from: position, step: step)
        scrub.move(to: target, in: range)
        if let obstacle = hold(&scrub, position, playing, range), scrub.target <= position + .seconds(1) {
            result = .notNow(obstacle)
            return []
        }
        self.scrub = scrub
        return commit(playing, now) + [.show]
    }

    private mutating func commit(_ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard var scrub, playing.seekObstacle == nil, let range = playing.seekableRange, let status = playing.itemStatus
        else { return end() }
        wish = nil
        if let position = status.position,
            let first = limits.obstacle(from: position, to: scrub.target, in: status.window?.breaks ?? []),
            first.start > position
        {
            wish = WishedPlace(
                item: status.item, place: scrub.target, isLive: range.isLive && range.isAtEnd(scrub.target),
                first: first)
            scrub.move(to: first.start, in: range)
        }
        scrub.commit()
        self.scrub = scrub
        nextWake = now + Self.patience
        return [.play(range.sessionStart(at: scrub.target))]
    }

    /// Goes on to where the viewer wanted to be, once he has watched what lies before that.
    private mutating func pursue(_ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard var wish, playing.item == wish.item else {
            (self.wish, nextWake) = (nil, nil)
            return []
        }
        nextWake = now + WishedPlace.look
        // What he is on his way to is told once he is there.
        guard let status = playing.itemStatus, let window = status.window, let position = status.position,
            !status.isSeeking
        else { return [] }
        let isBreakOut = playing.breakStatus != nil
        if isBreakOut, !wish.hasBegun {
            wish.hasBegun = true
            self.wish = wish
            return window.isLive ? [] : [.goOn(at: wish.stop(from: position, in: window.breaks, limits))]
        }
        guard wish.isOver(at: position, isBreakOut: isBreakOut) else { return [] }
        if let next = wish.next(at: position, in: window.breaks) {
            (wish.first, wish.hasBegun) = (next, false)
            self.wish = wish
            return []
        }
        self.wish = nil
        nextWake = nil
        guard !wish.isThere(at: position), let range = playing.seekableRange else { return [] }
        var scrub = Scrub(from: position, step: step)
        scrub.move(to: wish.isLive ? range.end : wish.place, in: range)
        self.scrub = scrub
        return commit(playing, now)
    }

    private mutating func refuse() -> [Effect] {
        result = .notNow("nothing plays")
        return []
    }

    /// - Parameter now: it is still looked for the end of a break that the viewer watches first; nil: nothing is waited for
    private mutating func end(_ now: HostTime? = nil) -> [Effect] {
        (scrub, nextWake, resumesThere) = (nil, wish == nil ? nil : now.map { $0 + WishedPlace.look }, false)
        return [.stay]
    }
}

extension PlaceSearch.Event {
    /// Whether it is a step on, to no place in particular.
    var stepsOn: Bool {
        switch self {
        case .step(let step): step > .zero
        case .hand(.press(let direction)): direction == .right
        case .hand(.turn(let notches)): notches > 0
        default: false
        }
    }
}
