/// The ids and numbers of a list's channels.
///
/// A list's own numbers *tell channels apart* where of the channels that have one at least nine in ten have one that
/// can be typed and that no channel before them has. Lists that were put together from others fail this: each of them
/// counts from 1. Once the choice is made it stays, so that channels are where people know them: own numbers count on
/// while eight in ten are apart, and a list in its own order goes over to them where all are.
///
/// What was numbered by hand has its number before all others. A channel that has no number from the list keeps the one it was given before. A new one takes the lowest that is
/// free; where the list's own numbers count, the lowest above all of those.
package struct ChannelNumbers: Sendable {
    /// The id of each entry, as `ChannelIDs` says.
    package let ids: [String]
    /// The number of each entry.
    package private(set) var numbers: [Int] = []
    package private(set) var kept: KeptNumbers
    /// The indices of the entries that ask for a number and have another, where the list's own numbers count.
    package private(set) var renumbered: [Int] = []
    /// How many entries ask for a number.
    package private(set) var asked = 0
    /// How many of those ask for one that can be typed and that none before them asks for.
    package private(set) var apart = 0

    static let highest = 99_999

    /// - Parameters:
    ///   - takenIDs: the ids that no entry may have
    ///   - before: the numbers when the list was read last; nil: it never was
    ///   - known: the channels as they were then
    ///   - byHand: the numbers that were given by hand, by the channels' ids
    package init(
        _ entries: [ChannelEntry], takenIDs: Set<String> = [], _ numbering: ChannelNumbering = .auto,
        before: KeptNumbers? = nil, known: some Sequence<KnownChannel> = [], byHand: [String: Int] = [:]
    ) {
        let named = ChannelIDs(entries, taken: takenIDs, renamed: before?.renamed ?? [:], known: known)
        let ids = named.ids
        self.ids = ids
        var taken: Set<Int> = []
        var wanted = [Int?](repeating: nil, count: entries.count)
        for (index, entry) in entries.enumerated() {
            guard let text = entry.number else { continue }
            asked += 1
            if let number = Self.number(text), taken.insert(number).inserted { wanted[index] = number }
        }
        apart = taken.count
        let fromList = Self.countsListNumbers(numbering, asked: asked, apart: apart, before: before?.fromList)
        kept = KeptNumbers(fromList: fromList, renamed: named.renamed)
        if fromList {
            renumbered = entries.indices.filter { wanted[$0] == nil && entries[$0].number != nil }
        } else {
            wanted = [Int?](repeating: nil, count: entries.count)
            taken = []
        }
        let highestOwn = taken.max() ?? 0
        let hands = byHand.isEmpty ? [:] : Self.chosen(byHand, ids)
        if !hands.isEmpty {
            let numbers = Set(hands.values)
            for (index, number) in wanted.enumerated() where number.map(numbers.contains) ?? false {
                wanted[index] = nil
            }
            for (index, number) in hands { wanted[index] = number }
            taken.formUnion(numbers)
        }
        if let before, before.fromList == fromList {
            for index in entries.indices where wanted[index] == nil {
                if let number = before.given[ids[index]], number > 0, taken.insert(number).inserted {
                    wanted[index] = number
                }
            }
        }
        var next = highestOwn
        numbers.reserveCapacity(entries.count)
        for index in entries.indices {
            if wanted[index] == nil {
                repeat { next += 1 } while taken.contains(next)
            }
            numbers.append(wanted[index] ?? next)
        }
        if !fromList { kept.given.reserveCapacity(entries.count) }
        for (index, entry) in entries.enumerated() where !fromList || Self.number(entry.number ?? "") != numbers[index]
        {
            // What it has without the hand it gets back from it.
            kept.given[ids[index]] = hands[index] == nil ? numbers[index] : before?.given[ids[index]]
        }
    }

    /// The numbers that were given by hand, by the entries' indices: of two with one number the first has it.
    private static func chosen(_ byHand: [String: Int], _ ids: [String]) -> [Int: Int] {
        var chosen: [Int: Int] = [:]
        var taken: Set<Int> = []
        for (index, id) in ids.enumerated() {
            guard let number = byHand[id], (1...highest).contains(number), taken.insert(number).inserted else {
                continue
            }
            chosen[index] = number
        }
        return chosen
    }

    private static func countsListNumbers(
        _ numbering: ChannelNumbering, asked: Int, apart: Int, before: Bool?
    ) -> Bool {
        switch numbering {
        case .list: true
        case .order: false
        case .auto:
            switch before {
            case nil: apart * 10 >= asked * 9
            case true?: apart * 10 >= asked * 8
            case false?: asked > 0 && apart == asked
            }
        }
    }

    /// The channel number in a text: `5`, `005`; for `5.1` the 5. Nil when there is none.
    private static func number(_ text: String) -> Int? {
        var number = 0
        var digits = 0
        for byte in text.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
            digits += 1
            guard digits <= 9 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return (1...highest).contains(number) ? number : nil
    }
}
