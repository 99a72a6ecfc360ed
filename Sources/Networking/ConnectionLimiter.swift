import Base
import Devices
import MediaCore

/// Limits the number of requests at once that a provider gets, and counts what is asked of whom.
///
/// A request without limit goes straight through. Others wait in their provider's `ConnectionQueue`; the fetcher
/// of a limited provider should have no more connections than that either.
package final class ConnectionLimiter: Fetcher {
    package struct Provider: Sendable {
        package var name: String
        /// The provider's hosts, with the port where an address names one; all names below them belong to it too.
        package var hosts: [String]
        package var limit: Int?
        package var fetcher: any Fetcher

        package init(name: String, hosts: [String], limit: Int?, fetcher: any Fetcher) {
            self.name = name
            self.hosts = hosts.map { $0.lowercased() }
            self.limit = limit.flatMap { $0 > 0 ? $0 : nil }
            self.fetcher = fetcher
        }
    }

    private struct Entry {
        var statistics: ProviderStatistics
        var queue: ConnectionQueue?
        /// The fetches that have not begun, or not ended.
        var fetches: [UInt64: LimitedFetch] = [:]
        var alarm: Alarm?
    }

    /// The time at which a provider's queue will decide something by itself, and the task that waits for it.
    private struct Alarm {
        var due: HostTime
        var sleeper: Task<Void, Never>
    }

    private let providers: [Provider]
    private let others: any Fetcher
    private let limitOfOthers: Int?
    private let clock: any HostClock
    /// The state by provider; a host without a provider counts by itself.
    private let entries = Locked<[String: Entry]>([:])
    private let lastID = Locked<UInt64>(0)
    /// Where decisions wait to be made and carried out: one after the other, and never on the caller's time.
    private let decisions: AsyncStream<@Sendable () -> Void>.Continuation
    private let decider: Task<Void, Never>
    private static let mostEntries = 256

    /// Makes a limiter.
    /// - Parameters:
    ///   - others: for all that belongs to no provider.
    ///   - limit: of each host that belongs to none; nil: no limit.
    package init(providers: [Provider], others: any Fetcher, limit: Int?, clock: any HostClock = MonotonicClock()) {
        self.providers = providers
        self.others = others
        self.clock = clock
        limitOfOthers = limit.flatMap { $0 > 0 ? $0 : nil }
        let (stream, decisions) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
        self.decisions = decisions
        decider = Task { for await decide in stream { decide() } }
    }

    deinit {
        // Whatever still had to be decided would have kept the limiter alive.
        decider.cancel()
        for entry in entries.withLock({ Array($0.values) }) { entry.alarm?.sleeper.cancel() }
    }

    // MARK: Fetcher

    @discardableResult
    package func fetch(
        _ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchHandle {
        let target = target(of: request.url)
        let name = target.name
        let priority = request.priority
        let counting: @Sendable (FetchEvent) -> Void = { [self] event in
            count(event, name, priority)
            handler(event)
        }
        guard let limit = target.limit else {
            change(target) { entry in
                entry.statistics.active += 1
                entry.statistics.note(priority)
            }
            return target.fetcher.fetch(request) { [self] event in
                if case .finished = event { edit(name) { $0.statistics.active -= 1 } }
                counting(event)
            }
        }
        // What is counted by one is to be one.
        var request = request
        request.connections = 1
        let id = lastID.withLock { last in
            last += 1
            return last
        }
        let fetch = LimitedFetch(
            request, fetcher: target.fetcher, counting,
            ended: { [self] in
                act(name) {
                    $0.queue?.ended(id, now: $1) ?? []
                } forget: {
                    id
                }
            },
            cancelled: { [self] in withdraw(id, name) })
        let ticket = ConnectionQueue.Ticket(
            id: id, owner: request.cookieJar, priority: priority, asked: clock.now, patience: request.firstByteTimeout)
        change(target) { entry in
            if entry.queue == nil { entry.queue = ConnectionQueue(limit: limit) }
            entry.fetches[id] = fetch
            entry.statistics.note(priority)
        }
        act(name) { $0.queue?.want(ticket, now: $1) ?? [] }
        return fetch
    }

    package func connectionLimit(of url: String) -> Int? { target(of: url).limit }

    package var statistics: [ProviderStatistics] {
        entries.withLock { entries in
            entries.values.map { entry in
                var statistics = entry.statistics
                if let queue = entry.queue {
                    (statistics.active, statistics.waiting) = (queue.activeCount, queue.waitingCount)
                }
                return statistics
            }
        }.sorted { $0.name < $1.name }
    }

    // MARK: Providers

    private struct Target {
        var name: String
        var limit: Int?
        var fetcher: any Fetcher
    }

    private func target(of url: String) -> Target {
        let authority = URLOrigin(url)?.authority ?? ""
        let bare =
            authority.last == "]" ? authority : authority.split(separator: ":").first.map(String.init) ?? authority
        for provider in providers {
            let isOwn = provider.hosts.contains { $0 == authority || $0 == bare || bare.hasSuffix("." + $0) }
            if isOwn { return Target(name: provider.name, limit: provider.limit, fetcher: provider.fetcher) }
        }
        return Target(name: authority, limit: limitOfOthers, fetcher: others)
    }

    private func change(_ target: Target, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            if entries[target.name] == nil, entries.count >= Self.mostEntries {
                let idle = entries.first { $0.value.statistics.active == 0 && $0.value.fetches.isEmpty }
                if let idle { entries[idle.key] = nil }
            }
            var entry =
                entries[target.name] ?? Entry(statistics: ProviderStatistics(name: target.name, limit: target.limit))
            body(&entry)
            entries[target.name] = entry
        }
    }

    private func edit(_ name: String, _ body: (inout Entry) -> Void) {
        entries.withLock { entries in
            guard var entry = entries[name] else { return }
            body(&entry)
            entries[name] = entry
        }
    }

    private func count(_ event: FetchEvent, _ name: String, _ priority: FetchRequest.Priority) {
        switch event {
        case .data(let bytes):
            edit(name) { $0.statistics.add(bytes.count, priority) }
        case .finished(.failure(.status(let status, _, let retryAfter)))
        where ProviderStatistics.Refusal.statuses.contains(status):
            let now = clock.now
            edit(name) { entry in
                entry.statistics.refusals += 1
                entry.statistics.lastRefusal = ProviderStatistics.Refusal(
                    status: status, time: now, retryAfter: retryAfter)
            }
        case .response, .finished: break
        }
    }

    // MARK: Waiting

    /// Lets a provider's queue decide, and carries out its actions.
    private func act(
        _ name: String, _ decide: @escaping @Sendable (inout Entry, HostTime) -> [ConnectionQueue.Action],
        forget: @escaping @Sendable () -> UInt64? = { nil }
    ) {
        decisions.yield { [self] in
            let now = clock.now
            let work = entries.withLock { entries -> [(ConnectionQueue.Action, LimitedFetch)] in
                guard var entry = entries[name] else { return [] }
                if let id = forget() { entry.fetches[id] = nil }
                let actions = decide(&entry, now)
                var work: [(ConnectionQueue.Action, LimitedFetch)] = []
                for action in actions {
                    switch action {
                    case .start(let id):
                        if let fetch = entry.fetches[id] { work.append((action, fetch)) }
                    case .displace(let id):
                        entry.statistics.displaced += 1
                        if let fetch = entry.fetches[id] { work.append((action, fetch)) }
                    case .refuse(let id):
                        if let fetch = entry.fetches.removeValue(forKey: id) { work.append((action, fetch)) }
                    }
                }
                setAlarm(&entry, name, now)
                entries[name] = entry
                return work
            }
            for (action, fetch) in work {
                switch action {
                case .start: fetch.start()
                case .displace: fetch.displace()
                case .refuse: fetch.refuse()
                }
            }
        }
    }

    /// Sets a provider's alarm to the time at which its queue wants to be asked again, unless it will be asked before.
    private func setAlarm(_ entry: inout Entry, _ name: String, _ now: HostTime) {
        guard let due = entry.queue?.due(now) else { return }
        if let alarm = entry.alarm {
            guard alarm.due <= now || due < alarm.due else { return }
            alarm.sleeper.cancel()
        }
        let sleeper = Task { [weak self, clock] in
            guard (try? await clock.sleep(until: due)) != nil else { return }
            self?.act(name) { entry, now in
                entry.alarm = nil
                return entry.queue?.settle(now) ?? []
            }
        }
        entry.alarm = Alarm(due: due, sleeper: sleeper)
    }

    private func withdraw(_ id: UInt64, _ name: String) {
        decisions.yield { [self] in
            let fetch = entries.withLock { entries -> LimitedFetch? in
                guard entries[name]?.queue?.withdraw(id) == true else { return nil }
                return entries[name]?.fetches.removeValue(forKey: id)
            }
            fetch?.giveUp()
        }
        act(name) { $0.queue?.settle($1) ?? [] }
    }
}

extension ProviderStatistics {
    fileprivate mutating func note(_ priority: FetchRequest.Priority) {
        switch priority {
        case .playing: playing.requests += 1
        case .warming: warming.requests += 1
        }
    }

    fileprivate mutating func add(_ count: Int, _ priority: FetchRequest.Priority) {
        switch priority {
        case .playing: playing.bytes &+= UInt64(clamping: count)
        case .warming: warming.bytes &+= UInt64(clamping: count)
        }
    }
}
