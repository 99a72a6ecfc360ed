import Channels
import Guide
import MediaCore

/// A player, a store and a viewer on paper around a `Tuner`: carries out its effects and checks after each event that
/// nothing was promised that must not be.
struct TunerWorld {
    struct Item: Equatable {
        var channel: Channel.ID
        var isReady = false
        var isRevealed = false
        var isShown = false
        var isHeard = false
        var isDead = false
        /// How far behind the present it plays.
        var behind: Duration = .zero
    }

    static let code = "1234"

    /// Channels `A`, `B` … of one provider; those in `restricted` ask for the code.
    static func lineup(_ names: [String], restricted: Set<String> = []) -> Lineup {
        Lineup(
            names.enumerated().map { index, name in
                var entry = ChannelEntry(name: name, url: "http://host/\(name)")
                entry.guideID = name
                entry.number = "\(index + 1)"
                if restricted.contains(name) { entry.rating = .rated(.adult) }
                return entry
            })
    }

    private(set) var tuner: Tuner
    private(set) var now = HostTime(nanoseconds: 1_000_000_000_000)
    private(set) var items: [ItemID: Item] = [:]
    private(set) var open: Set<Flip.ID> = []
    private(set) var outcomes: [Flip.ID: FlipOutcome] = [:]
    private(set) var prompt: Channel.ID?
    private(set) var interstitial: Interstitial?
    private(set) var asked: [(code: String, channel: Channel.ID)] = []
    /// The restricted channels that a right code has opened, and until when.
    private(set) var opened: [Channel.ID: HostTime] = [:]
    /// When a pause, or a screen that is gone, locks what is open.
    private var lockedByPause: HostTime?
    private var lockedByScreen: HostTime?
    private(set) var violations: [String] = []
    /// The item in the corner of the screen.
    private(set) var corner: ItemID?
    /// What was answered to whether a channel may be watched.
    private(set) var answers: [(channel: Channel.ID, result: Authorization)] = []
    private(set) var adopted = 0
    private(set) var warmed = 0
    private(set) var revealed: [Channel.ID] = []
    private let restricted: Set<String>
    /// When channels show what is restricted, in seconds of the world's own clock, which is right.
    private let programmes: [Channel.ID: [Range<Int64>]]
    private let grace: Int64
    /// Channels that the viewer wound back to what is restricted on: the code is asked for whatever is on.
    private var demanded: Set<Channel.ID> = []

    /// What was opened before anything led there, and until when it waits.
    private var held: (channel: Channel.ID, end: HostTime)?

    init(
        _ names: [String] = ["A", "B", "C", "D"], restricted: Set<String> = [], neighbours: Int = 2,
        policy: ParentalGate.Policy = .init(threshold: 17), programmes: [Channel.ID: [Range<Int64>]] = [:]
    ) {
        self.programmes = programmes
        grace = policy.programmeGrace.components.seconds
        self.restricted = restricted
        var settings = WarmingSettings()
        settings.neighbours = neighbours
        let gate = ParentalGate(policy: policy, hasPasscode: policy.profile == .passcode, now: now)
        tuner = Tuner(warming: settings, gate: gate)
        send(.lineup(Self.lineup(names, restricted: restricted)))
        guard !programmes.isEmpty else { return }
        send(.wallClock(now - .zero))
        send(
            .restrictedTimes(
                RestrictedTimes(
                    programmes.mapValues { times in
                        times.map { RatedTime(start: $0.lowerBound, stop: $0.upperBound, rating: .rated(.adult)) }
                    }, policy: policy)))
    }

    /// The item of the channel that is on its way.
    var coming: ItemID? { first { !$1.isShown && !tuner.isHidden($0) } }
    var shown: ItemID? { first { $1.isShown && !tuner.isHidden($0) } }
    var hidden: ItemID? { first { item, _ in tuner.isHidden(item) } }

    /// The oldest item for which something holds.
    private func first(_ holds: (ItemID, Item) -> Bool) -> ItemID? {
        items.filter { holds($0.key, $0.value) }.keys.min { $0.value < $1.value }
    }

    func item(_ channel: Channel.ID) -> ItemID? { first { $1.channel == channel } }

    mutating func pass(_ duration: Duration) { now = now + duration }

    /// Time goes on to the next thing that is due.
    mutating func wait() {
        guard let wake = tuner.nextWake else { return }
        now = max(now, wake)
        send(.wake)
    }

    /// What is on its way is decoded and comes to the screen, as far as it is told to.
    mutating func arrive() {
        if let coming { send(.ready(coming)) }
        if let item = first({ $1.isRevealed && !$1.isShown && !tuner.isHidden($0) }) { send(.shown(item)) }
    }

    @discardableResult
    mutating func send(_ event: TunerEvent) -> [TunerEffect] {
        // What the world knows before the tuner does.
        for end in [lockedByPause, lockedByScreen].compactMap(\.self) where end <= now { opened = [:] }
        if lockedByPause.map({ $0 <= now }) == true { lockedByPause = nil }
        if lockedByScreen.map({ $0 <= now }) == true { lockedByScreen = nil }
        let shown = tuner.shownItem
        switch event {
        case .paused(true): if shown != nil { lockedByPause = lockedByPause ?? now + .seconds(300) }
        case .paused(false): lockedByPause = nil
        case .screen(isThere: false): lockedByScreen = lockedByScreen ?? now + .seconds(5)
        case .screen(isThere: true): lockedByScreen = nil
        case .ready(let item): items[item]?.isReady = true
        // What is buffered of it may play on.
        case .failed(let item, _, let playsOn): items[item]?.isDead = !playsOn || item != tuner.shownItem
        // One that has to wait for its server is given up, unless it is on the screen.
        case .troubled(let item, let trouble):
            if trouble.retryAfter != nil, item != tuner.shownItem, !tuner.isHidden(item) { items[item]?.isDead = true }
        case .passcodeVerified(true?, let channel): if prompt == channel { opened[channel] = openEnd(channel) }
        case .behind(let item, let behind):
            items[item]?.behind = behind
            if let item = items[item], isLocked(item.channel, behind: behind), !isLocked(item.channel) {
                demanded.insert(item.channel)
            }
        case .standby(true, _), .passcodeSet, .lock, .stop: opened = [:]
        default: break
        }
        let wasAhead = tuner.isAskingAhead
        let effects = tuner.handle(event, at: now)
        if case .shown(let item) = event, tuner.shownItem == item {
            for other in items.keys { items[other]?.isShown = other == item }
        }
        for effect in effects { carryOut(effect) }
        if tuner.shownItem != shown { lockedByPause = nil }
        // What is neither watched nor chosen any more has been left.
        let watched = [tuner.watching, tuner.selected].compactMap(\.self)
        for case .authorized(let channel, .granted) in effects {
            var isAhead = wasAhead
            if case .authorize = event { isAhead = true }
            if isAhead, opened[channel] != nil, !watched.contains(channel) { held = (channel, now + .seconds(60)) }
        }
        // What was opened ahead waits for a minute to be watched.
        if let (channel, end) = held, watched.contains(channel) || end <= now || opened[channel] == nil { held = nil }
        let used = [tuner.watching, tuner.selected, tuner.corner, held?.channel].compactMap(\.self)
        opened = opened.filter { used.contains($0.key) }
        demanded.formIntersection(used)
        check(event)
        return effects
    }

    private mutating func carryOut(_ effect: TunerEffect) {
        switch effect {
        case .prepare(let item, let channel): begin(item, channel)
        case .warm(let item, let channel, _, _):
            warmed += 1
            begin(item, channel)
        case .setReadiness(let item, let warmth):
            if items[item] == nil { fail("readiness of what is not there") }
            if warmth < .picture { items[item]?.isReady = false }
        case .adopt(let item, let channel):
            adopted += 1
            // It was taken from the screen when it was left.
            items[item]?.isRevealed = false
            if items[item]?.channel != channel.id { fail("adopted another channel") }
        case .reveal(let item):
            guard let known = items[item] else { return fail("revealed what is not there") }
            if !known.isReady { fail("revealed what is not ready") }
            if known.isDead { fail("revealed what is dead") }
            if isLocked(known.channel) { fail("revealed before the code") }
            if items.contains(where: { $0.key != item && $0.value.isHeard }) {
                fail("the old sound under the new picture")
            }
            items[item]?.isRevealed = true
            items[item]?.isHeard = true
            revealed.append(known.channel)
        case .corner(let item):
            corner = item
            if let item, items[item] == nil { fail("in the corner is what is not there") }
        case .silence(let item): items[item]?.isHeard = false
        case .resume(let item):
            if items[item]?.isDead != false { fail("resumed what is not there") }
            items[item]?.isHeard = true
        case .discard(let item): if items.removeValue(forKey: item) == nil { fail("discarded what is not there") }
        case .stopped: if !items.isEmpty { fail("stopped, and \(items.count) items are left") }
        case .interstitialChanged: interstitial = tuner.interstitial
        case .askPasscode(let channel, _): prompt = channel.id
        case .dismissPasscode, .passcodeAccepted: prompt = nil
        case .verifyPasscode(let code, let channel): asked.append((code, channel.id))
        case .aimed(let flip):
            if outcomes[flip.id] != nil { fail("aimed a flip that has ended") }
            open.insert(flip.id)
        case .completed(let flip, let outcome):
            if open.remove(flip) == nil { fail("completed a flip that is not open") }
            outcomes[flip] = outcome
        case .measureNetwork:
            send(.network(WarmingEvent.Network(bandwidth: 3e6, buffered: .seconds(5)), measured: 50e6))
        // What is shown and blamed is given up: its last picture is all that is left.
        case .blame(let item): if let item, items[item]?.isShown == true { items[item]?.isDead = true }
        case .leftScreen, .passcodeRejected, .stalled, .standby, .hiddenFailed, .wrongPasscode, .failed,
            .remember, .covered, .locked:
            break
        case .authorized(let channel, let result): answers.append((channel, result))
        }
    }

    private mutating func begin(_ item: ItemID, _ channel: Channel) {
        if items[item] != nil { fail("\(item) is named twice") }
        if items.values.contains(where: { $0.channel == channel.id && !$0.isDead && !$0.isShown }) {
            fail("\(channel.id) is begun twice")
        }
        items[item] = Item(channel: channel.id)
    }

    /// The oldest code that was asked about is right, or wrong.
    mutating func answerCode(canBeChecked: Bool = true) {
        guard !asked.isEmpty else { return }
        let (code, channel) = asked.removeFirst()
        send(.passcodeVerified(canBeChecked ? code == Self.code : nil, for: channel))
    }

    private func isLocked(_ channel: Channel.ID, behind: Duration = .zero) -> Bool {
        (restricted.contains(channel) || demanded.contains(channel) || programme(channel, behind) != nil)
            && !(opened[channel].map { now < $0 } ?? false)
    }

    /// The end of the restricted programme that is on; nil: there is none.
    private func programme(_ channel: Channel.ID, _ behind: Duration = .zero) -> Int64? {
        let second = (now - .zero - behind).components.seconds
        return programmes[channel]?.filter { $0.lowerBound - grace <= second && second < $0.upperBound + grace }
            .map { $0.upperBound + grace }.max()
    }

    private func openEnd(_ channel: Channel.ID) -> HostTime {
        let longest = now + .seconds(4 * 3600)
        guard !restricted.contains(channel), !demanded.contains(channel), let end = programme(channel) else {
            return longest
        }
        return min(longest, .zero + .seconds(end))
    }

    private mutating func check(_ event: TunerEvent) {
        for (item, known) in items
        where known.isRevealed && isLocked(known.channel, behind: known.behind) && !tuner.isHidden(item) {
            fail("\(known.channel) may be seen, and is locked")
        }
        if let item = corner, let known = items[item], isLocked(known.channel, behind: known.behind) {
            fail("\(known.channel) may be seen in the corner, and is locked")
        }
        if let channel = tuner.corner {
            if channel == tuner.watching { fail("\(channel) is watched, and in the corner too") }
            if tuner.isStandby { fail("something is in the corner in standby") }
            if let item = corner, let known = items[item], known.channel != channel { fail("another is in the corner") }
        } else if corner != nil {
            fail("something is in the corner, and should not be")
        }
        if Set(tuner.kept.values.map(\.item)).subtracting(items.keys) != [] { fail("what is kept is not there") }
        let others = items.keys.filter { !tuner.isHidden($0) }
        if others.count > 2 { fail("\(others.count) items that nobody keeps") }
        if tuner.isStandby, !items.isEmpty { fail("something is kept in standby") }
        if interstitial != tuner.interstitial { fail("another interstitial is shown") }
        if open.count > 1 { fail("\(open.count) flips at once") }
        if !open.isEmpty, interstitial == nil { fail("a flip is open and nothing says so") }
        if prompt != nil, interstitial == nil, !tuner.isAskingAhead { fail("a prompt over nothing") }
        if tuner.isAskingAhead, prompt == nil { fail("it is asked ahead, and nobody sees it") }
        if case .wake = event, let wake = tuner.nextWake, wake <= now { fail("to be woken in the past") }
        if let shown = tuner.shownItem, items[shown] == nil { fail("what is shown is not there") }
        if tuner.shownItem == nil, tuner.isStalled { fail("nothing is shown, and it stands still") }
    }

    private mutating func fail(_ text: String) { violations.append(text) }

    /// Lets nothing happen but time. True when it comes to rest: on a channel, a prompt, a failure, or nothing.
    mutating func rests() -> Bool {
        for _ in 0..<60 {
            switch interstitial?.state {
            case nil: return open.isEmpty
            case .locked, .failed(_, retryAt: .some): return open.isEmpty || prompt != nil
            default: break
            }
            guard tuner.nextWake != nil else { return false }
            wait()
        }
        return false
    }
}
