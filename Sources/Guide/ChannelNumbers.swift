/// The ids and numbers of a list's channels.
///
/// A list's own numbers *tell channels apart* where of the channels that have one at least nine in ten have one that
/// can be typed and that no channel before them has. Lists that were put together from others fail this: each of them
/// counts from 1. Once the choice is made it stays, so that channels are where people know them: own numbers count on
/// while eight in ten are apart, and a list in its own order goes over to them where all are.
///
/// A channel that has no number from the list keeps the one it was given before. A new one takes the lowest that is
/// free; where the list's own numbers count, the lowest above all of those.
package struct ChannelNumbers: Sendable {
    /// The id of each entry: its `tvg-id`, else made of its name; with `#2` behind it where it is taken.
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

    private static let highest = 99_999

    /// - Parameters:
    ///   - takenIDs: the ids that no entry may have
    ///   - before: the numbers when the list was read last; nil: it never was
    package init(
        _ entries: [ChannelEntry], takenIDs: Set<String> = [], _ numbering: ChannelNumbering = .auto,
        before: KeptNumbers? = nil
    ) {
        var takenIDs = takenIDs
        takenIDs.reserveCapacity(takenIDs.count + entries.count)
        var counts: [String: Int] = [:]
        let ids = entries.map { Self.unique($0.guideID ?? "name:" + $0.name, in: &takenIDs, counts: &counts) }
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
        kept = KeptNumbers(fromList: fromList)
        if fromList {
            renumbered = entries.indices.filter { wanted[$0] == nil && entries[$0].number != nil }
        } else {
            wanted = [Int?](repeating: nil, count: entries.count)
            taken = []
        }
        let highestOwn = taken.max() ?? 0
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
            kept.given[ids[index]] = numbers[index]
        }
    }

    /// An id that is not taken yet: `base`, else `base#2`, `base#3`, …
    private static func unique(_ base: String, in ids: inout Set<String>, counts: inout [String: Int]) -> String {
        if ids.insert(base).inserted { return base }
        while true {
            let count = counts[base, default: 1] + 1
            counts[base] = count
            let id = "\(base)#\(count)"
            if ids.insert(id).inserted { return id }
        }
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
