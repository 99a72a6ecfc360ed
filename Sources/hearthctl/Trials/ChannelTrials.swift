import Devices
import Guide
import MediaCore

/// Tries the channels of a list, a few at once, and says which play. Decides; `TrialRun` carries out.
struct ChannelTrials {
    struct Limits: Equatable {
        /// The most channels that are tried at once, and of one host.
        var atOnce = 4
        var perHost = 1
        /// How long one channel may take.
        var patience = Duration.seconds(15)
    }

    /// One fetch of one channel.
    struct Fetch: Hashable {
        var channel: Int
        var count: Int
    }

    struct Outcome: Equatable {
        /// The channel's place in the list.
        var channel: Int
        var verdict: ChannelTrial.Verdict
    }

    enum Event {
        case start
        case responded(Fetch, url: String)
        case received(Fetch, [UInt8])
        case finished(Fetch, FetchError?)
        /// The time of `nextWake` has come.
        case wake
        /// Nothing more is to be tried.
        case interrupted
    }

    enum Action: Equatable {
        case fetch(Fetch, FetchRequest)
        case cancel(Fetch)
        case report(Outcome)
        /// Nothing more comes.
        case end
    }

    private struct Running {
        var trial: ChannelTrial
        var fetch: Fetch
        var end: HostTime
    }

    private let entries: [ChannelEntry]
    private let limits: Limits
    /// The channels of each host that wait, the last first.
    private var waiting: [(host: String, channels: [Int])]
    private var running: [Int: Running] = [:]
    private var counts: [String: Int] = [:]
    private var hasEnded = false

    init(_ entries: [ChannelEntry], _ limits: Limits) {
        self.entries = entries
        self.limits = limits
        var places: [String: Int] = [:]
        var waiting: [(host: String, channels: [Int])] = []
        for index in entries.indices.reversed() {
            let host = Self.host(entries[index].url)
            if let place = places[host] {
                waiting[place].channels.append(index)
            } else {
                places[host] = waiting.count
                waiting.append((host, [index]))
            }
        }
        self.waiting = waiting.reversed()
    }

    /// When a channel has taken its time; nil: none is being tried.
    var nextWake: HostTime? { running.values.map(\.end).min() }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Action] {
        guard !hasEnded else { return [] }
        switch event {
        case .start: return more(at: now)
        case .responded(let fetch, let url):
            if running[fetch.channel]?.fetch == fetch { running[fetch.channel]?.trial.responded(url) }
            return []
        case .received(let fetch, let bytes):
            guard var found = running[fetch.channel], found.fetch == fetch else { return [] }
            let step = found.trial.received(bytes)
            running[fetch.channel] = found
            return step == .more ? [] : [.cancel(fetch)] + follow(step, fetch.channel, at: now)
        case .finished(let fetch, let error):
            guard var found = running[fetch.channel], found.fetch == fetch else { return [] }
            let step = found.trial.finished(error)
            running[fetch.channel] = found
            return follow(step, fetch.channel, at: now)
        case .wake:
            let late = running.filter { $0.value.end <= now }.sorted { $0.key < $1.key }
            let words = "nothing that plays within \(limits.patience.components.seconds) s"
            return late.flatMap { channel, found in
                [.cancel(found.fetch)] + follow(.ended(.fails(words)), channel, at: now)
            }
        case .interrupted:
            hasEnded = true
            return running.values.map { .cancel($0.fetch) } + [.end]
        }
    }

    private mutating func follow(_ step: ChannelTrial.Step, _ channel: Int, at now: HostTime) -> [Action] {
        switch step {
        case .more: return []
        case .fetch(let url, let range):
            guard let fetch = running[channel]?.fetch else { return [] }
            let next = Fetch(channel: channel, count: fetch.count + 1)
            running[channel]?.fetch = next
            return [.fetch(next, request(url, range, entries[channel]))]
        case .ended(let verdict):
            running[channel] = nil
            counts[Self.host(entries[channel].url), default: 0] -= 1
            return [.report(Outcome(channel: channel, verdict: verdict))] + more(at: now)
        }
    }

    /// Begins as many as may be tried.
    private mutating func more(at now: HostTime) -> [Action] {
        var actions: [Action] = []
        for place in waiting.indices {
            let host = waiting[place].host
            while running.count < limits.atOnce, counts[host, default: 0] < limits.perHost,
                let channel = waiting[place].channels.popLast()
            {
                var trial = ChannelTrial(entries[channel].url)
                let step = trial.begin()
                counts[host, default: 0] += 1
                running[channel] = Running(
                    trial: trial, fetch: Fetch(channel: channel, count: 0), end: now + limits.patience)
                actions += follow(step, channel, at: now)
            }
        }
        waiting.removeAll { $0.channels.isEmpty }
        if running.isEmpty, waiting.isEmpty {
            hasEnded = true
            actions.append(.end)
        }
        return actions
    }

    private func request(_ url: String, _ range: ByteRange?, _ entry: ChannelEntry) -> FetchRequest {
        let shared = entry.sharedHeaders ?? []
        var request = FetchRequest(
            url: url, range: range, headers: entry.headers.filter { shared.contains($0.key) },
            firstByteTimeout: limits.patience, stallTimeout: limits.patience)
        // As the box does it: what an address itself asks for stays with its host.
        let own = entry.headers.filter { !shared.contains($0.key) }
        if Self.host(url) == Self.host(entry.url) { request.originHeaders = own }
        request.acceptsCompression = range == nil
        return request
    }

    /// The host of an address, by which connections are counted.
    static func host(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return authority.split(separator: "@").last.map { $0.lowercased() } ?? ""
    }
}
