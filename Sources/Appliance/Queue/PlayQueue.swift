import Channels
import ControlProtocol

/// Decides what plays after what of items that programs have declared: in their order, one after the other, those that
/// can't be played passed over.
///
/// An item plays as a channel of its own. While the viewer is on another channel the queue rests, and keeps its place.
struct PlayQueue: Sendable, Equatable {
    struct Entry: Sendable, Equatable, Identifiable {
        /// The same as long as it is in the queue; never used again.
        let id: Int
        let item: DeclaredItem
        /// It could not be played when it was its turn.
        var hasFailed = false
        /// It was seen or heard: from then on it begins where it was left.
        var hasPlayed = false

        /// What followers are told of it.
        fileprivate var told: [Int] { [id, hasFailed ? 1 : 0] }
    }

    enum Event: Sendable {
        /// Puts items in. What was declared to be played now is.
        case add([DeclaredItem], ItemsRequest.Place)
        case go(Entry.ID)
        /// To the next, or the one before.
        case step(isForward: Bool)
        case remove(Entry.ID)
        /// - Parameter to: the place, from 1; what is too great is the last
        case move(Entry.ID, to: Int)
        case clear
        case repeats(QueueInfo.Repeat)
        /// What was to be played is this channel; nil: it may not be played, and is passed over.
        ///
        /// - Parameter from: the channel that was watched before
        case began(Channel.ID?, from: Channel.ID? = nil)
        /// The channel is on the screen, or heard.
        case shown(Channel.ID)
        /// The viewer has chosen this channel.
        case chose(Channel.ID?)
        /// What plays is near its end, or no longer.
        case nearEnd(Bool)
        /// The channel has been played to its end.
        case ended(Channel.ID)
        /// The channel can't be played.
        case failed(Channel.ID)
    }

    enum Effect: Sendable, Equatable {
        /// Play this, and answer with `began`.
        case play(Entry)
        /// Play what has ended from its beginning.
        case again
        /// Have this ready, as it comes next; nil: nothing.
        case expect(Entry?)
        /// Say that this can't be played and that the next is.
        case passedOver(Entry)
        /// Followers are to be told.
        case changed
        /// It is to be kept as it is now.
        case keep

        var plays: Bool {
            switch self {
            case .play, .again: true
            case .expect, .passedOver, .changed, .keep: false
            }
        }
    }

    /// So many there are at most.
    static let mostEntries = 500

    private(set) var entries: [Entry] = []
    private(set) var repeats = QueueInfo.Repeat.off
    /// The entry that plays, or that was left last.
    private(set) var current: Entry.ID?
    /// The channel as which it plays; nil: the queue rests.
    private(set) var channel: Channel.ID?
    /// The channel that was watched before the queue began: it comes behind its end.
    private(set) var origin: Channel.ID?
    private var isStarting = false
    private var isNearEnd = false
    private var expected: Entry.ID?
    private var count = 0

    init() {}

    /// The queue of the last run, at rest.
    init(_ kept: KeptQueue) {
        entries = kept.entries.prefix(Self.mostEntries).enumerated().map { index, entry in
            Entry(id: index + 1, item: entry.item, hasPlayed: entry.hasPlayed)
        }
        count = entries.count
        current = kept.current.flatMap { entries.indices.contains($0) ? entries[$0].id : nil }
        repeats = kept.repeats
    }

    /// Whether what is watched, or on its way to be, is an entry of the queue.
    var isPlaying: Bool { channel != nil }

    var currentEntry: Entry? { current.flatMap { self[$0] } }

    /// What is known of a channel that is an entry; nil: it is none, or not the one that plays.
    func item(of channel: Channel.ID?) -> DeclaredItem? {
        guard let channel, channel == self.channel else { return nil }
        return currentEntry?.item
    }

    subscript(id: Entry.ID) -> Entry? { entries.first { $0.id == id } }

    /// Where what has this address begins by its declaration, in seconds, until it has been on the screen once.
    func start(of url: String) -> Double? { entries.first { $0.item.url == url && !$0.hasPlayed }?.item.start }

    /// What is known of what has this address, where it is in the queue: the entry that plays before others.
    func declared(of url: String) -> DeclaredItem? {
        if let item = currentEntry?.item, item.url == url { return item }
        return entries.first { $0.item.url == url }?.item
    }

    var canStep: Bool { isPlaying && entries.count > 1 }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        let before = self
        var effects = act(on: event)
        effects += expectation()
        if entries.map(\.told) != before.entries.map(\.told) || repeats != before.repeats || current != before.current
            || isPlaying != before.isPlaying
        {
            effects.append(.changed)
        }
        if entries != before.entries || repeats != before.repeats || current != before.current { effects.append(.keep) }
        return effects
    }

    private mutating func act(on event: Event) -> [Effect] {
        switch event {
        case .add(let items, let place): return add(items, place)
        case .go(let id): return play(id)
        case .step(let isForward):
            guard isPlaying, let next = neighbour(isForward ? 1 : -1, wraps: true) else { return [] }
            return play(next)
        case .remove(let id):
            guard let index = index(of: id) else { return [] }
            // What plays goes on, as no entry any more: the queue rests where it was.
            if id == current { (current, channel) = (index > 0 ? entries[index - 1].id : nil, nil) }
            entries.remove(at: index)
        case .move(let id, let place):
            guard let index = index(of: id) else { return [] }
            let entry = entries.remove(at: index)
            entries.insert(entry, at: min(max(0, place.subtractingReportingOverflow(1).partialValue), entries.count))
        case .clear:
            let kept = isPlaying ? current : nil
            entries.removeAll { $0.id != kept }
            current = kept
        case .repeats(let mode): repeats = mode
        case .began(let channel?, let from):
            isStarting = false
            if self.channel == nil { origin = from == channel ? nil : from }
            self.channel = current == nil ? nil : channel
        case .began(nil, _):
            (isStarting, self.channel) = (false, nil)
            guard let index = current.flatMap({ index(of: $0) }), !entries[index].hasFailed else { return [] }
            entries[index].hasFailed = true
            // Once round at most: each that is refused is passed over by then.
            guard let next = neighbour(1, wraps: repeats == .all), next != current else { return [] }
            return [.passedOver(entries[index])] + play(next)
        case .shown(let channel):
            guard channel == self.channel, let index = current.flatMap({ index(of: $0) }) else { return [] }
            entries[index].hasPlayed = true
        case .chose(let channel):
            guard !isStarting, self.channel != nil, channel != self.channel else { return [] }
            self.channel = nil
            isNearEnd = false
        case .nearEnd(let isNear): isNearEnd = isNear
        case .ended(let channel):
            guard channel == self.channel, let current else { return [] }
            isNearEnd = false
            if repeats == .one { return [.again] }
            guard let next = neighbour(1, wraps: repeats == .all) else { return [] }
            return next == current ? [.again] : play(next)
        case .failed(let channel):
            guard channel == self.channel, let index = current.flatMap({ index(of: $0) }), !entries[index].hasFailed
            else { return [] }
            entries[index].hasFailed = true
            guard let next = neighbour(1, wraps: repeats == .all), next != current else { return [] }
            return [.passedOver(entries[index])] + play(next)
        }
        return []
    }

    private mutating func add(_ items: [DeclaredItem], _ place: ItemsRequest.Place) -> [Effect] {
        let new = items.prefix(max(0, Self.mostEntries - entries.count)).map { item in
            count += 1
            return Entry(id: count, item: item)
        }
        guard let first = new.first else { return [] }
        let after = current.flatMap { index(of: $0) }.map { $0 + 1 }
        entries.insert(
            contentsOf: new, at: place == .last ? entries.count : after ?? (place == .now ? 0 : entries.count))
        return place == .now ? play(first.id) : []
    }

    private mutating func play(_ id: Entry.ID) -> [Effect] {
        guard let index = index(of: id) else { return [] }
        // Who asks for it again may have mended it.
        entries[index].hasFailed = false
        (current, isStarting, isNearEnd) = (id, true, false)
        return [.play(entries[index])]
    }

    /// The entry so many places on that has not failed; nil: there is none.
    private func neighbour(_ step: Int, wraps: Bool) -> Entry.ID? {
        guard let start = current.flatMap({ index(of: $0) }) else { return nil }
        for distance in 1...max(1, entries.count) {
            var index = start + step * distance
            if wraps { index = ((index % entries.count) + entries.count) % entries.count }
            guard entries.indices.contains(index) else { return nil }
            if !entries[index].hasFailed { return entries[index].id }
        }
        return nil
    }

    private func index(of id: Entry.ID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Has the next made ready, near the end of the one before.
    private mutating func expectation() -> [Effect] {
        var next: Entry.ID?
        if isPlaying, isNearEnd, !isStarting, repeats != .one {
            next = neighbour(1, wraps: repeats == .all).flatMap { $0 == current ? nil : $0 }
        }
        guard next != expected else { return [] }
        expected = next
        return [.expect(next.flatMap { self[$0] })]
    }
}
