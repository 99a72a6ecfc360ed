/// The age for which a channel or a programme is meant.
package struct AgeRating: Hashable, Comparable, Sendable, Codable {
    /// The youngest who may watch, in years.
    package var years: Int
    /// Orders ratings of one age: TV-14 with sub-ratings is above TV-14.
    package var subscore: Int

    package init(years: Int, subscore: Int = 0) {
        self.years = years
        self.subscore = subscore
    }

    /// The rating of pornography, and of what may not be shown in public: above any threshold.
    package static let adult = AgeRating(years: 1000)

    package static func < (a: AgeRating, b: AgeRating) -> Bool {
        (a.years, a.subscore) < (b.years, b.subscore)
    }
}

/// The rating of a channel as a list states it.
package enum ContentRating: Hashable, Sendable, Codable {
    /// No rating is stated.
    case unrated
    /// A rating is stated that no system knows.
    case unknown(String)
    case rated(AgeRating)
}
