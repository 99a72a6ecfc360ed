import Devices
import MediaCore

/// Decides what this box does on the line: which messages it answers, when it is the source, where its volume keys
/// go.
///
/// A value without clock and I/O. The owner feeds it events and carries out its actions, in order; every message goes
/// by the `CECPolicy` and into the log, whether it may leave or not.
package struct CECSession: Sendable {
    package enum Event: Sendable, Hashable {
        /// The line is open; or addresses have changed with what is plugged in.
        case line(CECLineFacts)
        /// The adapter has gone.
        case lost
        case frame(CECFrame)
        /// The outcome of a message that `Action.transmit` asked for.
        case outcome(CECFrame, CECOutcome)
        /// libcec has sent this message by itself.
        case saidBelow(CECFrame)
        case news(CECNews)
        case scan
        /// The time `nextWake` has come.
        case wake
    }

    package enum Action: Sendable, Hashable {
        case transmit(CECFrame)
        case key(KeyEvent)
        case order(CECOrder)
        /// To be kept for the next start: where the TV shows this box; nil: it doesn't.
        case remember(UInt16?)
        case scanned([CECPartner])
    }

    /// An attempt to switch the TV on and over, until it is acknowledged or the key is too old.
    struct Attempt: Sendable, Hashable {
        var cause: CECCause
        /// The number of further Image View On messages.
        var triesLeft: Int
        /// The time of the next try; nil while the last one is under way.
        var next: HostTime?
    }

    /// The state after the TV was switched on and over to the box: while it boots the plug is off, which is not
    /// another choice.
    struct Claim: Sendable, Hashable {
        var address: UInt16
        var until: HostTime
    }

    /// Whether the TV shows this box.
    enum Showing: Sendable, Hashable {
        case no
        /// When this daemon's forerunner was last heard of, it did, and the TV is on: nobody has said so since. Enough to
        /// tell a viewer, and no ground to say anything on the line.
        case believed
        case known
    }

    /// What was done to the box because the TV went elsewhere, to be undone when it comes back.
    enum Held: Sendable, Hashable { case paused, muted }

    static let retryInterval = Duration.seconds(1)
    /// How long a TV that was woken may take to boot.
    static let bootTime = Duration.seconds(15)
    /// The age from which a volume key that waited for the line is dropped: nobody means it any more.
    static let volumePatience = Duration.milliseconds(400)

    /// The most Active Source messages that answer a TV within `answerSpan`.
    static let mostAnswers = 3
    static let answerSpan = Duration.seconds(2)

    let settings: CECSettings
    package internal(set) var policy: CECPolicy
    package internal(set) var log = CECLog()
    package internal(set) var line: CECLineFacts?
    var showing = Showing.no
    package internal(set) var television: CECStatus.Power?
    /// Whether the AVR plays the TV's sound (system audio mode).
    var hasSystemAudio = false
    var volume: Int?
    var isMuted: Bool?
    var menuLanguage: String?
    var isStandby = false
    /// Whether the box has been on a line since the daemon's start.
    private var hasBegun = false
    var deck = CECNews.Deck.stopped
    /// The device that wants to be told of the deck's changes.
    var deckFollower: UInt8?
    var attempt: Attempt?
    var claim: Claim?
    /// The times at which the newest questions for the source were answered.
    var answered: [HostTime] = []
    var held: Held?
    /// Where the TV showed the box when the last run ended, until the line has told better.
    var memory: UInt16?
    /// What was told last to be kept.
    private var remembered: UInt16?
    var keys: CECKeys
    var scan: CECScan?
    /// The actions of the event that is being handled.
    var actions: [Action] = []
    var now = HostTime.zero

    /// - Parameter remembered: what the last run wanted kept (`Action.remember`); nil after a restart of the machine, in
    ///   which a TV looks around
    package init(settings: CECSettings = CECSettings(), device: InputDevice, remembered: UInt16? = nil) {
        self.settings = settings
        self.remembered = remembered
        memory = remembered
        policy = CECPolicy(oneTouchPlay: settings.oneTouchPlay, switchesTelevisionOff: settings.switchesTelevisionOff)
        keys = CECKeys(device: device)
    }

    package var device: InputDevice { keys.device }

    package var isActive: Bool { showing != .no }

    package var nextWake: HostTime? { [keys.deadline, attempt?.next, scan?.deadline].compactMap(\.self).min() }

    package var status: CECStatus {
        var status = CECStatus(
            adapter: line?.port, logicalAddress: line?.logicalAddress, physicalAddress: line?.physicalAddress)
        guard let line else { return status }
        status.isActiveSource = isActive
        status.television = television
        status.menuLanguage = menuLanguage
        status.takesVolume = volumeTarget != nil
        status.volume = hasSystemAudio ? volume : nil
        status.isMuted = hasSystemAudio ? isMuted : nil
        if line.physicalAddress == nil {
            status.trouble = "no TV is plugged in"
        } else if line.logicalAddress == nil {
            status.trouble = "no address is free on the CEC line"
        }
        return status
    }

    package mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
        self.now = now
        actions = []
        switch event {
        case .line(let facts): lineChanged(facts)
        case .lost: lineLost()
        case .frame(let frame): heard(frame)
        case .outcome(let frame, let outcome): said(frame, outcome)
        case .saidBelow(let frame):
            log.append(
                CECLogEntry(
                    time: now, kind: .sent, frame: frame.logged, meaning: frame.description,
                    isNoticeable: CECEffect(of: frame) != .nothing, cause: "libcec said it of itself"))
        case .news(let news): told(news)
        case .scan: beginScan()
        case .wake: wake()
        }
        keepForLater()
        defer { actions = [] }
        return actions
    }

    /// Not when the line is lost: a daemon that ends loses it too.
    private mutating func keepForLater() {
        guard let line else { return }
        let word = isActive ? line.physicalAddress : memory
        guard word != remembered else { return }
        remembered = word
        actions.append(.remember(word))
    }

    // MARK: The line

    private mutating func lineChanged(_ facts: CECLineFacts) {
        let before = line
        guard facts != before else { return }
        line = facts
        let moved = before?.physicalAddress != facts.physicalAddress || before?.logicalAddress != facts.logicalAddress
        guard moved else { return }
        // The known source was at the old address, or belonged to a TV that is gone.
        forgetTelevision()
        // The first line of all is the one that the last run had, or it is another.
        if before != nil || facts.physicalAddress != memory { memory = nil }
        guard facts.logicalAddress != nil, facts.physicalAddress != nil else { return }
        // It says nothing of itself, and answers when the TV asks.
        if let claim, claim.address == facts.physicalAddress, now <= claim.until {
            showing = .known
        } else {
            claim = nil
        }
        // Only once: what is plugged in again, or lost and back, takes nothing.
        if !hasBegun, policy.oneTouchPlay == .always, !isStandby { beginOneTouchPlay(.start) }
        hasBegun = true
        send(.giveDevicePowerStatus, to: CECAddress.television, because: .question)
        send(.giveSystemAudioModeStatus, to: CECAddress.audioSystem, because: .question)
    }

    private mutating func lineLost() {
        forgetTelevision()
        line = nil
        // Without the line nobody would end the muting.
        if held == .muted { actions.append(.order(.unmute)) }
        held = nil
        claim = nil
        memory = nil
        if scan != nil { finishScan() }
    }

    private mutating func forgetTelevision() {
        actions += keys.letGo(at: now).map { .key($0) }
        showing = .no
        television = nil
        hasSystemAudio = false
        (volume, isMuted) = (nil, nil)
        menuLanguage = nil
        deckFollower = nil
        attempt = nil
        policy.dismissed()
    }

    /// Sends a message if the policy allows it; the only way out. Returns whether it may leave.
    @discardableResult
    mutating func send(
        _ opcode: CECOpcode, to destination: UInt8, _ operands: [UInt8] = [], because cause: CECCause
    ) -> Bool {
        guard let own = line?.logicalAddress else { return false }
        return send(CECFrame(from: own, to: destination, opcode, operands), because: cause)
    }

    @discardableResult
    mutating func send(_ frame: CECFrame, because cause: CECCause) -> Bool {
        switch policy.verdict(on: frame, at: now) {
        case .allowed(let ground):
            let isNoticeable = CECEffect(of: frame) != .nothing
            log.append(
                CECLogEntry(
                    time: now, kind: .sent, frame: frame.logged, meaning: frame.description,
                    isNoticeable: isNoticeable, cause: isNoticeable ? "\(cause.text): \(ground)" : cause.text))
            actions.append(.transmit(frame))
            return true
        case .withheld(let reason):
            withhold(frame, because: cause, reason)
            return false
        }
    }

    mutating func withhold(_ frame: CECFrame, because cause: CECCause, _ reason: String) {
        log.append(
            CECLogEntry(
                time: now, kind: .withheld, frame: frame.logged, meaning: frame.description,
                isNoticeable: CECEffect(of: frame) != .nothing, cause: "\(cause.text): \(reason)"))
    }

    // MARK: Time and outcomes

    private mutating func wake() {
        actions += keys.expire(at: now).map { .key($0) }
        if let next = attempt?.next, now >= next { tryOneTouchPlay() }
        if scan?.wake(at: now) == true { continueScan() }
    }

    private mutating func said(_ frame: CECFrame, _ outcome: CECOutcome) {
        log.settle(frame.logged, outcome.text)
        if scan?.said(frame, outcome, at: now) == true { continueScan() }
        guard frame.initiator == line?.logicalAddress else { return }
        if frame.says(.imageViewOn) { imageViewOnSaid(outcome) }
        if frame.says(.activeSource), outcome != .acknowledged { showing = .no }
        if frame.destination == CECAddress.audioSystem, outcome == .notAcknowledged { hasSystemAudio = false }
    }

    // MARK: Scanning

    private mutating func beginScan() {
        guard let own = line?.logicalAddress else {
            actions.append(.scanned([]))
            return
        }
        guard scan == nil else { return }
        scan = CECScan(own: own)
        continueScan()
    }

    private mutating func continueScan() {
        guard let frame = scan?.frame else { return finishScan() }
        // The address has changed since: report what was found.
        guard frame.initiator == line?.logicalAddress, send(frame, because: .scan) else { return finishScan() }
    }

    private mutating func finishScan() {
        actions.append(.scanned(scan?.partners ?? []))
        scan = nil
    }

    mutating func scanHeard(_ frame: CECFrame) {
        if scan?.heard(frame) == true { continueScan() }
    }
}
