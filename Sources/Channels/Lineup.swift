import Guide

/// The list of channels, in the order of their numbers.
package struct Lineup: Sendable, Equatable {
    /// The most digits of a channel number that a remote can type.
    package static let mostDigits = 5
    private static let highestNumber = 99_999

    package let channels: [Channel]
    /// The ids of entries that asked for a number which an earlier one had, or for one that can't be
    /// typed.
    package let renumbered: [Channel.ID]

    private let indices: [Channel.ID: Int]

    package static let empty = Lineup([])

    /// Numbers the entries: the first that asks for a number has it; those that ask for none, or for
    /// one that is taken, follow the highest in the order of the list. Guests come after all of them.
    package init(_ entries: [ChannelEntry], guests: [Guests.Guest] = [], favourites: Set<Channel.ID> = []) {
        var taken: Set<Int> = []
        var numbered: [(number: Int?, entry: ChannelEntry, id: Channel.ID)] = []
        // A list that names a channel like a guest does not get the guest's place.
        var ids = Set(guests.map(\.id))
        var counts: [String: Int] = [:]
        for entry in entries {
            let wanted = entry.number.flatMap(Self.number).flatMap { taken.insert($0).inserted ? $0 : nil }
            let base = entry.guideID ?? "name:" + entry.name
            numbered.append((wanted, entry, Self.unique(base, in: &ids, counts: &counts)))
        }
        for guest in guests { numbered.append((nil, guest.entry, guest.id)) }
        var next = (taken.max() ?? 0) + 1
        var renumbered: [Channel.ID] = []
        channels = numbered.map { number, entry, id in
            if number == nil, entry.number != nil { renumbered.append(id) }
            let own = number ?? next
            if number == nil { next += 1 }
            return Channel(id: id, number: own, entry: entry, isFavourite: favourites.contains(id))
        }.sorted { $0.number < $1.number }
        self.renumbered = renumbered
        indices = Dictionary(channels.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// An id that is not taken yet: `base`, else `base#2`, `base#3`, …
    private static func unique(
        _ base: String, in ids: inout Set<Channel.ID>, counts: inout [String: Int]
    ) -> Channel.ID {
        while true {
            let count = counts[base, default: 0] + 1
            counts[base] = count
            let id = count == 1 ? base : "\(base)#\(count)"
            if ids.insert(id).inserted { return id }
        }
    }

    /// The channel number in a text: `5`, `005`; for `5.1` the 5. Nil when there is none.
    private static func number(_ text: String) -> Int? {
        let whole = text.prefix { ("0"..."9").contains($0) }
        guard whole.count <= 9, let number = Int(whole), (1...highestNumber).contains(number) else { return nil }
        return number
    }

    func index(of id: Channel.ID) -> Int? { indices[id] }

    package subscript(id: Channel.ID) -> Channel? { indices[id].map { channels[$0] } }

    /// The channel `count` further (back, when negative), around the ends. Without a channel to
    /// start from, or from one that is no longer there, +1 is the first and −1 the last.
    package func channel(_ count: Int, from id: Channel.ID?) -> Channel? {
        guard !channels.isEmpty else { return nil }
        let size = channels.count
        let start = id.flatMap { indices[$0] } ?? (count > 0 ? -1 : size)
        let step = count % size
        return channels[((start + step) % size + size) % size]
    }

    package func channel(number: Int) -> Channel? {
        let index = firstIndex(from: number)
        return index < channels.count && channels[index].number == number ? channels[index] : nil
    }

    /// Whether a channel's number begins with these digits and goes on.
    package func hasNumber(longerThan digits: String) -> Bool {
        let significant = digits.drop { $0 == "0" }
        guard digits.count < Self.mostDigits else { return false }
        guard let prefix = significant.isEmpty ? 0 : Int(significant) else { return false }
        var low = prefix
        var high = prefix
        for _ in digits.count..<Self.mostDigits {
            low *= 10
            high = high * 10 + 9
            let index = firstIndex(from: max(low, 1))
            if index < channels.count, channels[index].number <= high { return true }
        }
        return false
    }

    /// The index of the first channel of this number or a higher one.
    private func firstIndex(from number: Int) -> Int {
        var low = 0
        var high = channels.count
        while low < high {
            let middle = (low + high) / 2
            if channels[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
