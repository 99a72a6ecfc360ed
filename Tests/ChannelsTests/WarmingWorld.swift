import Channels
import Guide
import MediaCore

/// The world around `Warming`, without time: carries out its actions on paper and checks after each event that no
/// limit is passed and no item lost.
struct WarmingWorld {
    struct Kept: Equatable {
        var channel: Channel
        var warmth: Warmth
        var maximumBandwidth: UInt64?
    }

    private(set) var warming: Warming
    private(set) var now = HostTime(nanoseconds: 1_000_000_000_000)
    private(set) var items: [ItemID: Kept] = [:]
    private(set) var seen: Set<ItemID> = []
    private(set) var wake: HostTime?
    private(set) var violations: [String] = []
    private(set) var begun = 0
    private(set) var changes = 0
    private(set) var costs: [Channel.ID: WarmingEvent.Cost] = [:]
    private(set) var lineup: Lineup
    private(set) var network = WarmingEvent.Network(throughput: 100e6, bandwidth: 3e6, buffered: .seconds(5))
    private(set) var viewing = WarmingEvent.Viewing(selected: nil, watching: nil, last: nil, isSettled: false)
    private let settings: WarmingSettings
    private var count = 0
    private var isTold = false

    /// A lineup of channels `c0`, `c1`, …, on `hosts` in turn.
    static func lineup(_ count: Int = 20, hosts: [String] = ["one.example"]) -> Lineup {
        Lineup(
            (0..<count).map { index in
                var entry = ChannelEntry(
                    name: "c\(index)", url: "http://user:secret@\(hosts[index % hosts.count]):80/\(index).m3u8?token=1")
                entry.guideID = "c\(index)"
                entry.number = "\(index + 1)"
                return entry
            })
    }

    init(_ settings: WarmingSettings = WarmingSettings(), lineup: Lineup = lineup()) {
        self.settings = settings
        self.lineup = lineup
        warming = Warming(settings: settings)
        send(.lineup(lineup))
        send(.network(network))
    }

    /// The readiness of each warm channel.
    var readiness: [Channel.ID: Warmth] {
        Dictionary(items.values.map { ($0.channel.id, $0.warmth) }, uniquingKeysWith: { first, _ in first })
    }

    func item(_ channel: Channel.ID) -> ItemID? { items.first { $0.value.channel.id == channel }?.key }

    @discardableResult
    mutating func send(_ event: WarmingEvent) -> [WarmingAction] {
        // The world changes before the event is told.
        switch event {
        case .flipped(let viewing, let adopted, _):
            self.viewing = viewing
            for item in adopted { items[item] = nil }
        case .cost(let item, let cost): if let channel = items[item]?.channel.id { costs[channel] = cost }
        case .network(let network): self.network = network
        case .lineup(let lineup):
            self.lineup = lineup
            costs = costs.filter { lineup[$0.key] != nil }
        default: break
        }
        if case .flipped(_, _, let left) = event {
            for left in left { items[left.item] = Kept(channel: left.channel, warmth: .full) }
        }
        let before = Set(items.keys)
        let actions = warming.handle(event, at: now)
        for action in actions { carryOut(action, before) }
        check()
        return actions
    }

    private mutating func carryOut(_ action: WarmingAction, _ before: Set<ItemID>) {
        switch action {
        case .warm(let item, let channel, let warmth, let bandwidth):
            begun += 1
            if !seen.insert(item).inserted { fail("\(item) is named twice") }
            if !viewing.isSettled { fail("begun while channels change") }
            if items.values.contains(where: { $0.channel.id == channel.id }) { fail("\(channel.id) is kept twice") }
            if channel.id == viewing.selected { fail("what is watched is kept warm") }
            items[item] = Kept(channel: channel, warmth: warmth, maximumBandwidth: bandwidth)
            if let bandwidth, let cost = costs[channel.id], cost.isLadder {
                costs[channel.id]?.bandwidth = min(cost.bandwidth ?? 0, Double(bandwidth))
            }
        case .setReadiness(let item, let warmth):
            changes += 1
            guard let kept = items[item] else { return fail("readiness of what is not there") }
            if kept.warmth == warmth { fail("set to what it is") }
            if warmth > kept.warmth, !viewing.isSettled { fail("raised while channels change") }
            items[item]?.warmth = warmth
        case .cool(let item):
            if items.removeValue(forKey: item) == nil { fail("cooled what is not there") }
        case .wake(let time):
            if let time, time <= now { fail("to be woken in the past") }
            wake = time
        }
    }

    private mutating func check() {
        if Set(warming.kept.values.map(\.item)) != Set(items.keys) { fail("an item is lost") }
        if warming.readiness != items.mapValues(\.warmth) { fail("another readiness than was ordered") }
        let media = items.values.filter { $0.warmth >= .media }
        if settings.neighbours == 0, !items.isEmpty { fail("kept, though switched off") }
        if items.values.contains(where: { $0.warmth == .full }) { fail("a hidden channel loads ahead") }
        if warming.isStarved, !media.isEmpty { fail("media is asked for while the buffer is low") }
        if media.count(where: { $0.warmth >= .picture }) > settings.decoders { fail("too many decoders") }
        if warming.standing.reduce(0, { $0 + $1.bytes }) > settings.memory { fail("too much memory") }
        if let throughput = network.throughput {
            let spare = min(
                max(0, throughput - (network.bandwidth ?? 4e6) * settings.reserve) * settings.share,
                settings.budget ?? .infinity)
            // Heads cost a quarter of their channels.
            let known = media.reduce(0.0) { $0 + (costs[$1.channel.id]?.bandwidth ?? 0) / 4 }
            if known > spare + 1 { fail("\(known) bits a second of \(spare)") }
        }
        let viewers = Set([viewing.watching, viewing.selected].compactMap(\.self))
        for provider in settings.providers {
            let own = viewers.count { lineup[$0].map { isOf(provider, $0) } == true }
            let warm = media.count { isOf(provider, $0.channel) }
            if warm > 0, own + warm > provider.connections ?? .max {
                fail("\(own) + \(warm) connections to \(provider.name)")
            }
        }
        for (host, backOff) in warming.providers {
            let count = items.values.count { $0.channel.host == host }
            if now < backOff.until, count > 0 { fail("asked \(host), which refused") }
            if count > 1 { fail("\(count) try \(host) at once") }
            if backOff.until - now > .seconds(3600) { fail("\(host) is left alone for ever") }
        }
    }

    private func isOf(_ provider: WarmingSettings.Provider, _ channel: Channel) -> Bool {
        channel.host == provider.name || provider.hosts.contains { channel.host.hasSuffix($0) }
    }

    private mutating func fail(_ text: String) { violations.append(text) }

    /// Lets time pass; alarms fire when they are due.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        while let next = wake, next <= end {
            now = next
            wake = nil
            send(.wake)
        }
        now = end
    }

    /// Lets the viewer arrive at a channel; the channel watched before is left.
    mutating func watch(_ channel: Channel.ID) {
        let old = viewing.watching
        count += 1
        let adopted = item(channel)
        var left: [WarmingEvent.Left] = []
        if let old, old != channel, let value = lineup[old] {
            left = [WarmingEvent.Left(item: ItemID(value: count * 2), channel: value, wasShown: true, isReady: true)]
        }
        send(
            .flipped(
                WarmingEvent.Viewing(selected: channel, watching: old, last: viewing.last, isSettled: false),
                adopted: [adopted].compactMap(\.self)))
        send(
            .flipped(
                WarmingEvent.Viewing(selected: channel, watching: channel, last: old ?? viewing.last, isSettled: true),
                left: left))
    }

    /// Lets the viewer press on, without anything coming to the screen.
    mutating func aim(at channel: Channel.ID) {
        var viewing = viewing
        viewing.selected = channel
        viewing.isSettled = channel == viewing.watching
        send(.flipped(viewing))
    }

    mutating func setNetwork(_ change: (inout WarmingEvent.Network) -> Void) {
        var network = network
        change(&network)
        send(.network(network))
    }
}
