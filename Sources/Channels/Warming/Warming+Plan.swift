import MediaCore

// Plans which channels are kept, and how ready, within the limits.
extension Warming {
    /// The resources that the channels considered so far have been given.
    private struct Ledger {
        var bandwidth = 0.0
        var memory = 0
        var decoders = 0
        /// The number of items with media, by provider.
        var media: [String: Int] = [:]
        var items: [String: Int] = [:]
    }

    /// The least bandwidth assumed of a channel, in bits a second.
    private static let leastBandwidth = 3e5
    /// The part of its bandwidth that a channel costs of which only heads are loaded.
    private static let headShare = 0.25
    /// The part of the allowance that may be used when something is begun: so that it need not end at once.
    private static let headroom = 0.8

    mutating func plan(_ now: HostTime) {
        let isQuiet = viewing.isSettled && now >= quietUntil
        let wanted = settings.neighbours > 0 ? wantedChannels(now) : expectedChannels
        if isQuiet || settings.neighbours <= 0 {
            for (id, item) in items where !wanted.contains(id) && item.keptUntil == nil && id != corner { cool(id) }
        }
        let allowance = spare.allowance(settings)
        let cap = allowance.map { $0 / Self.headShare / Double(max(1, wanted.count)) }
        var ledger = Ledger()
        planCorner(&ledger, now)
        for id in order(wanted) where id != corner {
            guard let channel = items[id]?.channel ?? lineup[id] else { continue }
            let mayBegin = isQuiet && !spare.isTight
            guard items[id] != nil || mayBegin else { continue }
            let best = best(channel, ledger, allowance, cap, now)
            apply(best, to: channel, cap, mayBegin, now)
            if let item = items[id] { charge(item, &ledger, cap) }
        }
        // Endings come first, to make room.
        actions += begins
        begins = []
    }

    /// Keeps the corner's channel playing, at the cost of all that nobody sees.
    private mutating func planCorner(_ ledger: inout Ledger, _ now: HostTime) {
        guard let id = corner, id != viewing.selected, id != viewing.watching,
            let channel = items[id]?.channel ?? lineup[id]
        else { return }
        let name = provider(of: channel)
        let isRefused =
            channels[id]?.isActive(at: now) == true || providers[name]?.isActive(at: now) == true
            || settings.connections(of: channel.host).map { viewers(of: name) >= $0 } == true
        // What the channel watched leaves of the line, as far as that is known.
        let left = spare.network.throughput.map { max(Self.leastBandwidth, $0 - spare.bandwidth * settings.reserve) }
        apply(isRefused ? nil : .full, to: channel, left, true, now)
        guard let item = items[id] else { return }
        ledger.items[name, default: 0] += 1
        ledger.media[name, default: 0] += 1
        ledger.decoders += 1
        let need = need(id, left)
        ledger.bandwidth += need
        ledger.memory += memory(id, at: item.warmth, need)
    }

    // MARK: Priorities

    /// The channels that the viewer is likely to want, likeliest first: where the viewer points, the next one in the
    /// direction of the last step, the one before, and what lies around.
    private func wantedChannels(_ now: HostTime) -> [Channel.ID] {
        guard let selected = viewing.selected else { return [] }
        var near = now >= pointedAfter ? [pointed].compactMap(\.self) : []
        let last = viewing.last
        var others = [last].compactMap(\.self)
        var count = 0
        var distance = 1
        while count < settings.neighbours, distance < lineup.channels.count {
            for offset in [distance * direction, -distance * direction] where count < settings.neighbours {
                guard let channel = lineup.channel(offset, from: selected), channel.id != last, channel.id != selected,
                    !channel.isInput
                else { continue }
                let id = channel.id
                count += 1
                if offset == direction { near.append(id) } else { others.append(id) }
            }
            distance += 1
        }
        var wanted: [Channel.ID] = []
        for id in expectedChannels + near + others where id != selected && !wanted.contains(id) {
            // An input is there as soon as it is asked, and its camera is not to run for nobody.
            if lineup[id].map({ !$0.isInput }) ?? false { wanted.append(id) }
        }
        return wanted
    }

    /// What will be watched next for sure, however few neighbours are kept.
    private var expectedChannels: [Channel.ID] {
        guard let expected, expected != viewing.selected, lineup[expected].map({ !$0.isInput }) ?? false else {
            return []
        }
        return [expected]
    }

    /// The order in which the wanted channels and the existing items are considered. Channels that were just left
    /// come after the first of the wanted.
    private func order(_ wanted: [Channel.ID]) -> [Channel.ID] {
        let rest = items.keys.sorted()
        var order: [Channel.ID] = []
        for id in wanted.prefix(1) + left + wanted.dropFirst() + rest where !order.contains(id) { order.append(id) }
        return order
    }

    // MARK: Limits

    /// The best readiness that the limits allow for a channel; nil: none at all.
    private func best(
        _ channel: Channel, _ ledger: Ledger, _ allowance: Double?, _ cap: Double?, _ now: HostTime
    ) -> Warmth? {
        let name = provider(of: channel)
        if channels[channel.id]?.isActive(at: now) == true { return nil }
        if let provider = providers[name] {
            // After the back-off one channel tries alone.
            if provider.isActive(at: now) || ledger.items[name, default: 0] > 0 { return nil }
        }
        return [.picture, .media, .playlist].first { fits($0, channel, ledger, allowance, cap) }
    }

    private func fits(
        _ warmth: Warmth, _ channel: Channel, _ ledger: Ledger, _ allowance: Double?, _ cap: Double?
    ) -> Bool {
        let need = need(channel.id, cap)
        guard ledger.memory + memory(channel.id, at: warmth, need) <= settings.memory else { return false }
        if warmth >= .picture, ledger.decoders >= settings.decoders { return false }
        guard warmth >= .media else { return true }
        if spare.isStarved { return false }
        let isRunning = items[channel.id].map { $0.warmth >= .media } ?? false
        // What follows for sure is loaded when what is watched has nearly all it needs: the line is free for it.
        if channel.id != expected {
            let wanted = ledger.bandwidth + need * Self.headShare
            guard allowance.map({ wanted <= $0 * (isRunning ? 1 : Self.headroom) }) ?? isRunning else { return false }
        }
        guard let limit = settings.connections(of: channel.host) else { return true }
        let name = provider(of: channel)
        return ledger.media[name, default: 0] + viewers(of: name) < limit
    }

    /// The number of channels of this provider that the viewer sees or has chosen: they come first.
    private func viewers(of provider: String) -> Int {
        Set([viewing.watching, viewing.selected].compactMap(\.self)).count { id in
            lineup[id].map { self.provider(of: $0) } == provider
        }
    }

    /// The bandwidth in bits a second that a channel takes. A new item takes no more than the cap, if it has
    /// variants to choose from.
    private func need(_ id: Channel.ID, _ cap: Double?) -> Double {
        func capped(_ bandwidth: Double) -> Double { max(Self.leastBandwidth, min(bandwidth, cap ?? bandwidth)) }
        guard items[id] == nil else { return bandwidth(id) }
        guard let known = costs[id] else { return capped(spare.bandwidth) }
        let bandwidth = known.bandwidth ?? spare.bandwidth
        return known.isLadder ? capped(bandwidth) : bandwidth
    }

    /// The bandwidth in bits a second of an item that is there: as it told, else the most that it was begun with.
    func bandwidth(_ id: Channel.ID) -> Double {
        costs[id]?.bandwidth ?? min(spare.bandwidth, items[id]?.limit ?? .infinity)
    }

    func memory(_ id: Channel.ID, at warmth: Warmth, _ bandwidth: Double) -> Int {
        (costs[id] ?? WarmingEvent.Cost(bandwidth: nil)).memory(at: warmth, bandwidth: bandwidth)
    }

    private func charge(_ item: WarmItem, _ ledger: inout Ledger, _ cap: Double?) {
        let id = item.channel.id
        let name = provider(of: item.channel)
        let need = need(id, cap)
        ledger.items[name, default: 0] += 1
        ledger.memory += memory(id, at: item.warmth, need)
        guard item.warmth >= .media else { return }
        ledger.bandwidth += need * Self.headShare
        ledger.media[name, default: 0] += 1
        if item.warmth >= .picture { ledger.decoders += 1 }
    }

    // MARK: Applying the plan

    private mutating func apply(
        _ best: Warmth?, to channel: Channel, _ cap: Double?, _ mayBegin: Bool, _ now: HostTime
    ) {
        let id = channel.id
        guard let best else { return cool(id) }
        guard let item = items[id] else {
            let need = need(id, cap)
            let item = newItem()
            // Assumed until the real bandwidth is known.
            if costs[id]?.isLadder == true { costs[id]?.bandwidth = need }
            let limit = cap.map { max(Self.leastBandwidth, min($0, 1e12)) }
            items[id] = WarmItem(item: item, channel: channel, warmth: best, limit: limit)
            begins.append(.warm(item, channel, best, maximumBandwidth: limit.map { UInt64($0) }))
            return
        }
        if best < item.warmth {
            items[id]?.lower(to: best, at: now)
            actions.append(.setReadiness(item.item, best))
        } else if best > item.warmth, mayBegin, item.raisesAfter.map({ now >= $0 }) ?? true {
            items[id]?.raise(to: best)
            begins.append(.setReadiness(item.item, best))
        }
    }
}
