/// Splits what was said into words, and reads numbers in it.
package enum IntentWords {
    /// So many words are listened to.
    private static let most = 40

    /// The words, small and without punctuation; digits apart from letters: `42초` is two.
    package static func words(in text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in text.lowercased() {
            // An apostrophe is no pause: what's and whats are one.
            if character == "'" || character == "’" { continue }
            guard character.isLetter || character.isNumber || character == "-" && word.isEmpty else {
                end()
                continue
            }
            if let last = word.last, last.isNumber != character.isNumber, last != "-" { end() }
            word.append(character)
        }
        end()
        return words.filter { $0 != "-" }.prefix(most).map(\.self)
    }

    /// The number that words say, 0 to 99,999: digits, or words that add up (`forty two`); nil: they say none.
    static func number(_ words: ArraySlice<String>, _ names: [String: Int]) -> Int? {
        if words.count == 1, let word = words.first, let number = Int(word) {
            return (0...99_999).contains(number) ? number : nil
        }
        var sum = 0
        var smallest = Int.max
        for word in words {
            // Tens before ones, each once.
            guard let value = names[word], value < smallest, value < 100 else { return nil }
            if smallest != .max, smallest < 20 || value >= 10 { return nil }
            (sum, smallest) = (sum + value, value)
        }
        return words.isEmpty ? nil : sum
    }
}
