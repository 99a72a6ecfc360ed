/// All texts of the interface in one language, and how it writes times and dates.
///
/// It never changes: one catalogue is equal to itself alone, so that comparing what depends on it costs nothing.
package final class Catalogue: Hashable, Sendable {
    /// The language as a BCP 47 tag: `ko`.
    package let language: String
    /// The language's name in itself: `한국어`.
    package let name: String
    package let isRightToLeft: Bool
    /// Whether the day has two halves of twelve hours, unless the viewer says otherwise.
    package let hasTwelveHours: Bool
    private let rule: PluralRule
    private let messages: [Phrase: Message]

    /// Makes a catalogue; what it lacks is said in English.
    package init(
        language: String, name: String, isRightToLeft: Bool? = nil, hasTwelveHours: Bool = false,
        messages: [Phrase: Message]
    ) {
        self.language = language
        self.name = name
        self.isRightToLeft = isRightToLeft ?? LanguageName.isRightToLeft(language)
        self.hasTwelveHours = hasTwelveHours
        rule = PluralRule(language: language) ?? .one
        self.messages = messages
    }

    /// The English catalogue, which has every text.
    package static let english = Catalogue(
        language: "en", name: "English",
        messages: Dictionary(uniqueKeysWithValues: Phrase.allCases.map { ($0, $0.english) }))

    package static func == (a: Catalogue, b: Catalogue) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) { hasher.combine(language) }

    /// Whether it has a text of its own.
    package func has(_ phrase: Phrase) -> Bool { messages[phrase] != nil }

    /// A text, as the catalogue has it; in English where it has none.
    package func message(_ phrase: Phrase) -> Message { messages[phrase] ?? phrase.english }

    /// A text with its places filled; in English where the catalogue has none.
    ///
    /// - Parameters:
    ///   - values: by the names of their places
    ///   - count: the number that chooses the form, and fills `{count}`
    package func text(_ phrase: Phrase, _ values: [String: String] = [:], count: Int? = nil) -> String {
        guard let message = messages[phrase] else {
            return phrase.english.text(values, count: count, rule: .one)
        }
        // A name from another script keeps together, and leaves the words around it in their order.
        let values = isRightToLeft ? values.mapValues { "\u{200f}\($0)\u{200f}" } : values
        return message.text(values, count: count, rule: rule)
    }

    // MARK: Times and dates

    /// A time of day: `20:15`, `8:15 PM`.
    ///
    /// - Parameters:
    ///   - hour: 0…23
    ///   - minute: 0…59
    ///   - second: 0…59; nil: it is not told
    package func time(hour: Int, minute: Int, second: Int? = nil, inTwelveHours: Bool) -> String {
        let minutes = Self.twoDigits(minute) + (second.map { ":" + Self.twoDigits($0) } ?? "")
        guard inTwelveHours else {
            return text(.timeOfDay, ["hour": Self.twoDigits(hour), "minute": minutes])
        }
        let half: Phrase = hour < 12 ? .beforeNoon : .afterNoon
        let inHalf = hour % 12
        return text(
            .timeOfHalfDay, ["hour": String(inHalf == 0 ? 12 : inHalf), "minute": minutes, "half": text(half)])
    }

    /// A date without its year: `Tue 25 Nov`.
    ///
    /// - Parameters:
    ///   - weekday: 0 (Sunday) … 6
    ///   - day: 1…31
    ///   - month: 1…12
    package func date(weekday: Int, day: Int, month: Int) -> String {
        let weekdays: [Phrase] = [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
        let months: [Phrase] = [
            .january, .february, .march, .april, .may, .june, .july, .august, .september, .october, .november,
            .december,
        ]
        guard weekdays.indices.contains(weekday), months.indices.contains(month - 1) else { return "" }
        return text(
            .date, ["weekday": text(weekdays[weekday]), "day": String(day), "month": text(months[month - 1])])
    }

    private static func twoDigits(_ number: Int) -> String { (0...9).contains(number) ? "0\(number)" : "\(number)" }
}
