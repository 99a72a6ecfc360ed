import HLS
import MediaCore

/// What the player has of the breaks of one item.
struct Breaking {
    var plan = BreakPlan()
    /// What happened off the display's thread: told to the plan at the next vblank.
    var news: [BreakPlan.Event] = []
    /// The assets that are made ready, and the one that is out.
    var assets: [BreakAsset.ID: PlaybackItem] = [:]
    /// The asset that is out.
    var playing: Player.Playing?
    /// Where it begins on its own timeline, as far as is known.
    var start: MediaTime?
    /// What is made ready to take the item's place after the break.
    var back: (place: MediaTime, item: PlaybackItem)?
    /// Whether what is to take the item's place after the break is still to be made.
    var isReturning = false
    /// What takes the item's place after the break as soon as it is there.
    var returning: PlaybackItem?
    /// Whether the viewer has paused it.
    var isPaused = false
    /// Whether the item is over: nothing follows the break.
    var isOver = false
    /// What loads lists of assets.
    var lists: [Task<Void, Never>] = []
    /// Names the playing of the item to those who serve its breaks.
    let primaryID = Self.name()

    /// What was told last.
    var told: Player.BreakStatus?

    /// How it plays: a part that is over is not the end of the item.
    var phase: Presenter.Phase {
        if isOver { return .ended }
        let phase = playing?.presenter.phase ?? .starting
        return phase == .ended ? .playing : phase
    }

    private static func name() -> String {
        (0..<4).map { _ in
            let text = String(UInt32.random(in: 0...(.max)), radix: 16)
            return String(repeating: "0", count: 8 - text.count) + text
        }.joined()
    }
}

extension Player.BreakStatus {
    /// Whether what is told of two differs in more than time.
    func differs(from other: Self?) -> Bool {
        guard let other else { return true }
        return id != other.id || asset != other.asset || assetCount != other.assetCount || canSkip != other.canSkip
            || restrictsSkip != other.restrictsSkip || isWaiting != other.isWaiting
            || (duration == nil) != (other.duration == nil)
    }
}
