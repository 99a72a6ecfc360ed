/// The text that is typed in a search: by letters on the screen, by the digits of a remote, or from elsewhere.
struct SearchField: Hashable, Sendable {
    /// The most letters it holds.
    static let longest = 60

    private(set) var text = ""

    var isEmpty: Bool { text.isEmpty }

    mutating func type(_ more: String) {
        for letter in more where text.count < Self.longest {
            // Blanks neither begin nor double.
            let isBlank = letter.isWhitespace
            if isBlank, text.isEmpty || text.last == " " { continue }
            text.append(isBlank ? " " : letter)
        }
    }

    /// Types a digit of the remote. Words are typed with digits as on a telephone, where 0 ends one; after nothing, or
    /// digits that no word has, it is itself.
    mutating func type(digit: Int) {
        guard (0...9).contains(digit) else { return }
        if digit == 0, let last = text.last, !" 01".contains(last) { type(" ") } else { type("\(digit)") }
    }

    /// Puts a word in the place of the last one, which was typed by digits.
    mutating func choose(_ word: String) {
        while let last = text.last, last != " " { text.removeLast() }
        type(word + " ")
    }

    mutating func erase() { _ = text.popLast() }
    mutating func clear() { text = "" }
}
