import GRDB
import Guide
import MediaCore

/// Answers what is on from one guide's database, which nothing writes any more.
///
/// It keeps to the file that it opened: where a newer guide has taken the name, the old one is read until the reader
/// goes. Its calls block for as long as the disk does.
package final class GuideReader: Sendable {
    /// A programme in a window of the guide: what a table of programmes shows.
    package struct Cell: Hashable, Sendable {
        package var start: Int64
        package var stop: Int64
        package var title: String

        package init(start: Int64, stop: Int64, title: String) {
            self.start = start
            self.stop = stop
            self.title = title
        }
    }

    /// A programme that a search found, and the id of its channel.
    package struct Finding: Hashable, Sendable {
        package var channel: String
        package var programme: Programme
    }

    private let queue: DatabaseQueue
    /// Each channel's number in the database.
    private let numbers: [String: Int64]

    /// Opens the guide of a source in `folder`; nil where there is none, or none of this version.
    package init?(folder: String, source: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        // A hundred guides may be open, and little of each is looked at.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -512") }
        do {
            queue = try DatabaseQueue(path: folder + "/" + GuideFile.name(of: source), configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            return nil
        }
        let version = try queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        guard version == GuideFile.version else { return nil }
        numbers = try queue.inDatabase { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT name, id FROM channel")
            var numbers: [String: Int64] = [:]
            while let row = try rows.next() { numbers[row.text(0) ?? ""] = row.integer(1) }
            return numbers
        }
    }

    /// The channels that were wanted, for `ChannelMatching`.
    package func channels() throws -> [ChannelMatching.Offered] {
        try queue.inDatabase { database in
            try Row.fetchAll(database, sql: "SELECT name, names, programmes FROM channel ORDER BY id").map { row in
                ChannelMatching.Offered(
                    id: row.text(0) ?? "", names: (row.text(1) ?? "").split(separator: "\n").map(String.init),
                    hasProgrammes: (row.integer(2) ?? 0) > 0)
            }
        }
    }

    /// What is on a channel at a time, in seconds since 1970, and what follows.
    package func nowAndNext(_ channel: String, at time: Int64) throws -> NowAndNext {
        guard let number = numbers[channel] else { return NowAndNext() }
        return try queue.inDatabase { database in
            let now = try Self.programme(database, number, "start <= ? ORDER BY start DESC", time)
            let next = try Self.programme(database, number, "start > ? ORDER BY start", time)
            return NowAndNext(now: now.flatMap { $0.stop > time ? $0 : nil }, next: next)
        }
    }

    /// The programmes of each channel that touch `window`, in order, as many lists as there are channels.
    package func window(_ channels: [String], _ window: Range<Int64>) throws -> [[Cell]] {
        // One statement for all of them: to begin one costs as much as some rows do.
        let wanted = "[" + channels.map { "\(numbers[$0] ?? 0)" }.joined(separator: ",") + "]"
        return try queue.inDatabase { database in
            let cells = try database.cachedStatement(
                sql: """
                    SELECT wanted.key, start, stop, title FROM json_each(?1) AS wanted
                        CROSS JOIN programme ON channel = wanted.value AND start < ?3 AND stop > ?2 AND start >=
                            coalesce((SELECT max(start) FROM programme WHERE channel = wanted.value AND start <= ?2), ?2)
                    """)
            try cells.setArguments([wanted, window.lowerBound, window.upperBound])
            // Thousands of rows: a `Row` costs several times what reading its columns does.
            let rows = CellRows(cells)
            defer { rows.end() }
            var found = [[Cell]](repeating: [], count: channels.count)
            while let (place, cell) = try rows.next(database) {
                if found.indices.contains(place) { found[place].append(cell) }
            }
            // So the index has them, which is nothing that SQL promises.
            for place in found.indices where !found[place].isInOrder { found[place].sort { $0.start < $1.start } }
            return found
        }
    }

    /// The programmes with a rating that touch `window`, by the ids of their channels.
    package func ratedTimes(_ window: Range<Int64>) throws -> [String: [RatedTime]] {
        var times: [String: [RatedTime]] = [:]
        try visit(window, where: "rating IS NOT NULL") { channel, start, stop, row in
            times[channel, default: []].append(
                RatedTime(start: start, stop: stop, rating: Programme.rating(row.text(3))))
        }
        return times
    }

    /// How many programmes of each genre touch `window`.
    package func genres(in window: Range<Int64>) throws -> [String: Int] {
        try queue.inDatabase { database in
            let (first, last) = try Self.numbers(touching: window, database)
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT category, count(*) FROM programme
                        WHERE id >= ? AND id < ? AND category IS NOT NULL AND stop > ? GROUP BY category
                    """, arguments: [first, last, window.lowerBound])
            var counts: [String: Int] = [:]
            while let row = try rows.next() {
                guard let name = row.text(0), !name.isEmpty else { continue }
                counts[name] = Int(clamping: row.integer(1) ?? 0)
            }
            return counts
        }
    }

    /// When programmes of a genre are on that touch `window`, by the ids of their channels.
    package func times(of genre: String, in window: Range<Int64>) throws -> [String: [Range<Int64>]] {
        var times: [String: [Range<Int64>]] = [:]
        try visit(window, where: "category = ?", [genre]) { channel, start, stop, _ in
            if start < stop { times[channel, default: []].append(start..<stop) }
        }
        return times
    }

    /// Goes through the programmes that touch a window and fulfil a condition, in the order of their starts.
    ///
    /// - Parameter body: gets the channel's id, start, stop, and the row, of which column 3 is the rating
    private func visit(
        _ window: Range<Int64>, where condition: String, _ arguments: StatementArguments = [],
        _ body: (String, Int64, Int64, Row) -> Void
    ) throws {
        let names = Dictionary(numbers.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        try queue.inDatabase { database in
            let (first, last) = try Self.numbers(touching: window, database)
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT channel, start, stop, rating FROM programme
                        WHERE id >= ? AND id < ? AND stop > ? AND \(condition) ORDER BY id
                    """, arguments: [first, last, window.lowerBound] + arguments)
            while let row = try rows.next() {
                guard let number = row.integer(0), let name = names[number], let start = row.integer(1),
                    let stop = row.integer(2)
                else { continue }
                body(name, start, stop, row)
            }
        }
    }

    /// The programmes that may touch a window: their numbers go in the order of starts, and nothing is longer than a day.
    private static func numbers(touching window: Range<Int64>, _ database: Database) throws -> (Int64, Int64) {
        (
            try firstNumber(from: window.lowerBound.addingSaturating(-86_400), database),
            try firstNumber(from: window.upperBound, database)
        )
    }

    /// Programmes whose title, description or people have words that begin with all of the words in `text` (of `a|b`
    /// with either), the first in time first; without those that begin before `time`.
    package func search(_ text: String, from time: Int64, limit: Int) throws -> [Finding] {
        guard let pattern = GuideWords.pattern(text) else { return [] }
        let columns = GuideFile.columns.split(separator: ", ").map { "programme." + $0 }.joined(separator: ", ")
        return try queue.inDatabase { database in
            let first = try Self.firstNumber(from: time, database)
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT programme.start, programme.stop, \(columns), channel.name FROM words
                        CROSS JOIN programme ON programme.id = words.rowid
                        CROSS JOIN channel ON channel.id = programme.channel
                    WHERE words MATCH ? AND words.rowid >= ? ORDER BY words.rowid LIMIT ?
                    """, arguments: [pattern, first, max(0, limit)]
            ).map { row in Finding(channel: row.text(15) ?? "", programme: Programme(row)) }
        }
    }

    /// The words of the guide that were typed with these digits of a telephone, the likeliest first.
    package func words(byKeys digits: String, limit: Int) throws -> [String] {
        try queue.inDatabase { try GuideWords.words(byKeys: digits, limit: limit, $0) }
    }

    private static func programme(
        _ database: Database, _ channel: Int64, _ condition: String, _ time: Int64
    ) throws -> Programme? {
        let statement = try database.cachedStatement(
            sql: "SELECT start, stop, \(GuideFile.columns) FROM programme WHERE channel = ? AND \(condition) LIMIT 1")
        return try Row.fetchOne(statement, arguments: [channel, time]).map { Programme($0) }
    }

    /// The number of the first programme that begins at `time` or later: numbers go from 1 in the order of starts.
    private static func firstNumber(from time: Int64, _ database: Database) throws -> Int64 {
        let start = try database.cachedStatement(sql: "SELECT start FROM programme WHERE id = ?")
        var low: Int64 = 1
        var high = try (Int64.fetchOne(database, sql: "SELECT max(id) FROM programme") ?? 0) + 1
        while low < high {
            let middle = low + (high - low) / 2
            if let begins = try Int64.fetchOne(start, arguments: [middle]), begins < time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}

extension [GuideReader.Cell] {
    fileprivate var isInOrder: Bool { zip(self, dropFirst()).allSatisfy { $0.start <= $1.start } }
}
