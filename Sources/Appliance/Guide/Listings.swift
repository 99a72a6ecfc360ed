import Channels
import GuideStore
import MediaCore

/// What is on now and next, on the channels that somebody looks at.
///
/// Answers of the guide are kept until a programme ends. Only what is looked at is asked for anew, so that a lineup of
/// 100,000 channels costs no more than a screen of them.
struct Listings: Sendable {
    enum Event: Sendable {
        /// These channels are on the screen, or may be with the next key; in place of those before.
        case look([Channel.ID])
        /// What the guide says of the channels that `ask` named; one that is missing is in no guide.
        ///
        /// - Parameter edition: as `ask` had it; what an earlier edition answers late counts no more
        case answer([Channel.ID: NowAndNext], of: [Channel.ID], edition: Int)
        /// There is another guide, or there are other channels: nothing that is known counts any more.
        case renewed
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Ask the guide, and answer with `answer`.
        case ask([Channel.ID], edition: Int)
        /// What is known of these channels is other than it was.
        case changed(Set<Channel.ID>)
    }

    private struct Known: Sendable {
        var entry: NowAndNext
        /// The second from which it may be wrong.
        var end: Int64
        /// What was known before nothing counts any more, but it is better than nothing until the answer is there.
        var isStale = false
    }

    /// How many channels are known at most; beyond that those go that nobody looks at.
    private static let most = 2000
    /// The longest sleep: a clock that is set while the box runs is noticed after so long.
    private static let longestSleep = Duration.seconds(60)

    private var known: [Channel.ID: Known] = [:]
    private var looked: [Channel.ID] = []
    private var asked: Set<Channel.ID> = []
    /// Counts the guides: each `renewed` begins another edition.
    private var edition = 0
    /// When a programme ends on a channel that is looked at; nil: none is known.
    private(set) var nextWake: HostTime?

    /// Whether a programme was ever known on any channel.
    private(set) var hasProgrammes = false

    /// What is known of the channel; nil: nothing.
    subscript(channel: Channel.ID) -> NowAndNext? { known[channel]?.entry }

    /// - Parameter wall: the seconds since 1970
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime, wall: Int64) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .look(let channels): looked = channels
        case .answer(let entries, let channels, let edition):
            guard edition == self.edition else { break }
            asked.subtract(channels)
            var changed: Set<Channel.ID> = []
            for channel in channels {
                let entry = entries[channel] ?? NowAndNext()
                if entry.now != nil || entry.next != nil { hasProgrammes = true }
                if known[channel]?.entry ?? NowAndNext() != entry { changed.insert(channel) }
                known[channel] = Known(entry: entry, end: entry.end(after: wall))
            }
            if !changed.isEmpty { effects.append(.changed(changed)) }
        case .renewed:
            edition += 1
            asked = []
            for channel in known.keys { known[channel]?.isStale = true }
        case .wake: break
        }
        let wanted = looked.filter { channel in
            guard !asked.contains(channel) else { return false }
            return known[channel].map { $0.isStale || $0.end <= wall } ?? true
        }
        if !wanted.isEmpty {
            asked.formUnion(wanted)
            effects.append(.ask(wanted, edition: edition))
        }
        forget()
        nextWake = wake(after: now, wall: wall)
        return effects
    }

    private mutating func forget() {
        guard known.count > Self.most else { return }
        let kept = Set(looked)
        known = known.filter { kept.contains($0.key) }
    }

    private func wake(after now: HostTime, wall: Int64) -> HostTime? {
        let ends = looked.compactMap { asked.contains($0) ? nil : known[$0]?.end }.filter { $0 < .max }
        guard let first = ends.min() else { return nil }
        return now + min(.seconds(max(1, first.subtractingReportingOverflow(wall).partialValue)), Self.longestSleep)
    }
}

extension NowAndNext {
    /// The second from which this may be wrong: a programme ends or begins. `Int64.max` where nothing is known.
    fileprivate func end(after wall: Int64) -> Int64 {
        let end = [now?.stop, next?.start].compactMap(\.self).min() ?? .max
        // A guide that answers with what is over already is not asked again and again.
        return end > wall ? end : wall.addingReportingOverflow(30).partialValue
    }
}
