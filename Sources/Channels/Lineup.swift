import Guide

/// The list of channels, in the order of their numbers.
package struct Lineup: Sendable, Equatable {
    /// The most digits of a channel number that a remote can type.
    package static let mostDigits = 5

    package let channels: [Channel]
    /// The channels that are hidden by hand, in the order of their numbers.
    package let hidden: [Channel]
    /// The ids of the favourites among the channels, in the viewer's order.
    package let favourites: [Channel.ID]
    /// The ids of entries that asked for a number which an earlier one had, or for one that can't be
    /// typed, where the list's own numbers count.
    package let renumbered: [Channel.ID]
    /// The numbers to be kept for the next time the list is read.
    package let numbers: KeptNumbers
    /// How many entries ask for a number, and how many of these ask for one of their own that can be typed.
    package let ownNumbers: OwnNumbers

    package struct OwnNumbers: Hashable, Sendable {
        package var asked: Int
        package var apart: Int

        package init(asked: Int, apart: Int) {
            self.asked = asked
            self.apart = apart
        }
    }

    private let indices: [Channel.ID: Int]
    let names: LineupNames

    package static let empty = Lineup([])

    /// Numbers the entries, as `ChannelNumbers` says. Guests come after all of them.
    ///
    /// - Parameters:
    ///   - favourites: in the viewer's order; those that no list has count for nothing
    ///   - before: the numbers when the list was read last; nil: it never was
    ///   - previous: the channels as they were then
    ///   - edits: what was changed by hand
    package init(
        _ entries: [ChannelEntry], guests: [Guests.Guest] = [], favourites: [Channel.ID] = [],
        numbering: ChannelNumbering = .auto, before: KeptNumbers? = nil, previous: Lineup? = nil,
        edits: [Channel.ID: ChannelEdit] = [:]
    ) {
        let known = [previous?.channels, previous?.hidden].lazy.compactMap(\.self).joined()
            .filter { !Guests.isGuest($0.id) }
            .map { KnownChannel(id: $0.id, url: $0.url, name: $0.listName, guideID: $0.guideID) }
        // A list that names a channel like a guest does not get the guest's place.
        let numbers = ChannelNumbers(
            entries, takenIDs: Set(guests.map(\.id)), numbering, before: before, known: known,
            byHand: edits.compactMapValues(\.number))
        let ids = numbers.ids
        let liked = Set(favourites)
        var hidden: [Channel] = []
        var channels: [Channel] = []
        channels.reserveCapacity(entries.count + guests.count)
        for index in entries.indices {
            var channel = Channel(
                id: ids[index], number: numbers.numbers[index], entry: entries[index],
                isFavourite: liked.contains(ids[index]))
            let edit = edits.isEmpty ? nil : edits[channel.id]
            if let edit { channel.apply(edit) }
            if edit?.isHidden == true { hidden.append(channel) } else { channels.append(channel) }
        }
        let highest = numbers.numbers.max() ?? 0
        for (index, guest) in guests.enumerated() {
            channels.append(
                Channel(
                    id: guest.id, number: highest + 1 + index, entry: guest.entry,
                    isFavourite: liked.contains(guest.id)))
        }
        // Most lists are in the order of their numbers, and a long one takes its time to be sorted.
        if zip(channels, channels.dropFirst()).contains(where: { $0.number > $1.number }) {
            channels.sort { $0.number < $1.number }
        }
        self.channels = channels
        self.hidden = hidden.sorted { $0.number < $1.number }
        self.numbers = numbers.kept
        renumbered = numbers.renumbered.map { ids[$0] }
        ownNumbers = OwnNumbers(asked: numbers.asked, apart: numbers.apart)
        var indices: [Channel.ID: Int] = [:]
        indices.reserveCapacity(channels.count)
        for (index, channel) in channels.enumerated() where indices[channel.id] == nil { indices[channel.id] = index }
        self.indices = indices
        self.favourites = favourites.filter { indices[$0] != nil }
        names = LineupNames(self.channels)
    }

    // What is made of the channels is not compared.
    package static func == (a: Lineup, b: Lineup) -> Bool {
        a.channels == b.channels && a.numbers == b.numbers && a.renumbered == b.renumbered
            && a.ownNumbers == b.ownNumbers && a.hidden == b.hidden && a.favourites == b.favourites
    }

    /// The same channels with other favourites, in the viewer's order.
    package func setting(favourites: [Channel.ID]) -> Lineup { Lineup(self, favourites) }

    private init(_ other: Lineup, _ favourites: [Channel.ID]) {
        var channels = other.channels
        let liked = Set(favourites)
        for id in Set(other.favourites).symmetricDifference(liked) {
            if let index = other.indices[id] { channels[index].isFavourite = liked.contains(id) }
        }
        self.channels = channels
        (hidden, self.favourites) = (other.hidden, favourites.filter { other.indices[$0] != nil })
        (renumbered, numbers, ownNumbers) = (other.renumbered, other.numbers, other.ownNumbers)
        (indices, names) = (other.indices, other.names)
    }

    /// The hidden channel with this id.
    package func hidden(_ id: Channel.ID) -> Channel? { hidden.first { $0.id == id } }

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

    /// The channels whose names match what was typed, the best first: the name itself, its beginning, that of a word in
    /// it, a part of it; words of digits also as the letters on them. A number is the channel of that number, first.
    /// - Parameter limit: no more than so many
    package func search(_ text: String, limit: Int) -> [Channel] {
        let words = text.split(separator: " ").map(String.init)
        guard !words.isEmpty else { return [] }
        // Letters in order, anywhere in a name, would find too much.
        var found = names.matches(text).dropLast().flatMap(\.self)
        if words.contains(where: TelephoneKeys.mayBeWord) { found += names.matches(byKeys: words) }
        if let number = Int(text), let channel = channel(number: number), let index = indices[channel.id] {
            found.insert(index, at: 0)
        }
        var seen: Set<Int> = []
        return found.filter { seen.insert($0).inserted }.prefix(max(0, limit)).map { channels[$0] }
    }

    /// The words of the channels' names that were typed with these digits.
    /// - Parameter isWanted: whether the name of this channel may be told
    package func words(byKeys digits: String, limit: Int, where isWanted: (Channel) -> Bool) -> [String] {
        names.words(byKeys: digits, limit: limit) { isWanted(channels[$0]) }
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
