import Foundation

/// Takes case, accents and width of letters from names, as Foundation does, many names in a fraction of its time: most
/// scalars of most scripts mean the same whatever stands beside them, and of those each is asked for once.
///
/// A name with any other (combining marks, joiners, variation selectors, controls) is folded whole, by Foundation.
package struct NameFolding {
    /// What a scalar becomes, where that does not depend on its neighbours.
    private struct Folded {
        /// Where its bytes begin in `bytes`.
        var start: Int
        var count: Int
        /// Whether all of it is letters and numbers.
        var isLetter: Bool
    }

    /// A name without case, accents and width of letters, and without blanks around it.
    package private(set) var folded: [UInt8] = []
    /// The letters and numbers of it.
    package private(set) var squeezed: [UInt8] = []
    /// Where its words of letters and numbers begin.
    package private(set) var words: [Int] = []

    private var known: [UInt32: Folded?] = [:]
    private var bytes: [UInt8] = []

    package init() {}

    /// Folds a name; the result is in the properties until the next one.
    package mutating func fold(_ name: String) {
        folded.removeAll(keepingCapacity: true)
        squeezed.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        var name = name
        // Swift's native strings lie in one piece.
        let isDone = name.withUTF8 { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) {
                foldASCII(bytes)
                return true
            }
            return foldScalars(bytes)
        }
        if !isDone { foldWhole(name) }
    }

    private mutating func foldASCII(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bytes = bytes[...]
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
        var isInWord = false
        for byte in bytes {
            let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
            let isLetter = LineupNames.isLetter(small)
            if isLetter {
                squeezed.append(small)
                if !isInWord { words.append(folded.count) }
            }
            isInWord = isLetter
            folded.append(small)
        }
    }

    /// - Returns: whether that was possible; if not, `folded` holds nothing of use
    private mutating func foldScalars(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        var isInWord = false
        var index = 0
        while index < name.count {
            let first = name[index]
            if first < 0x80 {
                guard first >= 0x20, first != 0x7f else { return false }
                index += 1
                // Blanks at the beginning are no part of the name.
                if first == 0x20, folded.isEmpty { continue }
                let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) ? first + 0x20 : first
                let isLetter = LineupNames.isLetter(small)
                if isLetter {
                    squeezed.append(small)
                    if !isInWord { words.append(folded.count) }
                }
                isInWord = isLetter
                folded.append(small)
                continue
            }
            // A string's bytes are valid UTF-8.
            let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            guard index + length <= name.count else { return false }
            var scalar = UInt32(first) & (0x7f >> UInt32(length))
            for offset in 1..<length { scalar = scalar << 6 | UInt32(name[index + offset] & 0x3f) }
            index += length
            guard let found = folded(scalar) else { return false }
            if found.count == 0 { continue }
            if found.isLetter {
                if !isInWord { words.append(folded.count) }
                for byte in found.start..<found.start + found.count { squeezed.append(bytes[byte]) }
            }
            isInWord = found.isLetter
            for byte in found.start..<found.start + found.count {
                if folded.isEmpty, bytes[byte] == 0x20 { continue }
                folded.append(bytes[byte])
            }
        }
        while folded.last == 0x20 { folded.removeLast() }
        return true
    }

    private mutating func folded(_ value: UInt32) -> Folded? {
        if let found = known[value] { return found }
        let made = make(value)
        known[value] = .some(made)
        return made
    }

    private mutating func make(_ value: UInt32) -> Folded? {
        guard Self.standsAlone(value), let scalar = Unicode.Scalar(value) else { return nil }
        let text = Self.whole(String(Character(scalar)))
        let isLetter = text.first.map(Self.isLetter) ?? false
        guard text.allSatisfy({ Self.isLetter($0) == isLetter }),
            text.unicodeScalars.allSatisfy({ (0x20..<0x7f).contains($0.value) || Self.standsAlone($0.value) })
        else { return nil }
        let start = bytes.count
        bytes += text.utf8
        return Folded(start: start, count: bytes.count - start, isLetter: isLetter)
    }

    /// Folds a name as any can be folded.
    package mutating func foldWhole(_ name: String) {
        folded = LineupNames.folded(name)
        squeezed.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        var isInWord = false
        var place = 0
        for character in String(decoding: folded, as: UTF8.self) {
            let isLetter = Self.isLetter(character)
            if isLetter {
                squeezed += character.utf8
                if !isInWord { words.append(place) }
            }
            isInWord = isLetter
            place += character.utf8.count
        }
    }

    static func whole(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .precomposedStringWithCanonicalMapping
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// Whether a scalar is a character by itself, and neither changes nor is changed by what it may stand beside: of the
    /// scripts whose scalars are so, all but marks that combine.
    package static func standsAlone(_ value: UInt32) -> Bool {
        switch value {
        // Latin; Greek; Cyrillic; Arabic letters; its numbers; its further letters.
        case 0xae...0x2ff, 0xa1...0xa8, 0xaa...0xac, 0x370...0x3ff, 0x400...0x482, 0x48a...0x52f, 0x620...0x64a,
            0x660...0x669, 0x671...0x6d3:
            true
        // Raised and small letters; further Latin and Greek; punctuation, raised numbers, currencies; symbols.
        case 0x1d00...0x1dbf, 0x1e00...0x1eff, 0x1f00...0x1fff, 0x2010...0x2027, 0x2030...0x205e, 0x2070...0x20bf,
            0x2100...0x23ff, 0x2460...0x27bf:
            true
        // Kana; Chinese; Korean syllables; wide letters and narrow kana, but for their marks.
        case 0x3001...0x3029, 0x3030...0x3098, 0x309b...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xac00...0xd7a3,
            0xff01...0xff9d:
            true
        // Letters in circles and squares, flags; pictures, but for tones of skin.
        case 0x1f100...0x1f1ff, 0x1f300...0x1f3fa, 0x1f400...0x1f64f, 0x1f680...0x1f6ff, 0x1f900...0x1f9ff: true
        default: false
        }
    }
}
