import MediaCore

/// Says when which guide is fetched and read: one after the other, each again after its time, and sooner where that
/// failed or where there are other channels.
struct GuideUpdates: Sendable {
    enum Event: Sendable {
        /// These guides count, the first before the others; in place of those before.
        case sources([String])
        /// There are other channels: what was left out of a guide may be wanted now.
        case channels
        /// What `update` asked for is done.
        ///
        /// - Parameter reach: how far ahead the guide tells what is on; nil: not known
        case updated(String, reach: Duration? = nil)
        /// It could not be done, in words for people. The guide that was there counts on.
        case failed(String, String)
        /// Somebody wants all of them fetched now.
        case refresh
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Fetch this guide if it is another than before, read it, and answer with `updated` or `failed`.
        case update(String)
        /// Answer from these guides, the first before the others.
        case use([String])
        /// Warn of a guide that can't be had; nil: no longer.
        case warn(String, String?)
    }

    /// What comes first has the line and the processor: the picture.
    private static let start = Duration.seconds(15)
    /// Lists come in pieces and are edited in steps; one reading serves for all of them.
    private static let rest = Duration.seconds(5)
    private static let firstRetry = Duration.seconds(60)
    /// A guide that tells little more than now and next is fetched again so often at most.
    private static let soonest = Duration.seconds(15 * 60)

    private struct Guide: Sendable {
        /// When it is to be updated; nil: it is being updated.
        var due: HostTime?
        var failures = 0
        /// There are other channels since its update began.
        var isWantedAgain = false
    }

    private let refresh: Duration
    private var order: [String] = []
    private var guides: [String: Guide] = [:]
    /// What is being updated: one at a time.
    private(set) var current: String?

    /// - Parameter refresh: the time after which a guide is fetched again
    init(refresh: Duration) { self.refresh = refresh }

    /// When the next guide is due; nil: one is being updated, or there is none.
    var nextWake: HostTime? { current == nil ? order.compactMap { guides[$0]?.due }.min() : nil }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .sources(let sources):
            var seen: Set<String> = []
            let sources = sources.filter { seen.insert($0).inserted }
            guard sources != order else { break }
            for gone in order where !seen.contains(gone) { effects.append(.warn(gone, nil)) }
            order = sources
            for source in sources where guides[source] == nil {
                guides[source] = Guide(due: now + Self.start)
            }
            guides = guides.filter { seen.contains($0.key) || $0.key == current }
            effects.append(.use(sources))
        case .channels:
            for source in order { want(source, by: now + Self.rest) }
        case .refresh:
            for source in order { want(source, by: now) }
        case .updated(let source, let reach):
            // What reaches four hours ahead has the next programme of every channel for one of them.
            let wait = reach.map { min(refresh, max(Self.soonest, $0 / 4)) } ?? refresh
            end(of: source) { guide in
                guide.failures = 0
                guide.due = now + (guide.isWantedAgain ? Self.rest : wait)
            }
            effects.append(.warn(source, nil))
        case .failed(let source, let reason):
            end(of: source) { [refresh] guide in
                let pause = Self.firstRetry * (1 << min(guide.failures, 6))
                guide.failures = min(guide.failures + 1, 100)
                guide.due = now + min(pause, refresh)
            }
            if guides[source] != nil { effects.append(.warn(source, reason)) }
        case .wake: break
        }
        return effects + next(at: now)
    }

    private mutating func want(_ source: String, by time: HostTime) {
        guard let due = guides[source]?.due else {
            guides[source]?.isWantedAgain = true
            return
        }
        guides[source]?.due = min(due, time)
    }

    private mutating func end(of source: String, _ change: (inout Guide) -> Void) {
        guard source == current else { return }
        current = nil
        guard order.contains(source), var guide = guides[source] else {
            guides[source] = nil
            return
        }
        change(&guide)
        guide.isWantedAgain = false
        guides[source] = guide
    }

    private mutating func next(at now: HostTime) -> [Effect] {
        guard current == nil else { return [] }
        let ready = order.filter { source in guides[source]?.due.map { $0 <= now } == true }
        // The longest overdue; of equals the first in the owner's order.
        guard let source = ready.min(by: { (guides[$0]?.due ?? .zero) < (guides[$1]?.due ?? .zero) }) else { return [] }
        current = source
        guides[source]?.due = nil
        return [.update(source)]
    }
}
