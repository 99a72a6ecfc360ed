import Foundation

/// The names of a lineup's channels, prepared for being searched: bytes in a row, so that a hundred thousand of them are
/// searched between two vblanks.
struct LineupNames: Sendable {
    /// How well a name matches what is looked for, best first: the name itself, its beginning, the beginning of a word in
    /// it, a part of it, its letters in order.
    static let ranks = 5

    /// The names without case, accents and width of letters, one behind the other.
    private var folded: [UInt8] = []
    private var foldedEnds: [Int] = []
    /// Where words of letters and numbers begin in `folded`.
    private var words: [Int] = []
    private var wordEnds: [Int] = []
    /// The letters and numbers of the folded names.
    private var squeezed: [UInt8] = []
    private var squeezedEnds: [Int] = []

    init(_ channels: [Channel]) {
        for channel in channels { append(Self.folded(channel.name)) }
    }

    private mutating func append(_ name: [UInt8]) {
        if name.allSatisfy({ $0 < 0x80 }) {
            var isInWord = false
            for byte in name {
                let isLetter = Self.isLetter(byte)
                if isLetter {
                    squeezed.append(byte)
                    if !isInWord { words.append(folded.count) }
                }
                isInWord = isLetter
                folded.append(byte)
            }
        } else {
            var isInWord = false
            for character in String(decoding: name, as: UTF8.self) {
                let isLetter = character.isLetter || character.isNumber
                if isLetter {
                    squeezed += character.utf8
                    if !isInWord { words.append(folded.count) }
                }
                isInWord = isLetter
                folded += character.utf8
            }
        }
        foldedEnds.append(folded.count)
        wordEnds.append(words.count)
        squeezedEnds.append(squeezed.count)
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
        folded.withUnsafeBufferPointer { folded in
            squeezed.withUnsafeBufferPointer { squeezed in
                for index in foldedEnds.indices {
                    let name = folded[start(index, foldedEnds)..<foldedEnds[index]]
                    let letters = squeezed[start(index, squeezedEnds)..<squeezedEnds[index]]
                    if let rank = rank(index, name, letters, folded, wanted), !visitor(index, rank) { return }
                }
            }
        }
    }

    private func start(_ index: Int, _ ends: [Int]) -> Int { index == 0 ? 0 : ends[index - 1] }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private func rank(
        _ index: Int, _ name: Bytes, _ letters: Bytes, _ folded: UnsafeBufferPointer<UInt8>, _ wanted: Wanted
    ) -> Int? {
        if Self.begins(name, wanted.folded) { return name.count == wanted.folded.count ? 0 : 1 }
        if wanted.isWord {
            for word in start(index, wordEnds)..<wordEnds[index]
            where Self.begins(folded[words[word]..<name.endIndex], wanted.folded) {
                return 2
            }
        }
        guard !wanted.squeezed.isEmpty else { return nil }
        if letters.count == wanted.squeezed.count { return Self.begins(letters, wanted.squeezed) ? 1 : nil }
        if Self.find(wanted.squeezed, in: letters) != nil { return 3 }
        guard wanted.letters.count >= 3 else { return nil }
        var rest = letters
        for letter in wanted.letters {
            guard let end = Self.find(letter, in: rest) else { return nil }
            rest = rest[end...]
        }
        return 4
    }

    private static func begins(_ text: Bytes, _ start: [UInt8]) -> Bool {
        guard text.count >= start.count else { return false }
        var index = text.startIndex
        for byte in start {
            guard text[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// The index behind the first place of `part`.
    private static func find(_ part: [UInt8], in text: Bytes) -> Int? {
        var start = text.startIndex
        while text.endIndex - start >= part.count {
            if begins(text[start...], part) { return start + part.count }
            start += 1
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

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    /// The text without case, accents, width of letters, and blanks around it.
    static func folded(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        if bytes.contains(where: { $0 >= 0x80 }) {
            let folded = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            bytes = Array(folded.precomposedStringWithCanonicalMapping.utf8)
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
