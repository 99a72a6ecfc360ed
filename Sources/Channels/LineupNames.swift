/// The names of a lineup's channels, prepared for being searched: bytes in a row, so that a hundred thousand of them are
/// searched between two vblanks.
struct LineupNames: Sendable {
    /// How well a name matches what is looked for, best first: the name itself, its beginning, the beginning of a word in
    /// it, a part of it, its letters in order.
    static let ranks = 5

    /// The names without case, accents and width of letters, one behind the other.
    private(set) var folded: [UInt8] = []
    private(set) var foldedEnds: [Int] = []
    /// Where words of letters and numbers begin in `folded`.
    private(set) var words: [Int] = []
    private(set) var wordEnds: [Int] = []
    /// The letters and numbers of the folded names.
    private var squeezed: [UInt8] = []
    private var squeezedEnds: [Int] = []

    /// Which letters and numbers are in each name: most names lack one that is looked for, and are passed over.
    private var letterSets: [UInt64] = []

    init(_ channels: [Channel]) {
        foldedEnds.reserveCapacity(channels.count)
        wordEnds.reserveCapacity(channels.count)
        squeezedEnds.reserveCapacity(channels.count)
        letterSets.reserveCapacity(channels.count)
        var folding = NameFolding()
        for channel in channels {
            folding.fold(channel.name)
            let start = folded.count
            folded += folding.folded
            for word in folding.words { words.append(start + word) }
            squeezed += folding.squeezed
            foldedEnds.append(folded.count)
            wordEnds.append(words.count)
            squeezedEnds.append(squeezed.count)
            letterSets.append(Self.letterSet(folding.squeezed))
        }
    }

    /// A bit for each small letter and number that there is, and some for the bytes of others.
    private static func letterSet(_ bytes: [UInt8]) -> UInt64 {
        var set: UInt64 = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): set |= 1 << UInt64(byte - UInt8(ascii: "a"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"): set |= 1 << UInt64(26 + byte - UInt8(ascii: "0"))
            default: set |= 1 << UInt64(36 + byte % 28)
            }
        }
        return set
    }

    /// The indices of the channels that match, by rank, in the order of the lineup.
    func matches(_ text: String) -> [[Int]] {
        var found = [[Int]](repeating: [], count: Self.ranks)
        visit(text) { index, rank in
            found[rank].append(index)
            return true
        }
        return found
    }

    /// The index of the first of the best matches.
    func best(_ text: String) -> Int? {
        var best: (index: Int, rank: Int)?
        visit(text) { index, rank in
            if rank < best?.rank ?? Self.ranks { best = (index, rank) }
            return best?.rank != 0
        }
        return best?.index
    }

    /// - Parameter visitor: is told of each match; false ends the search
    private func visit(_ text: String, _ visitor: (_ index: Int, _ rank: Int) -> Bool) {
        let wanted = Wanted(text)
        guard !wanted.folded.isEmpty else { return }
        let letters = Self.letterSet(wanted.squeezed)
        folded.withUnsafeBufferPointer { folded in
            squeezed.withUnsafeBufferPointer { squeezed in
                for index in foldedEnds.indices where letterSets[index] & letters == letters {
                    let name = UnsafeBufferPointer(rebasing: folded[start(index, foldedEnds)..<foldedEnds[index]])
                    let kept = UnsafeBufferPointer(rebasing: squeezed[start(index, squeezedEnds)..<squeezedEnds[index]])
                    if let rank = rank(index, name, kept, wanted), !visitor(index, rank) { return }
                }
            }
        }
    }

    private func start(_ index: Int, _ ends: [Int]) -> Int { index == 0 ? 0 : ends[index - 1] }

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private func rank(_ index: Int, _ name: Bytes, _ letters: Bytes, _ wanted: Wanted) -> Int? {
        if Self.isAt(0, wanted.folded, in: name) { return name.count == wanted.folded.count ? 0 : 1 }
        if wanted.isWord {
            let place = start(index, foldedEnds)
            for word in start(index, wordEnds)..<wordEnds[index]
            where Self.isAt(words[word] - place, wanted.folded, in: name) {
                return 2
            }
        }
        guard !wanted.squeezed.isEmpty else { return nil }
        if letters.count <= wanted.squeezed.count {
            return letters.count == wanted.squeezed.count && Self.isAt(0, wanted.squeezed, in: letters) ? 1 : nil
        }
        if Self.find(wanted.squeezed, in: letters, from: 0) != nil { return 3 }
        guard wanted.letters.count >= 3 else { return nil }
        var end = 0
        for letter in wanted.letters {
            guard let next = Self.find(letter, in: letters, from: end) else { return nil }
            end = next
        }
        return 4
    }

    private static func isAt(_ place: Int, _ part: [UInt8], in text: Bytes) -> Bool {
        guard text.count - place >= part.count else { return false }
        for offset in part.indices where text[place + offset] != part[offset] { return false }
        return true
    }

    /// The index behind the first place of `part`, from `start` on.
    private static func find(_ part: [UInt8], in text: Bytes, from start: Int) -> Int? {
        guard let first = part.first else { return start }
        var place = start
        while text.count - place >= part.count {
            if text[place] == first, isAt(place, part, in: text) { return place + part.count }
            place += 1
        }
        return nil
    }

    /// What is looked for.
    private struct Wanted {
        let folded: [UInt8]
        let squeezed: [UInt8]
        /// The letters and numbers one by one.
        let letters: [[UInt8]]
        /// Whether it is nothing but letters and numbers.
        let isWord: Bool

        init(_ text: String) {
            folded = LineupNames.folded(text)
            let kept = String(decoding: folded, as: UTF8.self).filter { $0.isLetter || $0.isNumber }
            letters = kept.map { Array($0.utf8) }
            squeezed = Array(kept.utf8)
            isWord = squeezed.count == folded.count
        }
    }

    static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// The text without case, accents, width of letters, and blanks around it.
    static func folded(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        if bytes.contains(where: { $0 >= 0x80 }) {
            bytes = Array(NameFolding.whole(text).utf8)
        } else {
            for index in bytes.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index]) {
                bytes[index] += 0x20
            }
        }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        if let first = bytes.first, first == 0x20 || first == 0x09 {
            bytes = Array(bytes.drop { $0 == 0x20 || $0 == 0x09 })
        }
        return bytes
    }
}
