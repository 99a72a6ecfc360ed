/// What the name of a list's entry says of a series: `Borgen S02E04`, `Borgen 2x04`, `Borgen S2 E4 Plant a Tree`.
package struct EpisodeName: Hashable, Sendable {
    /// The series, as the entry has it, without what stands around it.
    package var series: String
    /// Both from 0: specials have the season 0.
    package var season: Int
    package var episode: Int

    /// Reads a name; nil: it names no episode.
    package init?(_ name: String) {
        let letters = Array(name.utf8.prefix(512))
        for start in letters.indices where start == 0 || !Self.isWord(letters[start - 1]) {
            guard let (season, episode) = Self.numbers(letters, at: start) else { continue }
            let series = Self.trimmed(letters[..<start])
            guard !series.isEmpty else { continue }
            (self.series, self.season, self.episode) = (String(decoding: series, as: UTF8.self), season, episode)
            return
        }
        return nil
    }

    /// Whether this comes after another of the same series.
    package func follows(_ other: Self) -> Bool { (other.season, other.episode) < (season, episode) }

    /// The season and the episode that stand at a place: `S02E04`, `S2 E4`, `S2.E4`, `2x04`.
    private static func numbers(_ letters: [UInt8], at start: Int) -> (Int, Int)? {
        var place = start
        let isMarked = letters[place] | 0x20 == UInt8(ascii: "s")
        if isMarked { place += 1 }
        guard let season = number(letters, &place, most: isMarked ? 4 : 2) else { return nil }
        if isMarked {
            while place < letters.count, [0x20, 0x2e, 0x2d, 0x5f].contains(letters[place]) { place += 1 }
        }
        let mark = UInt8(ascii: isMarked ? "e" : "x")
        guard place < letters.count, letters[place] | 0x20 == mark else { return nil }
        place += 1
        if isMarked, place < letters.count, letters[place] | 0x20 == UInt8(ascii: "p") { place += 1 }
        guard let episode = number(letters, &place, most: 4), place == letters.count || !isWord(letters[place]) else {
            return nil
        }
        return (season, episode)
    }

    private static func number(_ letters: [UInt8], _ place: inout Int, most: Int) -> Int? {
        let start = place
        var value = 0
        while place < letters.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letters[place]) {
            guard place - start < most else { return nil }
            value = value * 10 + Int(letters[place] & 0x0f)
            place += 1
        }
        return place > start ? value : nil
    }

    private static func isWord(_ letter: UInt8) -> Bool {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
            true
        default: false
        }
    }

    /// What stands before the numbers, without the signs between them.
    private static func trimmed(_ letters: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let signs: Set<UInt8> = [0x20, 0x09, 0x2d, 0x2e, 0x3a, 0x5f, 0x7c, 0x28, 0x5b]
        var letters = letters
        while let last = letters.last, signs.contains(last) { letters.removeLast() }
        while let first = letters.first, signs.contains(first) { letters.removeFirst() }
        return letters
    }
}

extension Lineup {
    /// The entry that goes on with the series of another, in its group; nil: it is of no series, or the last.
    ///
    /// Looks at every name of the lineup: not on a thread that must not wait.
    package func episode(after channel: Channel) -> (channel: Channel, name: EpisodeName)? {
        guard let current = EpisodeName(channel.name) else { return nil }
        var folding = NameFolding()
        folding.fold(current.series)
        let series = folding.squeezed
        var next: (channel: Channel, name: EpisodeName)?
        for other in channels where other.id != channel.id && other.groups == channel.groups {
            guard let name = EpisodeName(other.name), name.follows(current),
                next.map({ $0.name.follows(name) }) ?? true
            else { continue }
            folding.fold(name.series)
            if folding.squeezed == series { next = (other, name) }
        }
        return next
    }
}
