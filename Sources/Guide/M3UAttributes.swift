/// The `key="value"` list of `#EXTM3U` and `#EXTINF`, as it is found and not as it should be:
/// values with either quote, none, or one too few; commas and quotes inside values.
struct M3UAttributes {
    private(set) var values: [String: String] = [:]
    /// What stands after the comma that ends the list; nil when there is no such comma.
    private(set) var title: String?
    /// Words that are no attribute.
    private(set) var rest = ""

    private let text: [Character]
    private var index = 0

    /// - Parameter endsAtComma: of `#EXTINF`, whose title follows the first comma outside quotes.
    init(_ line: Substring, endsAtComma: Bool) {
        text = Array(line)
        var words: [String] = []
        while index < text.count {
            if text[index].isWhitespace {
                index += 1
            } else if endsAtComma, text[index] == "," {
                title = String(text[(index + 1)...])
                break
            } else if let key = attributeKey(at: index) {
                index += key.count + 1
                values[String(key).lowercased()] = value(endsAtComma)
            } else {
                words.append(word(endsAtComma))
            }
        }
        rest = words.joined(separator: " ")
    }

    /// The name before a `=` that begins here.
    private func attributeKey(at start: Int) -> ArraySlice<Character>? {
        var end = start
        while end < text.count, Self.isKeyCharacter(text[end]) { end += 1 }
        guard end > start, end < text.count, text[end] == "=" else { return nil }
        return text[start..<end]
    }

    private static func isKeyCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }

    private mutating func word(_ endsAtComma: Bool) -> String {
        let start = index
        while index < text.count, !text[index].isWhitespace, !(endsAtComma && text[index] == ",") { index += 1 }
        return String(text[start..<index])
    }

    private mutating func value(_ endsAtComma: Bool) -> String {
        guard index < text.count, text[index] == "\"" || text[index] == "'" else { return word(endsAtComma) }
        let quote = text[index]
        let start = index + 1
        var end = start
        while end < text.count {
            if text[end] == quote, closes(end) {
                index = end + 1
                return String(text[start..<end])
            }
            end += 1
        }
        // The closing quote is missing: the value ends where the next attribute or the title begins.
        end = start
        while end < text.count, text[end] != ",", !(text[end].isWhitespace && attributeKey(at: end + 1) != nil) {
            end += 1
        }
        index = end
        return String(text[start..<end])
    }

    /// Whether the quote there ends a value: the line, a comma, a blank or an attribute follows.
    private func closes(_ quote: Int) -> Bool {
        let next = quote + 1
        guard next < text.count else { return true }
        if text[next] == "," || attributeKey(at: next) != nil { return true }
        guard text[next].isWhitespace else { return false }
        var after = next
        while after < text.count, text[after].isWhitespace { after += 1 }
        // A quoted word inside a value is followed by more words up to the true end.
        return after == text.count || text[after] == "," || attributeKey(at: after) != nil
            || !text[after...].contains(text[quote])
    }
}
