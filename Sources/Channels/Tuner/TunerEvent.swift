import MediaCore

/// Everything that a `Tuner` is told: what the viewer does, what the player's items do, and what else changes.
package enum TunerEvent: Sendable {
    // MARK: The viewer. `key` is the kernel's time of the press, or when the request came.

    /// The viewer goes so many channels up, or down when negative.
    case step(Int, key: HostTime)
    /// The viewer types a digit of a channel's number, 0…9.
    case digit(Int, key: HostTime)
    /// Shows where a flip would lead; begins none.
    case preview(FlipPreview, key: HostTime)
    /// OK: goes to what is previewed, ends a number, retries a channel that failed.
    case confirm(key: HostTime)
    /// Back: takes back the number or the preview, then the flip.
    case cancel(key: HostTime)
    /// Goes to a channel; out of standby, too.
    case tune(Channel.ID, key: HostTime)
    /// Goes to the channel before this one.
    case last(key: HostTime)
    /// Plays again what was stopped; the lineup's first channel where nothing was.
    case resume(key: HostTime)
    case stop
    case standby(Bool, key: HostTime)
    /// The box begins in standby, before anything was asked of the network; waking leads to the channel.
    case asleep(at: Channel.ID)
    /// Shows a channel in the corner of the screen too, or none; nothing comes of it where `Tuner.obstacle` says so.
    case corner(Channel.ID?)
    /// This channel comes after the one that is watched, by itself; nil: none does.
    case expected(Channel.ID?)
    /// What is in the corner and what is watched change places.
    case swapCorner(key: HostTime)
    /// Somebody wants to know, before anything leads there, whether the channel may be watched: a code is asked for where
    /// it takes one.
    case authorize(Channel.ID)
    /// A passcode was typed at the prompt.
    case submitPasscode(String)
    /// The prompt was left.
    case cancelPasscode

    // MARK: The player's items

    /// The item's first frame is decoded; it may be revealed at the next vblank.
    case ready(ItemID)
    /// The item's first frame is on the screen, or its first sound is out where it has no picture.
    case shown(ItemID)
    /// Something is in the item's way, and it goes on trying.
    case troubled(ItemID, ItemTrouble)
    /// Nothing more of the item will come.
    ///
    /// - Parameter playsOn: what is buffered of it still plays
    case failed(ItemID, ItemTrouble, playsOn: Bool)
    /// The item was played to its end.
    case ended(ItemID, isLive: Bool)
    /// The item stands still for want of media, or no longer does.
    case stalled(ItemID, Bool)
    /// The item plays from a place that the viewer chose, or no longer does.
    case wound(ItemID, Bool)
    /// The bandwidth and memory that the item takes are known.
    case cost(ItemID, WarmingEvent.Cost)

    // MARK: The rest

    case lineup(Lineup)
    /// A code is being checked that did not come from the prompt; `Tuner.obstacleToCode` must be nil before.
    case codeTried
    /// What came of that; nil: it can't be known.
    case codeChecked(Bool?)
    /// Wrong codes are forgiven: the passcode was set anew by who may.
    case codesForgiven
    /// There is no passcode any more.
    case passcodeCleared
    /// The network was measured, as `TunerEffect.measureNetwork` asked.
    ///
    /// - Parameter measured: bits a second that a download was given lately; nil: not known
    case network(WarmingEvent.Network, measured: Double?)
    /// The viewer's wishes are others than those that hidden items were begun with.
    case wishesChanged
    /// The store has checked a code, as `TunerEffect.verifyPasscode` asked; nil: it could not.
    case passcodeVerified(Bool?, for: Channel.ID)
    /// There is a new passcode.
    case passcodeSet(digits: Int)
    /// What a code opened is locked: the TV goes off, or over to something else.
    case lock
    /// It is this time on the wall, in minutes since midnight: some hours are locked.
    case timeOfDay(Int)
    /// It is this time on the wall, since 1970 in UTC: programmes begin and end.
    case wallClock(Duration)
    /// When channels show what is locked, in place of what was told before.
    case restrictedTimes(RestrictedTimes)
    /// What is played of the item is so far behind the present.
    case behind(ItemID, Duration)
    /// The viewer has paused what plays, or goes on.
    case paused(Bool)
    /// A screen was plugged in, or is gone.
    case screen(isThere: Bool)
    /// The time of `Tuner.nextWake` has come.
    case wake
}

extension TunerEvent {
    /// A key that means something only while the box is on.
    var isOfViewing: Bool {
        switch self {
        case .step, .digit, .preview, .confirm, .cancel, .last, .resume, .corner, .swapCorner: true
        default: false
        }
    }
}

extension TunerEvent {
    /// Leads elsewhere, whatever is being asked.
    var leavesQuestions: Bool {
        switch self {
        case .step, .tune, .last, .resume, .stop, .standby, .asleep, .lock, .passcodeCleared: true
        default: false
        }
    }
}

/// What an item said was in its way, as far as it decides anything.
package struct ItemTrouble: Sendable, Equatable {
    /// The trouble in words, for the log and for want of better ones on the screen.
    package var text: String
    /// A server's HTTP status that said no; nil: none did.
    package var status: Int?
    /// How long the server asks to be left alone.
    package var retryAfter: Duration?

    package init(_ text: String, status: Int? = nil, retryAfter: Duration? = nil) {
        self.text = text
        self.status = status
        self.retryAfter = retryAfter
    }

    var refusal: WarmingEvent.Refusal? { status.map { WarmingEvent.Refusal(status: $0, retryAfter: retryAfter) } }
}
