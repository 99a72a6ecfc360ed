/// The age for which a channel or a programme is meant.
package struct AgeRating: Hashable, Comparable, Sendable, Codable {
    /// The youngest who may watch, in years.
    package var years: Int
    /// Orders ratings of one age: TV-14 with sub-ratings is above TV-14.
    package var subscore: Int

    /// For what the mark was made, where its system tells that.
    package var kind: Kind?

    package enum Kind: Int, Hashable, Sendable, Codable {
        case film = 1
        case television
    }

    package init(years: Int, subscore: Int = 0, kind: Kind? = nil) {
        self.years = years
        self.subscore = subscore
        self.kind = kind
    }

    /// The rating of pornography, and of what may not be shown in public: above any threshold.
    package static let adult = AgeRating(years: 1000)

    package static func < (a: AgeRating, b: AgeRating) -> Bool {
        (a.years, a.subscore, a.kind?.rawValue ?? 0) < (b.years, b.subscore, b.kind?.rawValue ?? 0)
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
