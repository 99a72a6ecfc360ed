/// For which age a channel or a programme is meant.
package struct AgeRating: Hashable, Comparable, Sendable, Codable {
    /// The youngest who may watch, in years.
    package var years: Int
    /// Orders ratings of one age: TV-14 with sub-ratings is above TV-14.
    package var subscore: Int

    package init(years: Int, subscore: Int = 0) {
        self.years = years
        self.subscore = subscore
    }

    /// Pornography, and what may not be shown in public: above any threshold.
    package static let adult = AgeRating(years: 1000)

    package static func < (a: AgeRating, b: AgeRating) -> Bool {
        (a.years, a.subscore) < (b.years, b.subscore)
    }
}

/// What a list says of a channel's rating.
package enum ContentRating: Hashable, Sendable, Codable {
    /// Nothing is said.
    case unrated
    /// Something is said that no system knows.
    case unknown(String)
    case rated(AgeRating)
}
