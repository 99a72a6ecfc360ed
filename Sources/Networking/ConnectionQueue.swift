import Devices
import MediaCore

/// Decides which requests to a provider with a limit may start, and which wait.
///
/// A request for what is played comes before one for what is kept ready, and the channel that was tuned last before
/// the others. Where there is room for more than one, requests for what is kept ready leave a place free. A channel
/// that was tuned later does not wait for one that holds on to its place (a blocking reload, an endless stream):
/// that one's request is cut off, and comes again when there is room.
struct ConnectionQueue {
    struct Ticket: Hashable {
        var id: UInt64
        /// The channel; nil: none.
        var owner: String?
        var priority: FetchRequest.Priority
        var asked: HostTime
        /// How long it may wait.
        var patience: Duration
    }

    enum Action: Hashable {
        case start(UInt64)
        /// Cut the request off: its place is wanted. It keeps the place until it has ended.
        case displace(UInt64)
        /// Refuse the request: it has waited for too long.
        case refuse(UInt64)
    }

    private struct Active {
        var ticket: Ticket
        var began: HostTime
        var isDisplaced = false
    }

    let limit: Int
    private var active: [Active] = []
    /// The tickets that wait, in the order in which they came.
    private var waiting: [Ticket] = []
    /// The rank of each channel, higher for each one tuned later.
    private var ranks: [String: Int] = [:]
    private var lastRank = 0

    /// How long a request may take and still be waited for: cutting it off would cost a new connection.
    static let brief = Duration.milliseconds(300)
    private static let mostRanks = 64

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var activeCount: Int { active.count }
    var waitingCount: Int { waiting.count }

    // MARK: Events

    mutating func want(_ ticket: Ticket, now: HostTime) -> [Action] {
        rank(ticket)
        waiting.append(ticket)
        return settle(now)
    }

    /// Notes that a started request has ended.
    mutating func ended(_ id: UInt64, now: HostTime) -> [Action] {
        active.removeAll { $0.ticket.id == id }
        return settle(now)
    }

    /// Withdraws a request for which nobody waits any more; true: it had not begun, and is forgotten.
    mutating func withdraw(_ id: UInt64) -> Bool {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: place)
        return true
    }

    /// Starts, displaces and refuses what is due; to be called at `due`, and after a withdrawal.
    mutating func settle(_ now: HostTime) -> [Action] {
        var actions = refuseLate(now)
        while let next = next(now) {
            waiting.removeAll { $0.id == next.id }
            active.append(Active(ticket: next, began: now))
            actions.append(.start(next.id))
        }
        actions += displace(now)
        return actions
    }

    /// The time at which something will be decided without any other event; nil: none.
    func due(_ now: HostTime) -> HostTime? {
        var times = waiting.map { $0.asked + $0.patience }
        if wantsPlace > 0 {
            times += active.compactMap { $0.isDisplaced || !isBelow($0.ticket, waiting) ? nil : $0.began + Self.brief }
        }
        return times.min().map { max($0, now) }
    }

    // MARK: Rules

    /// Updates a channel's rank. It is tuned when it first asks for something to be played, and again when it was
    /// only kept ready meanwhile.
    private mutating func rank(_ ticket: Ticket) {
        guard let owner = ticket.owner else { return }
        guard ticket.priority == .playing else {
            // The rank is dropped until it is tuned again. Its requests under way still count as they did.
            if !(active.map(\.ticket) + waiting).contains(where: { $0.owner == owner && $0.priority == .playing }) {
                ranks[owner] = nil
            }
            return
        }
        if ranks[owner] == nil {
            lastRank += 1
            if ranks.count >= Self.mostRanks, let oldest = ranks.min(by: { $0.value < $1.value }) {
                ranks[oldest.key] = nil
            }
            ranks[owner] = lastRank
        }
        // Requests made to keep the channel ready are now those that the viewer waits for.
        for index in active.indices where active[index].ticket.owner == owner {
            active[index].ticket.priority = .playing
        }
        for index in waiting.indices where waiting[index].owner == owner { waiting[index].priority = .playing }
    }

    private func rank(of ticket: Ticket) -> Int {
        ticket.priority == .warming ? -1 : ticket.owner.flatMap { ranks[$0] } ?? 0
    }

    private func next(_ now: HostTime) -> Ticket? {
        guard active.count < limit, let best = waiting.map(rank(of:)).max(),
            let first = waiting.first(where: { rank(of: $0) == best })
        else { return nil }
        if first.priority == .warming, active.count >= max(1, limit - 1) { return nil }
        return first
    }

    private mutating func refuseLate(_ now: HostTime) -> [Action] {
        let late = waiting.filter { now - $0.asked >= $0.patience }
        waiting.removeAll { now - $0.asked >= $0.patience }
        return late.map { .refuse($0.id) }
    }

    /// The number of places that the channel tuned last is short of.
    private var wantsPlace: Int {
        guard active.count >= limit, let best = waiting.map(rank(of:)).max(), best >= 0 else { return 0 }
        return waiting.count { rank(of: $0) == best } - active.count(where: \.isDisplaced)
    }

    /// Whether a ticket ranks below the first that waits, and belongs to another channel.
    private func isBelow(_ ticket: Ticket, _ waiting: [Ticket]) -> Bool {
        guard let first = waiting.max(by: { rank(of: $0) < rank(of: $1) }), first.priority == .playing else {
            return false
        }
        return rank(of: ticket) < rank(of: first) && (ticket.owner == nil || ticket.owner != first.owner)
    }

    private mutating func displace(_ now: HostTime) -> [Action] {
        var actions: [Action] = []
        while wantsPlace > 0 {
            let candidates = active.indices.filter {
                !active[$0].isDisplaced && isBelow(active[$0].ticket, waiting) && now - active[$0].began >= Self.brief
            }
            // The least wanted is displaced, and among equals the one that began last.
            let victim = candidates.min {
                (rank(of: active[$0].ticket), active[$1].began) < (rank(of: active[$1].ticket), active[$0].began)
            }
            guard let victim else { break }
            active[victim].isDisplaced = true
            actions.append(.displace(active[victim].ticket.id))
        }
        return actions
    }
}
