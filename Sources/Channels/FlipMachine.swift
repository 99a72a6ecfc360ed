import MediaCore

/// Changes channels: the heart of the box, with no clock and no device inside.
///
/// - Every press counts from where the last one led, whether or not that channel came.
/// - The first press prepares its channel at once; of presses that follow closely only the last does.
/// - The channel that is left stays on the screen, held, until the new one replaces it.
/// - Nothing is revealed before the parental gate is open.
/// - Each flip is completed once. From every state, with nothing but its timers, the machine comes to
///   rest on a shown channel, on a passcode prompt, or on a failure that is tried again for ever.
package struct FlipMachine: Sendable, Equatable {
    package struct Timing: Sendable, Equatable {
        /// Presses closer than this coalesce.
        package var settle: Duration = .milliseconds(250)
        /// After the last digit of a number that might go on.
        package var number: Duration = .milliseconds(1500)
        /// How long "no such channel" stays.
        package var notice: Duration = .seconds(2)
        /// From `prepare` to a first frame and an open gate.
        package var prepare: Duration = .seconds(10)
        /// From `reveal` to the screen.
        package var reveal: Duration = .seconds(2)
        /// How long the sound of a held channel goes on.
        package var sound: Duration = .seconds(1)

        package init() {}
    }

    private struct Number: Equatable {
        var digits: String
        var isUnknown = false
    }

    package private(set) var lineup: Lineup
    /// What stands over the picture now.
    package private(set) var interstitial: Interstitial?

    private let timing: Timing
    private var playing: FlipPlaying?
    private var shownAt = HostTime.zero
    private var attempt: FlipAttempt?
    private var number: Number?
    /// The channel shown last, and the one before it.
    private var home: Channel.ID?
    private var previous: Channel.ID?
    private var lastPress: HostTime?

    private var held: ItemID?
    private var passcodeChannel: Channel.ID?
    private var timers: [FlipTimer.Kind: FlipTimer] = [:]
    private var count = 0
    private var actions: [FlipAction] = []

    /// - Parameter home: the channel of the last run, from which the first step goes.
    package init(lineup: Lineup, home: Channel.ID? = nil, previous: Channel.ID? = nil, timing: Timing = Timing()) {
        self.lineup = lineup
        self.home = home
        self.previous = previous
        self.timing = timing
    }

    /// The channel whose picture is on the screen, held or not.
    package var watching: Channel.ID? { playing?.channel }
    /// The channel the viewer has chosen, shown or not; steps go from it.
    package var selected: Channel.ID? { attempt?.to ?? playing?.channel ?? home }
    /// Where Last leads.
    package var lastChannel: Channel.ID? {
        if let attempt, attempt.to != playing?.channel, let back = playing?.channel ?? attempt.back { return back }
        return previous
    }

    /// The actions are to be carried out in their order. None means that the event changed nothing.
    package mutating func handle(_ event: FlipEvent, at now: HostTime) -> [FlipAction] {
        switch event {
        case .step(let steps, let key): step(steps, key, now)
        case .digit(let digit, _): type(digit, now)
        case .confirm(let key): confirm(key, now)
        case .cancel(let key): cancel(key, now)
        case .tune(let channel, let key): tune(channel, key, now)
        case .last(let key): if let last = lastChannel { tune(last, key, now) }
        case .timer(let timer): fire(timer, now)
        case .itemReady(let item): ready(item)
        case .itemShown(let item): shown(item, now)
        case .itemFailed(let item, let reason, let asked): failed(item, .item(reason), asked, now)
        case .gate(let channel, let answer): gate(channel, answer, now)
        case .lineupChanged(let lineup): change(lineup, now)
        case .stop: stop()
        }
        // What the eye sees comes first.
        let visible = changesOnScreen()
        defer { actions = [] }
        return visible + actions
    }

    // MARK: Keys

    private mutating func step(_ steps: Int, _ key: HostTime, _ now: HostTime) {
        endNumber()
        let isQuick = lastPress.map { key - $0 < timing.settle } ?? false
        lastPress = key
        guard let target = lineup.channel(steps, from: selected) else { return }
        aim(at: target.id, key, settles: isQuick, now)
    }

    private mutating func tune(_ channel: Channel.ID, _ key: HostTime, _ now: HostTime) {
        endNumber()
        aim(at: channel, key, settles: false, now)
    }

    private mutating func type(_ digit: Int, _ now: HostTime) {
        guard (0...9).contains(digit) else { return }
        let before = number.map { $0.isUnknown ? "" : $0.digits } ?? ""
        let digits = before + "\(digit)"
        number = Number(digits: digits)
        if lineup.hasNumber(longerThan: digits) {
            start(.number, timing.number)
        } else {
            tuneNumber(now, now)
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
        } else if case .waiting = attempt?.stage {
            prepare()
        }
    }

    private mutating func cancel(_ key: HostTime, _ now: HostTime) {
        if number != nil { endNumber() } else { goBack(key, now) }
    }

    private mutating func endNumber() {
        number = nil
        end(.number)
    }

    // MARK: Aiming

    private mutating func aim(at target: Channel.ID, _ key: HostTime, settles: Bool, _ now: HostTime) {
        guard lineup[target] != nil else { return }
        if let playing, playing.isAlive, playing.channel == target { return abandon() }
        if attempt?.to == target {
            if case .waiting = attempt?.stage { prepare() }
            return
        }
        promoteRevealing(now)
        if let item = attempt?.item { actions.append(.discard(item)) }

        var flip: Flip
        if let pending = attempt?.flip {
            flip = pending
            flip.to = target
            flip.keyTime = key
            flip.presses += 1
        } else {
            flip = Flip(id: Flip.ID(value: newCount()), to: target, keyTime: key, presses: 1)
        }
        flip.from = playing?.channel
        actions.append(.aimed(flip))

        let left = attempt?.flip == nil ? attempt?.to : attempt?.back
        let back = playing.map(\.channel) ?? left
        attempt = FlipAttempt(to: target, back: back == target ? nil : back, flip: flip, stage: .settling)
        if settles { start(.stage, timing.settle) } else { prepare() }
    }

    /// An item that was told to come out may be on the screen already: it counts as what is there.
    private mutating func promoteRevealing(_ now: HostTime) {
        guard let attempt, case .revealing(let item) = attempt.stage else { return }
        replacePlaying(with: item, attempt, now)
        self.attempt?.stage = .settling
    }

    /// Back to what plays, without it ever having stopped.
    private mutating func abandon() {
        guard let attempt else { return }
        if let item = attempt.item { actions.append(.discard(item)) }
        complete(.cancelled)
        self.attempt = nil
        end(.stage)
    }

    private mutating func goBack(_ key: HostTime, _ now: HostTime) {
        guard let attempt else { return }
        if let playing, playing.isAlive { return abandon() }
        guard let back = attempt.back, lineup[back] != nil else { return }
        if let item = attempt.item { actions.append(.discard(item)) }
        complete(.cancelled)
        self.attempt?.stage = .settling
        aim(at: back, key, settles: false, now)
        // A second Back must not return to what was just left.
        self.attempt?.back = nil
    }

    private mutating func prepare() {
        guard let target = attempt?.to, let channel = lineup[target] else { return }
        let item = ItemID(value: newCount())
        attempt?.stage = .preparing(item)
        actions.append(.prepare(item, channel))
        if attempt?.gate == .unasked {
            attempt?.gate = .asked
            actions.append(.askGate(channel))
        }
        start(.stage, timing.prepare)
    }

    // MARK: Items

    private mutating func ready(_ item: ItemID) {
        guard let attempt, case .preparing(item) = attempt.stage else { return }
        self.attempt?.stage = .ready(item)
        switch attempt.gate {
        case .open: reveal(item)
        case .locked: end(.stage)
        case .asked, .unasked: break
        }
    }

    private mutating func reveal(_ item: ItemID) {
        attempt?.stage = .revealing(item)
        actions.append(.reveal(item))
        start(.stage, timing.reveal)
    }

    private mutating func shown(_ item: ItemID, _ now: HostTime) {
        guard let attempt, case .revealing(item) = attempt.stage else { return }
        replacePlaying(with: item, attempt, now)
        complete(.shown)
        self.attempt = nil
        end(.stage)
    }

    private mutating func replacePlaying(with item: ItemID, _ attempt: FlipAttempt, _ now: HostTime) {
        if let playing { actions.append(.discard(playing.item)) }
        playing = FlipPlaying(item: item, channel: attempt.to, failures: attempt.failures)
        shownAt = now
        if let home, home != attempt.to { previous = home }
        home = attempt.to
        actions.append(.remember(attempt.to))
    }

    private mutating func failed(_ item: ItemID, _ reason: FlipFailure, _ asked: Duration?, _ now: HostTime) {
        if item == attempt?.item {
            failAttempt(reason, asked)
        } else if let playing, playing.item == item, playing.isAlive {
            self.playing?.isAlive = false
            guard attempt == nil else { return }
            // Stay on the channel. What failed soon after it had come is no new trouble.
            let hasRecovered = now - shownAt >= RetryLadder.recovery
            attempt = FlipAttempt(to: playing.channel, stage: .settling)
            attempt?.failures = hasRecovered ? 0 : playing.failures
            if lineup[playing.channel] == nil { leaveMissingChannel(now) } else { failAttempt(reason, asked) }
        }
    }

    private mutating func failAttempt(_ reason: FlipFailure, _ asked: Duration? = nil) {
        guard let attempt else { return }
        if let item = attempt.item { actions.append(.discard(item)) }
        let failures = attempt.failures.addingSaturating(1)
        let delay = RetryLadder.delay(afterFailures: failures, asked: asked)
        self.attempt?.failures = failures
        self.attempt?.failure = reason
        self.attempt?.stage = .waiting(delay)
        if attempt.gate == .asked { self.attempt?.gate = .unasked }
        complete(.failed(reason))
        start(.stage, delay)
    }

    private mutating func complete(_ outcome: FlipOutcome) {
        guard let flip = attempt?.flip else { return }
        attempt?.flip = nil
        actions.append(.completed(flip.id, outcome))
    }

    // MARK: The gate, the lineup, the end

    private mutating func gate(_ channel: Channel.ID, _ answer: FlipGate, _ now: HostTime) {
        guard let attempt, attempt.to == channel, attempt.gate != .unasked else { return }
        if case .revealing = attempt.stage { return }
        switch answer {
        case .open:
            self.attempt?.gate = .open
            if case .ready(let item) = attempt.stage { reveal(item) }
        case .locked:
            self.attempt?.gate = .locked
            if case .ready = attempt.stage { end(.stage) }
        case .refused:
            self.attempt?.gate = .locked
            if case .ready = attempt.stage { end(.stage) }
            goBack(now, now)
        }
    }

    private mutating func change(_ lineup: Lineup, _ now: HostTime) {
        self.lineup = lineup
        if let attempt, lineup[attempt.to] == nil { leaveMissingChannel(now) }
    }

    /// The channel the attempt is for is no longer in the lineup.
    private mutating func leaveMissingChannel(_ now: HostTime) {
        goBack(now, now)
        guard let attempt, lineup[attempt.to] == nil else { return }
        if let first = lineup.channels.first {
            aim(at: first.id, now, settles: false, now)
        } else {
            abandon()
            if let playing, !playing.isAlive {
                actions.append(.discard(playing.item))
                self.playing = nil
            }
        }
    }

    private mutating func stop() {
        home = selected
        abandon()
        if let playing { actions.append(.discard(playing.item)) }
        playing = nil
        lastPress = nil
        endNumber()
    }

    // MARK: Timers

    private mutating func fire(_ timer: FlipTimer, _ now: HostTime) {
        guard timers[timer.kind] == timer else { return }
        timers[timer.kind] = nil
        switch timer.kind {
        case .stage:
            switch attempt?.stage {
            case .settling, .waiting: prepare()
            case .preparing, .ready, .revealing: failAttempt(.timedOut)
            case nil: break
            }
        case .number:
            // The pause ended the number: the flip counts from here.
            if number?.isUnknown == true { number = nil } else { tuneNumber(now, now) }
        case .sound:
            if let held { actions.append(.silence(held)) }
        }
    }

    /// Replaces the timer of that kind.
    private mutating func start(_ kind: FlipTimer.Kind, _ duration: Duration) {
        let timer = FlipTimer(kind: kind, serial: newCount())
        timers[kind] = timer
        actions.append(.startTimer(timer, duration))
    }

    private mutating func end(_ kind: FlipTimer.Kind) {
        guard let timer = timers.removeValue(forKey: kind) else { return }
        actions.append(.cancelTimer(timer))
    }

    private mutating func newCount() -> Int {
        count += 1
        return count
    }

    // MARK: The screen

    /// What is to be seen follows from the state; only differences are told.
    private mutating func changesOnScreen() -> [FlipAction] {
        var changes: [FlipAction] = []
        let wanted = wantedInterstitial
        if wanted != interstitial {
            changes.append(wanted.map { .show($0) } ?? .hideInterstitial)
            interstitial = wanted
        }
        let toHold = attempt == nil ? nil : playing?.item
        if toHold != held {
            if let held, let playing, playing.item == held { changes.append(.resume(held)) }
            if let toHold {
                changes.append(.hold(toHold))
                start(.sound, timing.sound)
            } else {
                end(.sound)
            }
            held = toHold
        }
        let locked = attempt.flatMap { $0.gate == .locked ? $0.to : nil }
        if locked != passcodeChannel {
            if passcodeChannel != nil { changes.append(.dismissPasscode) }
            if let channel = locked.flatMap({ lineup[$0] }) { changes.append(.askPasscode(channel)) }
            passcodeChannel = locked
        }
        return changes
    }

    private var wantedInterstitial: Interstitial? {
        let from = playing.flatMap { lineup[$0.channel] }
        if let number {
            let to = number.isUnknown ? nil : Int(number.digits).flatMap { lineup.channel(number: $0) }
            let state: Interstitial.State = number.isUnknown ? .unknownNumber : .typing
            return Interstitial(from: from, to: to, digits: number.digits, state: state)
        }
        guard let attempt else { return nil }
        return Interstitial(from: from, to: lineup[attempt.to], digits: "", state: state(of: attempt))
    }

    private func state(of attempt: FlipAttempt) -> Interstitial.State {
        if attempt.gate == .locked { return .locked }
        if let failure = attempt.failure {
            if case .waiting(let delay) = attempt.stage { return .failed(failure, retryIn: delay) }
            return .failed(failure, retryIn: nil)
        }
        if case .settling = attempt.stage { return .searching }
        return .waiting
    }
}
