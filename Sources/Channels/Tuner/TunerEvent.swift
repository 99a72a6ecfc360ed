import MediaCore

/// Everything that a `Tuner` is told: what the viewer does, what the player's items do, and what else changes.
package enum TunerEvent: Sendable {
    // MARK: The viewer. `key` is the kernel's time of the press, or when the request came.

    /// Channels up, or down when negative.
    case step(Int, key: HostTime)
    /// 0…9, of a channel's number.
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
    /// A passcode was typed at the prompt.
    case submitPasscode(String)
    /// The prompt was left.
    case cancelPasscode

    // MARK: The player's items

    /// Its first frame is decoded; it may be revealed at the next vblank.
    case ready(ItemID)
    /// Its first frame is on the screen; of a channel without a picture, its first sound is out.
    case shown(ItemID)
    /// Something is in its way, and it goes on trying.
    case troubled(ItemID, ItemTrouble)
    /// Nothing more of it will come.
    ///
    /// - Parameter playsOn: what is buffered of it still plays
    case failed(ItemID, ItemTrouble, playsOn: Bool)
    /// It was played to its end.
    case ended(ItemID, isLive: Bool)
    /// It stands still for want of media, or no longer does.
    case stalled(ItemID, Bool)
    /// It plays from a place that the viewer chose, or no longer does.
    case wound(ItemID, Bool)
    /// What it takes is known.
    case cost(ItemID, WarmingEvent.Cost)

    // MARK: The rest

    case lineup(Lineup)
    /// What `TunerEffect.measureNetwork` asked for.
    ///
    /// - Parameter measured: bits a second that a download was given lately; nil: not known
    case network(WarmingEvent.Network, measured: Double?)
    /// The viewer's wishes are others than those that hidden items were begun with.
    case wishesChanged
    /// The store has checked a code, as `TunerEffect.verifyPasscode` asked.
    case passcodeVerified(Bool, for: Channel.ID)
    /// There is a new passcode.
    case passcodeSet
    /// The time of `Tuner.nextWake` has come.
    case wake
}

extension TunerEvent {
    /// A key that means something only while the box is on.
    var isOfViewing: Bool {
        switch self {
        case .step, .digit, .preview, .confirm, .cancel, .last, .resume: true
        default: false
        }
    }
}

/// What an item said was in its way, as far as it decides anything.
package struct ItemTrouble: Sendable, Equatable {
    /// In words, for the log and for want of better ones on the screen.
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
