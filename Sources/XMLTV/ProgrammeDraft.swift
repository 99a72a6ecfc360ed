/// A programme while it is being read.
struct ProgrammeDraft {
    var value = XMLTVProgramme(channel: "", start: 0)
    /// Whether there is one, and it is wanted.
    var isKept = false
    /// The system of the rating that is being read.
    var ratingSystem: String?

    /// Adds the text of an element.
    /// - Parameter note: the language, system, units or part, whichever the element has.
    /// - Returns: false where there is no room for it.
    mutating func add(
        _ text: String, note: String?, job: String, as element: XMLTVElement, limits: XMLTVLimits
    ) -> Bool {
        switch element {
        case .title: return Self.append(LocalisedText(text, language: note), to: &value.titles, limits.texts)
        case .subTitle: return Self.append(LocalisedText(text, language: note), to: &value.subtitles, limits.texts)
        case .desc: return Self.append(LocalisedText(text, language: note), to: &value.descriptions, limits.texts)
        case .category:
            return Self.append(LocalisedText(text, language: note), to: &value.categories, limits.categories)
        case .keyword: return Self.append(LocalisedText(text, language: note), to: &value.keywords, limits.categories)
        case .person:
            return Self.append(
                XMLTVProgramme.Person(job: job, name: text, part: note), to: &value.people, limits.people)
        case .rating:
            return Self.append(XMLTVProgramme.Rating(value: text, system: note), to: &value.ratings, limits.ratings)
        case .date: if value.date == nil { value.date = String(text.prefix(32)) }
        case .image: if value.icon == nil { value.icon = text }
        case .length: if value.length == nil { value.length = Self.length(text, units: note) }
        case .starRating: if value.stars == nil { value.stars = Self.stars(text) }
        case .episodeNum: return value.episode.add(text, system: note, limit: limits.identifiers)
        default: break
        }
        return true
    }

    private static func append<Value>(_ value: Value, to list: inout [Value], _ limit: Int) -> Bool {
        guard list.count < limit else { return false }
        list.append(value)
        return true
    }

    /// `90` minutes in seconds; nil: it makes no sense.
    private static func length(_ text: String, units: String?) -> Int? {
        guard text.utf8.count <= 9, let number = Int(text), number > 0 else { return nil }
        return switch units {
        case "seconds": number
        case "hours": number * 3600
        // The DTD wants one of the three.
        default: number * 60
        }
    }

    /// `3/5` as 0.6; nil: it makes no sense.
    private static func stars(_ text: String) -> Double? {
        let parts = text.split(separator: "/").map {
            Double($0.filter { $0 != " " }.map { $0 == "," ? "." : String($0) }.joined())
        }
        guard parts.count == 2, let value = parts[0], let most = parts[1], value.isFinite, most.isFinite, most > 0
        else { return nil }
        return max(0, min(1, value / most))
    }
}
