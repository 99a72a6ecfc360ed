import Channels
import Guide
import MediaCore
import Testing

/// The world around a flip machine, without time: carries out its actions on paper and checks after
/// each that nothing was promised that must not be.
struct FlipSimulator {
    static let channels = ["A", "B", "C"]

    /// - Parameter backups: how many further addresses each channel has
    static func lineup(_ names: [String] = channels, backups: Int = 0) -> Lineup {
        Lineup(
            names.enumerated().map { index, name in
                var entry = ChannelEntry(name: name, url: "http://host/\(name)")
                entry.guideID = name
                entry.number = "\(index + 1)"
                entry.alternateURLs = (0..<backups).map { "http://other/\(name)/\($0)" }
                return entry
            })
    }

    private(set) var machine: FlipMachine
    private(set) var now = HostTime(nanoseconds: 1_000_000_000_000)

    private(set) var items: [ItemID: Channel.ID] = [:]
    /// The address of the item that was prepared last.
    private(set) var address: String?
    /// What the channels are when all of them are there.
    let full: Lineup
    private(set) var revealed: ItemID?
    private(set) var shown: ItemID?
    private(set) var held: ItemID?
    private var heldByMachine: ItemID?
    private(set) var dead: Set<ItemID> = []
    private(set) var timers: [FlipTimer.Kind: (FlipTimer, Duration)] = [:]
    /// The timer that was cancelled or replaced; its event may still come.
    private(set) var stale: FlipTimer?
    private(set) var open: Set<Flip.ID> = []
    private(set) var outcomes: [Flip.ID: FlipOutcome] = [:]
    private(set) var target: Channel.ID?
    private(set) var interstitial: Interstitial?
    private(set) var passcode: Channel.ID?
    private(set) var remembered: Channel.ID?
    private(set) var gateOpen = false
    private(set) var asked: Channel.ID?
    private(set) var violations: [String] = []
    private(set) var prepared = 0
    private(set) var adopted = 0
    private(set) var silenced = 0
    private(set) var failures = 0
    /// What somebody else keeps warm.
    private(set) var warm: [ItemID: FlipMachine.Warm] = [:]
    private(set) var warmChannels: [ItemID: Channel.ID] = [:]
    /// Items that were released, and are not yet kept warm or ended.
    private var released: [(item: ItemID, channel: Channel.ID)] = []
    private(set) var readyItems: Set<ItemID> = []
    private(set) var audible: Set<ItemID> = []
    private var warmCount = 0
    /// Whether released items are kept warm.
    let keepsReleased: Bool

    init(lineup: Lineup = lineup(), keepsReleased: Bool = false) {
        machine = FlipMachine(lineup: lineup)
        full = lineup
        self.keepsReleased = keepsReleased
    }

    /// The item that is on its way to the screen.
    var coming: ItemID? { items.keys.first { $0 != shown } }

    var shownChannel: Channel.ID? { shown.flatMap { items[$0] } }

    mutating func pass(_ duration: Duration) { now = now + duration }

    @discardableResult
    mutating func send(_ event: FlipEvent) -> [FlipAction] {
        // The world changes before the machine learns of it.
        switch event {
        case .itemFailed(let item, _, _): dead.insert(item)
        case .itemReady(let item): readyItems.insert(item)
        case .cooled(let item):
            warm[item] = nil
            warmChannels[item] = nil
            audible.remove(item)
            if items.removeValue(forKey: item) != nil, revealed == item { revealed = shown }
        case .gate(let channel, let answer) where channel == asked: gateOpen = answer == .open
        default: break
        }
        let actions = machine.handle(event, at: now)
        if case .preview = event { checkPreview(actions) }
        follow(machine.held)
        for action in actions { carryOut(action) }
        if case .itemShown(let item) = event, revealed == item, items[item] != nil { shown = item }
        check()
        keepReleased()
        return actions
    }

    /// Begins to keep a channel warm, as an observer of the machine's state may.
    mutating func keep(_ channel: Channel.ID, isReady: Bool = false) {
        warmCount += 1
        keep(ItemID(value: 1_000_000 + warmCount * 2 + 1), channel, isReady: isReady)
    }

    private mutating func keep(_ item: ItemID, _ channel: Channel.ID, isReady: Bool) {
        if isReady { readyItems.insert(item) }
        for old in warmChannels where old.value == channel { send(.cooled(old.key)) }
        warm[item] = FlipMachine.Warm(item: item, isReady: isReady)
        warmChannels[item] = channel
        send(.warmed(channel, item, isReady: isReady))
    }

    private mutating func keepReleased() {
        while let (item, channel) = released.popLast() {
            if keepsReleased { keep(item, channel, isReady: readyItems.contains(item)) }
        }
    }

    /// Makes the oldest warm item that is not ready, ready.
    mutating func warmReady() {
        guard let item = warm.values.filter({ !$0.isReady }).map(\.item).min(by: { $0.value < $1.value }),
            let channel = warmChannels[item]
        else { return }
        warm[item]?.isReady = true
        readyItems.insert(item)
        send(.warmed(channel, item, isReady: true))
    }

    /// Stops keeping the oldest warm item.
    mutating func cool() {
        if let item = warm.keys.min(by: { $0.value < $1.value }) { send(.cooled(item)) }
    }

    /// Follows what the machine holds. Changes on the screen come before all other actions.
    private mutating func follow(_ item: ItemID?) {
        defer { heldByMachine = item }
        guard let item, item != heldByMachine else { return }
        if items[item] == nil { fail("held what is not there") }
        held = item
        // An item revealed and then held may be on the screen, and counts as if it were.
        if revealed == item { shown = item }
    }

    private mutating func carryOut(_ action: FlipAction) {
        switch action {
        case .show(let new): interstitial = new
        case .hideInterstitial: interstitial = nil
        case .prepare(let item, let channel):
            prepared += 1
            if items[item] != nil { fail("prepared twice") }
            if channel.id != target { fail("prepared \(channel.id), aimed at \(target ?? "nothing")") }
            if warmChannels.values.contains(channel.id) { fail("prepared \(channel.id), which is warm") }
            items[item] = channel.id
            address = channel.url
        case .adopt(let item, let channel):
            adopted += 1
            if warm.removeValue(forKey: item) == nil { fail("adopted what is not warm") }
            if warmChannels.removeValue(forKey: item) != channel.id { fail("adopted another channel") }
            if channel.id != target { fail("adopted \(channel.id), aimed at \(target ?? "nothing")") }
            items[item] = channel.id
        case .reveal(let item):
            if items[item] == nil { fail("revealed what is not there") }
            if dead.contains(item) { fail("revealed what is dead") }
            if !gateOpen || asked != items[item] { fail("revealed before the gate was open") }
            if !readyItems.contains(item) { fail("revealed what is not ready") }
            if audible.contains(where: { $0 != item }) { fail("the old sound under the new picture") }
            audible.insert(item)
            revealed = item
        case .discard(let item): drop(item)
        case .release(let item, let channel):
            if items[item] != channel.id { fail("released \(channel.id), which it is not") }
            if dead.contains(item) { fail("released what is dead") }
            if audible.contains(item) { fail("released what is heard") }
            drop(item)
            released.append((item, channel.id))
        case .silence(let item):
            silenced += 1
            if held != item { fail("silenced what is not held") }
            audible.remove(item)
        case .resume(let item):
            if held != item || dead.contains(item) { fail("resumed what is not held") }
            held = nil
            audible.insert(item)
            target = shownChannel
        case .askGate(let channel):
            asked = channel.id
            gateOpen = false
        case .askPasscode(let channel): passcode = channel.id
        case .dismissPasscode: passcode = nil
        case .startTimer(let timer, let duration):
            if let old = timers.updateValue((timer, duration), forKey: timer.kind) { stale = old.0 }
        case .cancelTimer(let timer):
            if timers.removeValue(forKey: timer.kind)?.0 != timer { fail("cancelled a timer that is not there") }
            stale = timer
        case .aimed(let flip):
            if outcomes[flip.id] != nil { fail("aimed a flip that has ended") }
            open.insert(flip.id)
            target = flip.to
        case .failed(let channel, _):
            failures += 1
            if channel != target { fail("\(channel) failed, aimed at \(target ?? "nothing")") }
        case .completed(let flip, let outcome):
            if open.remove(flip) == nil { fail("completed a flip that is not open") }
            if outcomes.updateValue(outcome, forKey: flip) != nil { fail("completed twice") }
            if outcome == .cancelled { target = shownChannel }
        case .remember(let channel): remembered = channel
        }
    }

    private mutating func drop(_ item: ItemID) {
        if items.removeValue(forKey: item) == nil { fail("let go of what is not there") }
        if shown == item { shown = items.keys.first { $0 == revealed } }
        if revealed == item { revealed = shown }
        if held == item { held = nil }
        audible.remove(item)
    }

    private mutating func check() {
        if Set(machine.warm.values.map(\.item)) != Set(warm.keys) { fail("what is warm and what is known to be") }
        if items.count > 2 { fail("\(items.count) items at once") }
        if open.count > 1 { fail("\(open.count) flips at once") }
        if interstitial != machine.interstitial { fail("the screen shows another interstitial") }
        if let held, held != shown { fail("holds what is not on the screen") }
        if passcode != nil, interstitial == nil { fail("a passcode prompt over nothing") }
        if interstitial == nil {
            if !open.isEmpty { fail("a flip is open and nothing says so") }
            if held != nil { fail("a dimmed picture and nothing says why") }
            if let shown, dead.contains(shown) { fail("a dead channel and nothing says so") }
        } else if timers.isEmpty, interstitial?.state != .locked {
            fail("an interstitial with nothing to end it")
        }
    }

    /// Checks that a preview tunes nothing, asks no gate, and changes nothing of what plays.
    private mutating func checkPreview(_ actions: [FlipAction]) {
        if machine.held != heldByMachine { fail("a preview holds, or lets go") }
        for action in actions {
            switch action {
            case .show, .hideInterstitial: break
            case .startTimer(let timer, _), .cancelTimer(let timer):
                if timer.kind != .preview, timer.kind != .number { fail("a preview moves the timer \(timer.kind)") }
            case .prepare, .adopt, .reveal, .discard, .release, .silence, .resume, .askGate, .askPasscode,
                .dismissPasscode, .aimed, .failed, .completed, .remember:
                fail("a preview does \(action)")
            }
        }
    }

    private mutating func fail(_ text: String) { violations.append(text) }

    mutating func fire(_ kind: FlipTimer.Kind) {
        guard let (timer, duration) = timers.removeValue(forKey: kind) else { return }
        now = now + duration
        send(.timer(timer))
    }

    /// Lets nothing happen but timers. Returns whether the machine comes to rest.
    mutating func rests() -> Bool {
        for _ in 0..<20 {
            switch interstitial?.state {
            case nil: return open.isEmpty
            case .locked: return true
            case .failed(_, retryAt: .some): return open.isEmpty
            default: break
            }
            guard let next = timers.min(by: { $0.value.1 < $1.value.1 })?.key else { return false }
            fire(next)
        }
        return false
    }
}
