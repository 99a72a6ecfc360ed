/// The letters on the digits of a telephone, by which words are typed with one press a letter: 6397 is `news`, `mews` and
/// what begins so.
package enum TelephoneKeys {
    private static let letters: [StaticString] = ["", "", "abc", "def", "ghi", "jkl", "mno", "pqrs", "tuv", "wxyz"]

    /// The letters on a digit, `a` … `z` as ASCII; 0 and 1 have none.
    /// - Parameter digit: as ASCII
    package static func letters(on digit: UInt8) -> [UInt8] {
        let index = Int(digit) - Int(UInt8(ascii: "0"))
        guard letters.indices.contains(index) else { return [] }
        return letters[index].withUTF8Buffer { Array($0) }
    }

    /// The digit under which a small letter stands, as ASCII; a digit stands under itself, all else under none.
    package static func digit(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digits[Int(letter - UInt8(ascii: "a"))]
        default: nil
        }
    }

    private static let digits: [UInt8] = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter in
        (UInt8(ascii: "2")...UInt8(ascii: "9")).first { letters(on: $0).contains(letter) } ?? letter
    }

    /// Whether a word may be one that was typed with digits: two or more, each with letters on it.
    package static func mayBeWord(_ word: some StringProtocol) -> Bool {
        word.utf8.count >= 2 && word.utf8.allSatisfy { !letters(on: $0).isEmpty }
    }
}
