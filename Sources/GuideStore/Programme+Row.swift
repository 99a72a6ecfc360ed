import GRDB
import Guide
import XMLTV

extension Programme {
    /// Puts the values of `GuideFile.columns` into a row.
    func put(into rows: inout InsertedRows) {
        let people = people.map { "\(Self.cell($0.name))\t\(Self.cell($0.part ?? ""))" }
        let jobs = self.people.map { Self.cell($0.job) }
        let flags = (isNew ? 1 : 0) | (isLive ? 2 : 0) | (isPremiere ? 4 : 0) | (isRepeat ? 8 : 0)
        rows.put(title)
        rows.put(subtitle)
        rows.put(description)
        rows.put(people.isEmpty ? nil : people.joined(separator: "\n"))
        rows.put(jobs.isEmpty ? nil : jobs.joined(separator: "\n"))
        rows.put(category)
        rows.put(season)
        rows.put(episode)
        rows.put(icon)
        rows.put(Self.text(rating))
        rows.put(stars)
        rows.put(flags)
        rows.put(catchupID)
    }

    /// Reads a row that begins with `start, stop` and goes on with `GuideFile.columns`.
    init(_ row: Row) {
        self.init(start: row.integer(0) ?? 0, stop: row.integer(1) ?? 0, title: row.text(2) ?? "")
        subtitle = row.text(3)
        description = row.text(4)
        let jobs = (row.text(6) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let names = row.text(5)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        people = zip(names, jobs).map { line, job in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let part = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
            return XMLTVProgramme.Person(job: String(job), name: parts.first ?? "", part: part)
        }
        category = row.text(7)
        season = row.integer(8).flatMap(Int.init(exactly:))
        episode = row.integer(9).flatMap(Int.init(exactly:))
        icon = row.text(10)
        rating = Self.rating(row.text(11))
        stars = Double.fromDatabaseValue(row[12] as DatabaseValue)
        let flags = row.integer(13) ?? 0
        isNew = flags & 1 != 0
        isLive = flags & 2 != 0
        isPremiere = flags & 4 != 0
        isRepeat = flags & 8 != 0
        catchupID = row.text(14)
    }

    private static func cell(_ text: String) -> String {
        // All ends of lines have one of these bytes; few names have.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xc2 || $0 == 0xe2 }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// `16.1.2`: years, subscore, kind; `?text`: a mark that no system knows; nil: unrated.
    private static func text(_ rating: ContentRating) -> String? {
        switch rating {
        case .unrated: nil
        case .unknown(let text): "?" + text
        case .rated(let age): "\(age.years).\(age.subscore).\(age.kind?.rawValue ?? 0)"
        }
    }

    static func rating(_ text: String?) -> ContentRating {
        guard let text else { return .unrated }
        if text.hasPrefix("?") { return .unknown(String(text.dropFirst())) }
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        guard numbers.count == 3 else { return .unknown(text) }
        return .rated(AgeRating(years: numbers[0], subscore: numbers[1], kind: AgeRating.Kind(rawValue: numbers[2])))
    }
}

/// GRDB's own subscripts trap on a value of another type, which a damaged file may have.
extension Row {
    /// The column's number; nil: it has none.
    func integer(_ column: Int) -> Int64? { Int64.fromDatabaseValue(self[column] as DatabaseValue) }

    /// The column's text; nil: it has none.
    func text(_ column: Int) -> String? { String.fromDatabaseValue(self[column] as DatabaseValue) }
}
