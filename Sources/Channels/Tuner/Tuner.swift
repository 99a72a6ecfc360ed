import MediaCore

/// Decides what plays: which channel is on its way, on the screen or kept ready, what the parental gate lets out, and
/// what stop and standby leave. No clock and no device inside.
///
/// It is made of three values that speak to each other here and nowhere else: the `FlipMachine`, `Warming` and the
/// `ParentalGate`. After every event they agree: what is kept ready is what a flip can adopt.
package struct Tuner: Sendable {
    // What is not private is for the extensions of this type.
    var flips: FlipMachine
    var warming: Warming
    package internal(set) var gate: ParentalGate

    /// Off, as the viewer has it: nothing plays and nothing is kept.
    package private(set) var isStandby = false
    /// The item whose picture, or sound where there is none, is out. Nil: none, or it is being left.
    package internal(set) var shownItem: ItemID?
    /// What is shown stands still for want of media.
    package internal(set) var isStalled = false
    /// Whether the last event changed anything but what is kept ready.
    package internal(set) var didChange = false

    var items: [ItemID: TunerItem] = [:]
    var effects: [TunerEffect] = []
    /// The channel that the passcode is asked for.
    package internal(set) var prompt: Channel?
    /// A code is being checked; another is taken only after it.
    var isCheckingPasscode = false
    package internal(set) var lineRate = LineRate()
    var timers: [FlipTimer.Kind: (timer: FlipTimer, deadline: HostTime)] = [:]
    var warmingWake: HostTime?
    var measureTime: HostTime?
    var stallDeadline: HostTime?
    /// When what a code opened is locked, since the screen is gone; nil: it is there.
    var screenDeadline: HostTime?
    /// When what a code opened is locked, since the viewer has paused; nil: it plays.
    var pauseDeadline: HostTime?
    /// The item that was told to be in the corner.
    var toldCorner: ItemID?
    private var toldLockings = 0
    /// What was opened, or is asked for, before anything led there.
    var ahead = Ahead()
    var isAgreeing = false
    var interstitialChanged = false
    var wantsMeasure = false
    /// What to come back to from standby, or after a stop.
    package private(set) var resting: Channel.ID?

    /// - Parameters:
    ///   - home: the channel of the last run, from which the first step goes
    ///   - previous: the one watched before it
    package init(
        home: Channel.ID? = nil, previous: Channel.ID? = nil, timing: FlipMachine.Timing = .init(),
        warming settings: WarmingSettings = WarmingSettings(), gate: ParentalGate
    ) {
        flips = FlipMachine(lineup: .empty, home: home, previous: previous, timing: timing, policy: gate.policy)
        warming = Warming(settings: settings)
        self.gate = gate
    }

    /// - Returns: what is to be done, in order
    package mutating func handle(_ event: TunerEvent, at now: HostTime) -> [TunerEffect] {
        didChange = false
        gate.isNow(now)
        // Before anything comes of the event: what is locked since the last one comes out no more.
        expireGate(now)
        enforceGate(now)
        // Asleep it hears the keys that wake it, and no others.
        if isStandby, event.isOfViewing { return takeEffects() }
        if ahead.isAsked, event.leavesQuestions { answerAhead(.denied(.left), now) }
        switch event {
        case .step(let steps, let key): flip(.step(possible(steps, now), key: key), now)
        case .digit(let digit, let key): flip(.digit(digit, key: key), now)
        case .preview(.step(let steps), let key): flip(.preview(.step(possible(steps, now)), key: key), now)
        case .preview(let preview, let key): flip(.preview(preview, key: key), now)
        case .confirm(let key): flip(.confirm(key: key), now)
        case .cancel(let key): flip(.cancel(key: key), now)
        case .tune(let channel, let key):
            leaveStandby(key, now)
            flip(.tune(channel, key: key), now)
        case .last(let key): flip(.last(key: key), now)
        case .resume(let key): resume(key, now)
        case .stop: stop(now)
        case .corner(let channel): setCorner(channel, now)
        case .swapCorner(let key): swapCorner(key, now)
        case .expected(let channel): warm(.expected(channel), now)
        case .standby(true, _): enterStandby(now)
        case .standby(false, let key): leaveStandby(key, now)
        case .asleep(let channel):
            enterStandby(now)
            resting = channel
        case .authorize(let channel): authorize(channel, now)
        case .submitPasscode(let code): submit(code, now)
        case .cancelPasscode: cancelPasscode(now)
        case .passcodeVerified(let isRight, let channel): verified(isRight, channel, now)
        case .passcodeSet(let digits):
            gate.setPasscode(digits: digits)
            askAnew(now)
        case .lock: gate.lock()
        case .timeOfDay(let minute): gate.isNow(minute: minute)
        case .wallClock(let time): gate.isNow(time)
        case .restrictedTimes(let times): gate.times = times
        // A little is what live television always is.
        case .behind(let item, let duration): items[item]?.behind = duration > .seconds(60) ? duration : .zero
        case .paused(true) where shownItem != nil: pauseDeadline = pauseDeadline ?? now + gate.policy.longestPause
        case .paused: pauseDeadline = nil
        case .screen(let isThere):
            if isThere { screenDeadline = nil } else { screenDeadline = screenDeadline ?? now + gate.policy.replug }
        case .ready(let item): ready(item, now)
        case .shown(let item): shown(item, now)
        case .troubled(let item, let trouble): troubled(item, trouble, now)
        case .failed(let item, let failure, let playsOn): failed(item, failure, playsOn, now)
        case .ended(let item, let isLive): ended(item, isLive, now)
        case .stalled(let item, let isStalled): stalled(item, isStalled, now)
        case .wound(let item, let isWound): items[item]?.isWound = isWound
        case .cost(let item, let cost): warm(.cost(item, cost), now)
        case .lineup(let lineup):
            warm(.lineup(lineup), now)
            flip(.lineupChanged(lineup), now)
        case .codeTried: isCheckingPasscode = true
        case .codeChecked(let isRight): checked(isRight, now)
        case .codesForgiven:
            gate.forgive(at: now)
            askAnew(now)
        case .passcodeCleared: clearPasscode(now)
        case .network(let network, let measured): take(network, measured: measured, now)
        case .wishesChanged: beginWarmingAnew(now)
        case .wake: wake(now)
        }
        keepAhead(now)
        gate.keepOpen(Set([flips.watching, flips.selected, corner, ahead.channel].compactMap(\.self)))
        enforceGate(now)
        return takeEffects()
    }

    private mutating func takeEffects() -> [TunerEffect] {
        tellCorner()
        if gate.lockings != toldLockings {
            toldLockings = gate.lockings
            effects.append(.locked)
        }
        if interstitialChanged { effects.append(.interstitialChanged) }
        if wantsMeasure { effects.append(.measureNetwork) }
        defer { (effects, interstitialChanged, wantsMeasure) = ([], false, false) }
        return effects
    }

    /// When `TunerEvent.wake` is to come; nil: not at all.
    package var nextWake: HostTime? {
        (timers.values.map(\.deadline)
            + [
                warmingWake, measureTime, stallDeadline, screenDeadline, pauseDeadline, gate.nextEnd, gateChange,
                ahead.end,
            ]
            .compactMap(\.self)).min()
    }

    /// When the gate has something else to say of what is out, or on its way.
    private var gateChange: HostTime? {
        guard gate.isInForce else { return nil }
        return
            (mayBeSeen.map { gate.nextChange($0.channel.id, behind: $0.behind) }
            + [flips.selected, flips.attempt?.to].map { $0.flatMap { gate.nextChange($0, behind: .zero) } })
            .compactMap(\.self).min()
    }

    // MARK: What there is to see

    package var lineup: Lineup { flips.lineup }
    /// The channel the viewer has chosen, shown or not.
    package var selected: Channel.ID? { flips.selected }
    /// The channel whose picture is on the screen, dimmed or not.
    package var watching: Channel.ID? { flips.watching }
    /// Where Last leads.
    package var lastChannel: Channel.ID? { flips.lastChannel }
    /// The chosen channel is on the screen, and lives.
    package var isSettled: Bool { flips.isSettled }
    /// What stands over the picture.
    package var interstitial: Interstitial? { flips.interstitial }
    /// Channels that a flip can adopt, with their items.
    package var kept: [Channel.ID: FlipMachine.Warm] { warming.kept }
    /// Channels that are kept ready, for people.
    package var warm: [Warming.Standing] { warming.standing }
    /// How the chosen channel is; nil: none is.
    package var standing: FlipMachine.Standing? { flips.standing }
    /// Providers that refused, by name.
    package var refusals: [String: BackOff] { warming.providers }
    /// The buffer of the channel watched is low: no media of others is asked for.
    package var isStarved: Bool { warming.isStarved }
    /// Wrong codes in a row.
    package var wrongCodes: Int { gate.wrongCodes }

    /// How many digits the passcode has.
    package var passcodeDigits: Int { gate.digits }
    /// Whether channels are kept ready at all.
    package var keepsWarm: Bool { warming.settings.neighbours > 0 }

    package func isRestricted(_ channel: Channel) -> Bool { gate.isInForce && gate.reason(channel) != nil }

    /// It is kept ready, and nobody watches it.
    package func isHidden(_ item: ItemID) -> Bool { warming.channel(of: item) != nil }

    // MARK: Stop and standby

    mutating func stop(_ now: HostTime) {
        guard shownItem != nil || flips.selected != nil else { return }
        didChange = true
        rest(now)
    }

    /// Stops, and locks: whoever plays it again is asked again.
    mutating func rest(_ now: HostTime) {
        let wasRestricted = mayBeSeen.contains { isRestricted($0.channel) }
        resting = flips.selected
        letGo(now)
        gate.lock()
        // Nor does its last picture fade out.
        if wasRestricted { effects.append(.covered) }
    }

    /// Lets go of everything, on the screen and beside it.
    mutating func letGo(_ now: HostTime) {
        flip(.stop, now)
        coolEverything(now)
        effects.append(.stopped)
    }

    private mutating func enterStandby(_ now: HostTime) {
        guard !isStandby else { return }
        isStandby = true
        didChange = true
        effects.append(.standby(true))
        rest(now)
    }

    private mutating func leaveStandby(_ key: HostTime, _ now: HostTime) {
        guard isStandby else { return }
        isStandby = false
        didChange = true
        effects.append(.standby(false))
        resume(key, now)
    }

    private mutating func resume(_ key: HostTime, _ now: HostTime) {
        if let channel = resting ?? lineup.channels.first?.id { flip(.tune(channel, key: key), now) }
    }
}
