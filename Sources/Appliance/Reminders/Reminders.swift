import Channels
import GuideStore
import MediaCore
import Store

/// Knows of which programmes viewers want to be reminded, and says so a minute before each begins; a programme that the
/// guide moves takes its reminder along.
struct Reminders: Sendable {
    enum Event: Sendable {
        case remind(Reminder)
        case forget(Channel.ID, start: Int64)
        /// What the guide has of a channel now, in a window of seconds since 1970.
        case listed([GuideReader.Cell], of: Channel.ID, in: Range<Int64>)
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Hashable, Sendable {
        /// Keep these, in place of those before.
        case store([Reminder])
        /// Tell the viewer.
        case tell(Reminder)
        /// Those that were told, and those that are to be, are others.
        case changed
    }

    /// So long before its beginning one is told of a programme, in seconds.
    static let ahead: Int64 = 60
    /// As far as a programme may be moved and is still known by its title, in seconds.
    static let reach: Int64 = 3 * 3600
    /// The longest sleep: a clock that is set meanwhile is noticed after so long.
    private static let longestSleep = Duration.seconds(60)

    /// Those to come, the first in time first.
    private(set) var all: [Reminder]
    /// Those that were told and are not over, the last one first.
    private(set) var told: [Reminder] = []
    private(set) var nextWake: HostTime?

    init(_ all: [Reminder] = []) { self.all = all.sorted { ($0.start, $0.channel) < ($1.start, $1.channel) } }

    func contains(_ channel: Channel.ID, start: Int64) -> Bool {
        all.contains { $0.channel == channel && $0.start == start }
    }

    /// - Parameter wall: the seconds since 1970
    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime, wall: Int64) -> [Effect] {
        let (before, toldBefore) = (all, told)
        switch event {
        case .remind(let reminder):
            all.removeAll { $0.channel == reminder.channel && $0.start == reminder.start }
            if all.count < Store.mostReminders, reminder.stop > wall { insert(reminder) }
        case .forget(let channel, let start):
            all.removeAll { $0.channel == channel && $0.start == start }
            told.removeAll { $0.channel == channel && $0.start == start }
        case .listed(let cells, let channel, let window): follow(cells, of: channel, in: window)
        case .wake: break
        }
        var effects: [Effect] = []
        // What was missed, as the box was off, is told as long as it is on.
        while let first = all.first, first.start.addingSaturating(-Self.ahead) <= wall {
            all.removeFirst()
            guard first.stop > wall else { continue }
            told.insert(first, at: 0)
            effects.append(.tell(first))
        }
        told.removeAll { $0.stop <= wall }
        if all != before { effects.insert(.store(all), at: 0) }
        if all != before || told != toldBefore { effects.append(.changed) }
        let next = [all.first?.start.addingSaturating(-Self.ahead), told.map(\.stop).min()].compactMap(\.self).min()
        nextWake = next.map { now + min(.seconds(max(0, $0.addingSaturating(-wall))), Self.longestSleep) }
        return effects
    }

    private mutating func insert(_ reminder: Reminder) {
        let place = all.firstIndex { ($0.start, $0.channel) > (reminder.start, reminder.channel) } ?? all.endIndex
        all.insert(reminder, at: place)
    }

    /// A programme that is no longer where it was, and nearby under the same title, was moved.
    private mutating func follow(_ cells: [GuideReader.Cell], of channel: Channel.ID, in window: Range<Int64>) {
        for reminder in all where reminder.channel == channel && window.contains(reminder.start) {
            let same = cells.filter { $0.title == reminder.title }
            guard !same.contains(where: { $0.start == reminder.start }),
                let moved = same.min(by: { $0.distance(to: reminder) < $1.distance(to: reminder) }),
                moved.distance(to: reminder) <= Self.reach.magnitude,
                !contains(channel, start: moved.start)
            else { continue }
            all.removeAll { $0 == reminder }
            insert(Reminder(channel: channel, start: moved.start, stop: moved.stop, title: moved.title))
        }
    }
}

extension GuideReader.Cell {
    /// How far it begins from what was to be, in seconds.
    fileprivate func distance(to reminder: Reminder) -> UInt64 {
        start.addingSaturating(reminder.start == .min ? .max : -reminder.start).magnitude
    }
}
