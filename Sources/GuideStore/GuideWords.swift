import GRDB
import Guide

/// What words the index of a guide is asked for.
enum GuideWords {
    /// So many words are looked for at most, with all that may stand for them.
    private static let most = 48

    /// The pattern of FTS5 for a text: all of its words must occur, as beginnings of words; `a|b` is either of two. Nil
    /// where there is no word.
    static func pattern(_ text: String) -> String? {
        var left = most
        let groups = text.split(whereSeparator: \.isWhitespace).compactMap { group -> String? in
            let ways = group.split(separator: "|").compactMap { way -> String? in
                let words = way.split { !($0.isLetter || $0.isNumber) }.prefix(left)
                left -= words.count
                return words.isEmpty ? nil : words.map { "\"\($0)\" *" }.joined(separator: " AND ")
            }
            return ways.isEmpty ? nil : "(" + ways.map { "(\($0))" }.joined(separator: " OR ") + ")"
        }
        return groups.isEmpty ? nil : groups.joined(separator: " AND ")
    }

    /// The words of an index that were typed with these digits, those of exactly so many letters first, of these the most
    /// frequent ones.
    ///
    /// Each letter more is looked for only where a word begins so: some hundred short looks into the index.
    static func words(byKeys digits: String, limit: Int, _ database: Database) throws -> [String] {
        try database.execute(
            sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, row)")
        let next = try database.cachedStatement(
            sql: "SELECT term FROM temp.vocabulary WHERE term >= ? AND term < ? LIMIT 1")
        var beginnings = [""]
        for digit in digits.utf8 {
            beginnings = try beginnings.flatMap { beginning in
                try (TelephoneKeys.letters(on: digit) + [digit]).compactMap { letter in
                    let longer = beginning + String(decoding: [letter], as: UTF8.self)
                    return try String.fetchOne(next, arguments: [longer, longer + "\u{10ffff}"]) == nil ? nil : longer
                }
            }
            if beginnings.isEmpty { return [] }
        }
        let all = try database.cachedStatement(
            sql: "SELECT term, doc FROM temp.vocabulary WHERE term >= ? AND term < ? LIMIT 24")
        var found: [(word: String, count: Int64)] = []
        for beginning in beginnings.prefix(most) {
            for row in try Row.fetchAll(all, arguments: [beginning, beginning + "\u{10ffff}"]) {
                if let word = row.text(0), let count = row.integer(1) { found.append((word, count)) }
            }
        }
        let length = digits.utf8.count
        return found.sorted { a, b in
            let (isA, isB) = (a.word.utf8.count == length, b.word.utf8.count == length)
            return isA != isB ? isA : a.count != b.count ? a.count > b.count : a.word < b.word
        }.prefix(limit).map(\.word)
    }
}
