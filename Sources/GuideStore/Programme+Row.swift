import GRDB
import Guide
import XMLTV

extension Programme {
    /// The values of `GuideFile.columns`.
    var arguments: StatementArguments {
        let people = people.map { "\(Self.cell($0.name))\t\(Self.cell($0.part ?? ""))" }
        let jobs = self.people.map { Self.cell($0.job) }
        let flags = (isNew ? 1 : 0) | (isLive ? 2 : 0) | (isPremiere ? 4 : 0) | (isRepeat ? 8 : 0)
        return [
            title, subtitle, description, people.isEmpty ? nil : people.joined(separator: "\n"),
            jobs.isEmpty ? nil : jobs.joined(separator: "\n"), category, season, episode, icon, Self.text(rating),
            stars, flags, catchupID,
        ]
    }

    /// Reads a row that begins with `start, stop` and goes on with `GuideFile.columns`.
    init(_ row: Row) {
        self.init(start: row[0], stop: row[1], title: row[2] ?? "")
        subtitle = row[3]
        description = row[4]
        let jobs = (row[6] as String? ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let names = (row[5] as String?)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        people = zip(names, jobs).map { line, job in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let part = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
            return XMLTVProgramme.Person(job: String(job), name: parts.first ?? "", part: part)
        }
        category = row[7]
        season = row[8]
        episode = row[9]
        icon = row[10]
        rating = Self.rating(row[11])
        stars = row[12]
        let flags: Int = row[13] ?? 0
        isNew = flags & 1 != 0
        isLive = flags & 2 != 0
        isPremiere = flags & 4 != 0
        isRepeat = flags & 8 != 0
        catchupID = row[14]
    }

    private static func cell(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    /// `16.1.2`: years, subscore, kind; `?text`: a mark that no system knows; nil: unrated.
    private static func text(_ rating: ContentRating) -> String? {
        switch rating {
        case .unrated: nil
        case .unknown(let text): "?" + text
        case .rated(let age): "\(age.years).\(age.subscore).\(age.kind?.rawValue ?? 0)"
        }
    }

    private static func rating(_ text: String?) -> ContentRating {
        guard let text else { return .unrated }
        if text.hasPrefix("?") { return .unknown(String(text.dropFirst())) }
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        guard numbers.count == 3 else { return .unknown(text) }
        return .rated(AgeRating(years: numbers[0], subscore: numbers[1], kind: AgeRating.Kind(rawValue: numbers[2])))
    }
}
