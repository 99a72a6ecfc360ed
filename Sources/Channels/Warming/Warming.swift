import MediaCore

/// Decides which channels are kept ready while nobody watches them, and how ready: those the viewer is likely to
/// want next, within what network, memory, decoders and providers can spare. No clock and no I/O inside.
///
/// - Nothing new is begun while channels change, or when the buffer of the one watched has become low. One that has just
///   begun has little, and the player gives it the line until it has enough. When it stays low, nothing but playlists is
///   asked for.
/// - What was left is kept for a minute, the newest five, if the limits allow it.
/// - The channel in the corner of the screen plays: it comes before all others, which have what it leaves.
/// - A provider that refuses is left alone, twice as long each time; afterwards one channel tries first.
/// - Each item has one owner: it is this type's from `warm` or `left` until `adopted` or `cool`.
package struct Warming: Sendable, Equatable {
    package let settings: WarmingSettings
    /// The back-offs of providers that refused, by name.
    package internal(set) var providers: [String: BackOff] = [:]

    /// The channel in a corner of the screen; nil: none. While it is watched or chosen too, its item is not here.
    package internal(set) var corner: Channel.ID?

    /// The channel that comes after the one that is watched, by itself; nil: none does.
    package internal(set) var expected: Channel.ID?

    // The rest is for the extension of this type.
    var items: [Channel.ID: WarmItem] = [:]
    var costs: [Channel.ID: WarmingEvent.Cost] = [:]
    var spare = Spare()
    var lineup = Lineup.empty
    var viewing = WarmingEvent.Viewing(selected: nil, watching: nil, last: nil, isSettled: false)
    /// The direction of the last step: 1 up, −1 down.
    var direction = 1
    var pointed: Channel.ID?
    var pointedAfter = HostTime.zero
    /// The time before which nothing new is begun.
    var quietUntil = HostTime.zero
    var channels: [Channel.ID: BackOff] = [:]
    var actions: [WarmingAction] = []
    var begins: [WarmingAction] = []

    private var count = 0
    private var wake: HostTime?

    /// The HTTP statuses that mean too many requests or connections.
    private static let refusals: Set<Int> = [403, 429, 458, 509]
    /// How long the cursor must rest on a channel: one that only runs past it does not want it.
    private static let pointing: Duration = .milliseconds(150)

    package init(settings: WarmingSettings = WarmingSettings()) {
        self.settings = settings
    }

    package mutating func handle(_ event: WarmingEvent, at now: HostTime) -> [WarmingAction] {
        switch event {
        case .lineup(let lineup): change(lineup)
        case .flipped(let viewing, let adopted, let left): flipped(viewing, adopted, left, now)
        case .corner(let channel):
            corner = channel
            // Whatever was in its way before, the viewer asks for it now.
            if let channel {
                channels[channel] = nil
                items[channel]?.raisesAfter = nil
            }
        case .point(let channel): point(at: channel, now)
        case .expected(let channel): expected = channel
        case .ready(let item): if let channel = channel(of: item) { items[channel]?.isReady = true }
        case .failed(let item, let refusal): failed(item, refusal, now)
        case .refused(let channel, let refusal): refused(channel, refusal, now)
        case .cost(let item, let cost): if let channel = channel(of: item) { costs[channel] = cost }
        case .network(let network): spare.update(network, at: now)
        case .stopped: stop()
        case .wake: wake = nil
        }
        expire(now)
        plan(now)
        let next = nextWake(after: now)
        if next != wake {
            wake = next
            actions.append(.wake(at: next))
        }
        defer { actions = [] }
        return actions
    }

    // MARK: What is kept

    /// The items that a flip could adopt, by channel.
    package var kept: [Channel.ID: FlipMachine.Warm] {
        items.mapValues { FlipMachine.Warm(item: $0.item, isReady: $0.isReady) }
    }

    /// Readiness of each item.
    package var readiness: [ItemID: Warmth] {
        Dictionary(items.values.map { ($0.item, $0.warmth) }, uniquingKeysWith: { first, _ in first })
    }

    package func channel(of item: ItemID) -> Channel.ID? { items.first { $0.value.item == item }?.key }

    /// Whether the buffer of the channel watched is low, so that no media is asked for.
    package var isStarved: Bool { spare.isStarved }

    /// Whether the buffer was low when it was last told: it should be told again soon.
    package var isLow: Bool { spare.isLow }

    /// The state of an item, for people.
    package struct Standing: Sendable, Equatable {
        package var channel: Channel
        package var warmth: Warmth
        package var isReady: Bool
        /// The bandwidth of the variant that is loaded, in bits a second; nil: not known.
        package var bandwidth: Double?
        /// The memory it takes, estimated.
        package var bytes: Int
    }

    package var standing: [Standing] {
        items.map { id, item in
            Standing(
                channel: item.channel, warmth: item.warmth, isReady: item.isReady, bandwidth: costs[id]?.bandwidth,
                bytes: memory(id, at: item.warmth, bandwidth(id)))
        }
    }

    // MARK: Events

    private mutating func change(_ lineup: Lineup) {
        self.lineup = lineup
        for (id, item) in items where !isCurrent(item.channel) { cool(id) }
        costs = costs.filter { lineup[$0.key] != nil }
        channels = channels.filter { lineup[$0.key] != nil }
        if let pointed, lineup[pointed] == nil { self.pointed = nil }
        if let corner, lineup[corner] == nil { self.corner = nil }
        if let expected, lineup[expected] == nil { self.expected = nil }
    }

    /// Whether the lineup has the channel, at the same address.
    private func isCurrent(_ channel: Channel) -> Bool {
        lineup[channel.id].map { $0.url == channel.url && $0.headers == channel.headers } ?? false
    }

    private mutating func flipped(
        _ viewing: WarmingEvent.Viewing, _ adopted: [ItemID], _ left: [WarmingEvent.Left], _ now: HostTime
    ) {
        for item in adopted {
            if let channel = channel(of: item) { items[channel] = nil }
        }
        let before = self.viewing
        self.viewing = viewing
        if viewing.watching != before.watching { spare.beginAnew() }
        if viewing.selected != before.selected {
            direction = viewing.selected.map { lineup.channel(-1, from: before.selected)?.id == $0 } == true ? -1 : 1
            if lineup.channel(1, from: before.selected)?.id == viewing.selected { direction = 1 }
        }
        if viewing.selected != before.selected || viewing.watching != before.watching {
            quietUntil = now + settings.settle
            // The reasons for which items were lowered may not hold in the new position.
            for id in items.keys { items[id]?.raisesAfter = nil }
        }
        for left in left { leave(left, now) }
    }

    private mutating func leave(_ left: WarmingEvent.Left, _ now: HostTime) {
        let id = left.channel.id
        let isKept =
            id == corner || settings.neighbours > 0 && (left.wasShown || left.isReady) && !left.channel.isInput
        guard isKept, id != viewing.selected, isCurrent(left.channel) else {
            actions.append(.cool(left.item))
            return
        }
        cool(id)
        if left.wasShown { channels[id] = nil }
        items[id] = WarmItem(
            item: left.item, channel: left.channel, warmth: .full, isReady: left.isReady,
            keptUntil: now + settings.keeps)
        for old in self.left.dropFirst(settings.keepsMost) { items[old]?.keptUntil = nil }
    }

    /// The channels that were left and are still kept for it, the newest first.
    var left: [Channel.ID] {
        items.filter { $0.value.keptUntil != nil }
            .sorted { ($0.value.keptUntil ?? .zero, $0.key) > ($1.value.keptUntil ?? .zero, $1.key) }.map(\.key)
    }

    private mutating func point(at channel: Channel.ID?, _ now: HostTime) {
        guard channel != pointed else { return }
        pointed = channel.flatMap { lineup[$0] == nil ? nil : $0 }
        pointedAfter = now + Self.pointing
    }

    private mutating func failed(_ item: ItemID, _ refusal: WarmingEvent.Refusal?, _ now: HostTime) {
        guard let id = channel(of: item), let channel = items[id]?.channel else { return }
        cool(id)
        channels[id, default: id == corner ? .corner : .channel].fail(refusal, at: now)
        if let refusal { refuse(provider(of: channel), refusal, now) }
    }

    private mutating func refused(_ id: Channel.ID, _ refusal: WarmingEvent.Refusal, _ now: HostTime) {
        guard Self.refusals.contains(refusal.status), let channel = items[id]?.channel ?? lineup[id] else { return }
        if items[id] != nil { channels[id, default: .channel].fail(refusal, at: now) }
        refuse(provider(of: channel), refusal, now)
    }

    private mutating func refuse(_ provider: String, _ refusal: WarmingEvent.Refusal, _ now: HostTime) {
        guard Self.refusals.contains(refusal.status) else { return }
        providers[provider, default: .provider].fail(refusal, at: now)
        for (id, item) in items where self.provider(of: item.channel) == provider { cool(id) }
    }

    func provider(of channel: Channel) -> String { settings.provider(of: channel.host) }

    private mutating func stop() {
        for id in items.keys { cool(id) }
        (corner, expected) = (nil, nil)
        viewing = WarmingEvent.Viewing(selected: nil, watching: nil, last: nil, isSettled: false)
        pointed = nil
        spare.beginAnew()
    }

    // MARK: Time

    private mutating func expire(_ now: HostTime) {
        spare.advance(to: now)
        providers = providers.filter { !$0.value.isOver(at: now) }
        channels = channels.filter { !$0.value.isOver(at: now) }
        for (id, item) in items {
            if let until = item.keptUntil, until <= now { items[id]?.keptUntil = nil }
        }
    }

    private func nextWake(after now: HostTime) -> HostTime? {
        var times = [quietUntil, pointedAfter] + [spare.wake].compactMap(\.self)
        for item in items.values {
            if let until = item.keptUntil { times.append(until) }
            if let after = item.raisesAfter { times.append(after) }
        }
        for backOff in Array(providers.values) + Array(channels.values) { times += [backOff.until, backOff.end] }
        return times.filter { $0 > now }.min()
    }

    // MARK: Items

    mutating func cool(_ id: Channel.ID) {
        if let item = items.removeValue(forKey: id) { actions.append(.cool(item.item)) }
    }

    mutating func newItem() -> ItemID {
        count += 1
        return .made(by: .warming, count)
    }
}
