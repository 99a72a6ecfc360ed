import Guide
import XMLTV

/// A programme as the box keeps it: texts in the viewer's language, times in order.
package struct Programme: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    package var start: Int64
    /// Seconds since 1970 in UTC, the first that does not belong to it; more than `start`.
    package var stop: Int64
    package var title: String
    package var subtitle: String?
    package var description: String?
    package var people: [XMLTVProgramme.Person] = []
    package var category: String?
    /// The season, from 1.
    package var season: Int?
    /// The number in the season, from 1.
    package var episode: Int?
    /// The address of its picture.
    package var icon: String?
    /// The strictest of its ratings that a system knows.
    package var rating: ContentRating = .unrated
    /// `star-rating` from 0 to 1.
    package var stars: Double?
    package var isNew = false
    package var isLive = false
    package var isPremiere = false
    package var isRepeat = false
    /// What a catch-up server knows it by.
    package var catchupID: String?

    package init(start: Int64, stop: Int64, title: String) {
        self.start = start
        self.stop = stop
        self.title = title
    }

    /// The programme that `source` describes, its texts chosen by `languages` in order of preference.
    ///
    /// Where the guide has no stop, `stop` is the start: `ProgrammeOrder` finds the real one.
    package init(_ source: XMLTVProgramme, languages: [String]) {
        self.init(
            start: source.start, stop: source.stop ?? source.start, title: source.titles.text(in: languages) ?? "")
        subtitle = source.subtitles.text(in: languages)
        description = source.descriptions.text(in: languages)
        people = source.people
        category = source.categories.text(in: languages)
        season = source.episode.season
        episode = source.episode.number
        icon = source.icon
        rating = Self.rating(source.ratings)
        stars = source.stars
        isNew = source.isNew
        isLive = source.isLive
        isPremiere = source.isPremiere
        isRepeat = source.isRepeat
        catchupID = source.catchupID
    }

    /// The names of the people who have any of these jobs in it, as XMLTV calls them, in the guide's order.
    package func names(of jobs: Set<String>) -> [String] {
        people.filter { jobs.contains($0.job) && !$0.name.isEmpty }.map(\.name)
    }

    /// How much is told of it: of two at the same time the one with more stays.
    package var richness: Int {
        var count = people.isEmpty ? 0 : 1
        if !title.isEmpty { count += 1 }
        if subtitle?.isEmpty == false { count += 1 }
        if description?.isEmpty == false { count += 1 }
        if category?.isEmpty == false { count += 1 }
        if icon?.isEmpty == false { count += 1 }
        if catchupID?.isEmpty == false { count += 1 }
        if season != nil { count += 1 }
        if episode != nil { count += 1 }
        if rating != .unrated { count += 1 }
        return stars == nil ? count : count + 1
    }

    private static func rating(_ ratings: [XMLTVProgramme.Rating]) -> ContentRating {
        let read = ratings.map { Ratings.rating($0.value, system: $0.system) }
        let known = read.compactMap { rating -> AgeRating? in
            if case .rated(let age) = rating { age } else { nil }
        }
        if let strictest = known.max() { return .rated(strictest) }
        return read.first { $0 != .unrated } ?? .unrated
    }
}
