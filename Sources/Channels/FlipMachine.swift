import MediaCore

/// Changes channels: the heart of the box, with no clock and no device inside.
///
/// - Every press counts from where the last one led, whether or not that channel came.
/// - The first press prepares its channel at once; of presses that follow closely only the last does.
/// - A channel that is kept warm is adopted, not prepared; if it is ready it comes out at once, however
///   quickly one press follows another.
/// - The channel that is left stays on the screen, held, until the new one replaces it. From `reveal` on
///   it is silent. What still lives when it is left is released, so that it may be kept warm.
/// - A preview only says where a flip would lead: nothing is tuned, asked or changed for it, and it ends by itself.
/// - Nothing is revealed before the parental gate is open, warm or not.
/// - A channel that fails is tried at its other addresses first, one after the other, before it is said to fail.
/// - Each flip is completed once. From every state, with nothing but its timers, the machine comes to
///   rest on a shown channel, on a passcode prompt, or on a failure that is tried again for ever.
package struct FlipMachine: Sendable, Equatable {
    package struct Timing: Sendable, Equatable {
        /// The interval below which presses coalesce.
        package var settle: Duration = .milliseconds(250)
        /// The wait after the last digit of a number that might go on.
        package var number: Duration = .milliseconds(1500)
        /// How long the notice "no such channel" stays.
        package var notice: Duration = .seconds(2)
        /// How long a preview waits for OK.
        package var preview: Duration = .milliseconds(2500)
        /// The longest time from `prepare` to a first frame and an open gate.
        package var prepare: Duration = .seconds(10)
        /// The longest time from `reveal` to the screen.
        package var reveal: Duration = .seconds(2)
        /// How long the sound of a held channel goes on.
        package var sound: Duration = .seconds(1)

        package init() {}
    }

    /// A channel that is kept ready while nobody sees it. Its item belongs to somebody else until it is adopted.
    package struct Warm: Sendable, Equatable {
        package var item: ItemID
        /// Whether it may be revealed at the next vblank.
        package var isReady: Bool

        package init(item: ItemID, isReady: Bool) {
            self.item = item
            self.isReady = isReady
        }
    }

    /// How a channel that was chosen is.
    package enum Standing: Sendable, Hashable {
        case playing
        /// On its way, or behind the question for its passcode.
        case coming
        /// It did not come, or went; it is tried again.
        case failing
    }

    struct Number: Equatable {
        var digits: String
        var isUnknown = false
    }

    package internal(set) var lineup: Lineup
    /// Where channels that failed are tried.
    var fallbacks: Fallbacks
    /// The interstitial that is over the picture now; nil when there is none.
    package internal(set) var interstitial: Interstitial?

    /// The warm items that could be adopted, by channel.
    package internal(set) var warm: [Channel.ID: Warm] = [:]

    // The rest is for the extensions of this type.
    let timing: Timing
    var playing: FlipPlaying?
    var shownAt = HostTime.zero
    var attempt: FlipAttempt?
    var number: Number?
    /// The channel to which OK would lead.
    var preview: Channel.ID?
    /// The channel shown last, and the one before it.
    var home: Channel.ID?
    var previous: Channel.ID?
    var lastPress: HostTime?

    /// The item of the picture that is left: it plays on, dimmed, below the interstitial.
    package internal(set) var held: ItemID?
    var isHeldSilent = false
    var passcodeChannel: Channel.ID?
    var timers: [FlipTimer.Kind: FlipTimer] = [:]
    var count = 0
    var actions: [FlipAction] = []

    /// Makes a machine at rest.
    /// - Parameters:
    ///   - home: the channel of the last run, from which the first step goes
    ///   - policy: what is locked, which is no way to a channel that is not
    package init(
        lineup: Lineup, home: Channel.ID? = nil, previous: Channel.ID? = nil, timing: Timing = Timing(),
        policy: ParentalGate.Policy = .init()
    ) {
        self.lineup = lineup
        fallbacks = Fallbacks(policy: policy)
        self.home = home
        self.previous = previous
        self.timing = timing
    }

    /// The channel whose picture is on the screen, held or not.
    package var watching: Channel.ID? { playing?.channel }
    /// The channel the viewer has chosen, shown or not; steps go from it.
    package var selected: Channel.ID? { attempt?.to ?? playing?.channel ?? home }
    /// The channel to which Last leads.
    package var lastChannel: Channel.ID? {
        if let attempt, attempt.to != playing?.channel, let back = playing?.channel ?? attempt.back { return back }
        return previous
    }
    /// How the chosen channel is; nil: none is to play.
    package var standing: Standing? {
        if let attempt { return attempt.failure == nil ? .coming : .failing }
        return playing.map { $0.isAlive ? .playing : .failing }
    }
    /// Nothing is under way: the chosen channel is on the screen, and lives.
    package var isSettled: Bool { attempt == nil && playing?.isAlive == true }

    /// Takes an event and returns the actions to carry out, in their order. No action means that the event changed
    /// nothing.
    package mutating func handle(_ event: FlipEvent, at now: HostTime) -> [FlipAction] {
        switch event {
        case .step(let steps, let key): step(steps, key, now)
        case .digit(let digit, let key): type(digit, key, now)
        case .preview(let preview, _): show(preview)
        case .confirm(let key): confirm(key, now)
        case .cancel(let key): cancel(key, now)
        case .tune(let channel, let key): tune(channel, key, now)
        case .last(let key): if let last = lastChannel { tune(last, key, now) }
        case .timer(let timer): fire(timer, now)
        case .itemReady(let item): ready(item)
        case .itemShown(let item): shown(item, now)
        case .itemFailed(let item, let reason, let asked): failed(item, .item(reason), asked, now)
        case .warmed(let channel, let item, let isReady): warmed(channel, Warm(item: item, isReady: isReady))
        case .cooled(let item): cooled(item)
        case .gate(let channel, let answer): gate(channel, answer, now)
        case .lineupChanged(let lineup): change(lineup, now)
        case .stop: stop()
        }
        // Changes on the screen come first.
        let visible = changesOnScreen()
        defer { actions = [] }
        return visible + actions
    }

    // MARK: Keys

    private mutating func step(_ steps: Int, _ key: HostTime, _ now: HostTime) {
        endNumber()
        let start = preview ?? selected
        endPreview()
        let isQuick = lastPress.map { key - $0 < timing.settle } ?? false
        lastPress = key
        guard let target = lineup.channel(steps, from: start) else { return }
        aim(at: target.id, key, settles: isQuick, now)
    }

    private mutating func tune(_ channel: Channel.ID, _ key: HostTime, _ now: HostTime) {
        endNumber()
        endPreview()
        aim(at: channel, key, settles: false, now)
    }

    private mutating func type(_ digit: Int, _ key: HostTime, _ now: HostTime) {
        guard (0...9).contains(digit) else { return }
        endPreview()
        let before = number.map { $0.isUnknown ? "" : $0.digits } ?? ""
        let digits = before + "\(digit)"
        number = Number(digits: digits)
        if lineup.hasNumber(longerThan: digits) {
            start(.number, timing.number)
        } else {
            tuneNumber(key, now)
        }
    }

    private mutating func tuneNumber(_ key: HostTime, _ now: HostTime) {
        guard let digits = number?.digits else { return }
        if let channel = Int(digits).flatMap({ lineup.channel(number: $0) }) {
            tune(channel.id, key, now)
        } else {
            number?.isUnknown = true
            start(.number, timing.notice)
        }
    }

    private mutating func confirm(_ key: HostTime, _ now: HostTime) {
        if let number {
            if number.isUnknown { endNumber() } else { tuneNumber(key, now) }
        } else if let preview {
            tune(preview, key, now)
        } else if case .waiting = attempt?.stage {
            prepare()
        }
    }

    private mutating func cancel(_ key: HostTime, _ now: HostTime) {
        if number != nil {
            endNumber()
        } else if preview != nil {
            endPreview()
        } else {
            goBack(key, now)
        }
    }

    mutating func endNumber() {
        number = nil
        end(.number)
    }

    // MARK: Previews

    /// Shows a preview; the playing channel and one on its way go on as if nothing were shown.
    private mutating func show(_ wanted: FlipPreview) {
        guard attempt?.isLocked != true else { return }
        let target: Channel.ID? =
            switch wanted {
            case .step(let steps): lineup.channel(steps, from: preview ?? selected)?.id
            case .last: lastChannel
            case .channel(let channel): lineup[channel]?.id
            }
        guard let target else { return }
        endNumber()
        // A preview of the chosen channel offers nothing to choose.
        guard target != selected else { return endPreview() }
        preview = target
        start(.preview, timing.preview)
    }

    mutating func endPreview() {
        preview = nil
        end(.preview)
    }

    // MARK: Timers

    mutating func fire(_ timer: FlipTimer, _ now: HostTime) {
        guard timers[timer.kind] == timer else { return }
        timers[timer.kind] = nil
        switch timer.kind {
        case .stage:
            switch attempt?.stage {
            case .settling, .waiting: prepare()
            case .revealing(let item) where attempt?.isAdopted == true: prepareAnew(insteadOf: item)
            case .preparing, .ready, .revealing: failAttempt(.timedOut, at: now)
            case nil: break
            }
        case .number:
            // The pause ended the number: the flip counts from here.
            if number?.isUnknown == true { number = nil } else { tuneNumber(now, now) }
        case .preview: preview = nil
        case .sound:
            if let held {
                isHeldSilent = true
                actions.append(.silence(held))
            }
        }
    }

    /// Replaces the timer of that kind.
    mutating func start(_ kind: FlipTimer.Kind, _ duration: Duration) {
        let timer = FlipTimer(kind: kind, serial: newCount())
        timers[kind] = timer
        actions.append(.startTimer(timer, duration))
    }

    mutating func end(_ kind: FlipTimer.Kind) {
        guard let timer = timers.removeValue(forKey: kind) else { return }
        actions.append(.cancelTimer(timer))
    }

    mutating func newCount() -> Int {
        count += 1
        return count
    }

    mutating func newItem() -> ItemID { .made(by: .flips, newCount()) }
}
