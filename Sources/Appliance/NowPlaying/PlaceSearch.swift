import Commands
import HLS
import MediaCore
import Playback

/// Looks for another place in what plays, as the viewer steps through it, goes there once the steps have come to rest,
/// and gives it up when it does not come.
struct PlaceSearch: Sendable {
    enum Event: Hashable, Sendable {
        /// The viewer steps so far forwards, or back.
        case step(Duration)
        /// The viewer names a place.
        case go(Command.Place)
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
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Have the item play from there.
        case play(SessionOptions.Start)
        /// Playing goes on where it is.
        case stay
        /// Tell the viewer that the place did not come.
        ///
        /// - Parameter waited: it was waited for in vain; nil: the player said why
        case notThere(waited: Duration?)
        /// Show the bar, with what changed in it.
        case show
    }

    /// How long another place is waited for; then it is given up, and playing goes on where it is.
    static let patience = Duration.seconds(10)

    private var scrub: Scrub?
    /// When the steps have come to rest, or the place is waited for no longer.
    private(set) var nextWake: HostTime?
    /// What the last event came to.
    private(set) var result = CommandResult.done

    /// The place that is looked for or waited for; nil: none is.
    var target: MediaTime? { scrub?.target }
    var isUnderWay: Bool { scrub != nil }
    /// Whether a place was found that the player was not yet told to go to.
    var isUnconfirmed: Bool { scrub.map { !$0.isCommitted } ?? false }

    /// - Parameter playing: what is on at this moment
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, in playing: NowPlaying, at now: HostTime) -> [Effect] {
        result = .done
        switch event {
        case .step(let step): return move(step, playing, now)
        case .go(let place): return go(to: place, playing, now)
        case .confirm: return commit(playing, now)
        case .wake:
            guard let scrub, scrub.isCommitted else { return commit(playing, now) }
            return end() + [.notThere(waited: Self.patience)]
        case .left, .refused: return end()
        case .failed: return end() + [.notThere(waited: nil)]
        case .arrived:
            (scrub, nextWake) = (nil, nil)
            return []
        }
    }

    private mutating func move(_ step: Duration, _ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard let range = playing.seekableRange, let position = playing.status?.position else { return refuse() }
        var scrub = scrub ?? Scrub(from: position)
        let hasMoved = scrub.move(by: step, in: range)
        if hasMoved || self.scrub != nil {
            self.scrub = scrub
            nextWake = now + Scrub.rest
        }
        result = hasMoved ? .done : .nothingToDo
        return [.show]
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
        var scrub = scrub ?? Scrub(from: position)
        scrub.move(to: target, in: range)
        self.scrub = scrub
        return commit(playing, now) + [.show]
    }

    private mutating func commit(_ playing: NowPlaying, _ now: HostTime) -> [Effect] {
        guard var scrub, playing.seekObstacle == nil, let range = playing.seekableRange else { return end() }
        scrub.isCommitted = true
        self.scrub = scrub
        nextWake = now + Self.patience
        return [.play(range.sessionStart(at: scrub.target))]
    }

    private mutating func refuse() -> [Effect] {
        result = .notNow("nothing plays")
        return []
    }

    private mutating func end() -> [Effect] {
        (scrub, nextWake) = (nil, nil)
        return [.stay]
    }
}
