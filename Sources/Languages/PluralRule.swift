/// The form that a word takes beside a number, by CLDR's names.
package enum PluralCategory: String, Hashable, Sendable, CaseIterable { case zero, one, two, few, many, other }

/// The rule by which a language chooses the form of a word beside a whole number (CLDR 44, plural rules, cardinal).
///
/// Fractions are not counted with: no text of the interface has one.
package enum PluralRule: String, Hashable, Sendable, CaseIterable {
    /// One form for every number: Korean, Japanese, Chinese, Thai, Vietnamese, Indonesian.
    case same
    /// One, and all others: English, German, Dutch, Swedish, Greek, Turkish.
    case one
    /// None and one together: Hindi, Persian, Bengali.
    case zeroAndOne
    /// None and one together, whole millions apart: French, Portuguese.
    case french
    /// One, and whole millions apart: Spanish, Italian, Catalan.
    case spanish
    /// Russian, Ukrainian, Belarusian.
    case russian
    /// Serbian, Croatian, Bosnian.
    case serbian
    case polish
    /// Czech and Slovak.
    case czech
    case lithuanian
    case latvian
    case romanian
    case slovenian
    case hebrew
    case arabic

    /// The rule of a language; nil: it is not known here.
    ///
    /// - Parameter language: a BCP 47 tag, of which the first subtag counts
    package init?(language: String) {
        switch LanguageName.primary(language) {
        case "ko", "ja", "zh", "th", "vi", "id", "ms", "lo", "km", "my": self = .same
        case "en", "de", "nl", "sv", "da", "nb", "nn", "no", "fi", "et", "el", "hu", "tr", "bg", "eu", "gl", "is", "ka",
            "kk", "az", "uz", "sq", "ur", "ta", "te", "ml", "mr", "sw", "af", "fo":
            self = .one
        case "hi", "fa", "bn", "am", "gu", "kn": self = .zeroAndOne
        case "fr", "pt": self = .french
        case "es", "it", "ca": self = .spanish
        case "ru", "uk", "be": self = .russian
        case "sr", "hr", "bs": self = .serbian
        case "pl": self = .polish
        case "cs", "sk": self = .czech
        case "lt": self = .lithuanian
        case "lv": self = .latvian
        case "ro": self = .romanian
        case "sl": self = .slovenian
        case "he": self = .hebrew
        case "ar": self = .arabic
        default: return nil
        }
    }

    /// The forms that a language needs for whole numbers, in CLDR's order.
    package var categories: [PluralCategory] {
        switch self {
        case .same: [.other]
        case .one, .zeroAndOne: [.one, .other]
        case .french, .spanish: [.one, .many, .other]
        case .russian, .polish: [.one, .few, .many]
        case .serbian, .czech, .lithuanian, .romanian: [.one, .few, .other]
        case .latvian: [.zero, .one, .other]
        case .slovenian: [.one, .two, .few, .other]
        case .hebrew: [.one, .two, .other]
        case .arabic: [.zero, .one, .two, .few, .many, .other]
        }
    }

    /// The form beside a number; below zero as above.
    package func category(of number: Int) -> PluralCategory {
        let count = number.magnitude
        let (tens, hundreds) = (count % 10, count % 100)
        let isTeen = (11...19).contains(hundreds)
        switch self {
        case .same: return .other
        case .one: return count == 1 ? .one : .other
        case .zeroAndOne: return count < 2 ? .one : .other
        case .french: return count < 2 ? .one : Self.isMillions(count) ? .many : .other
        case .spanish: return count == 1 ? .one : Self.isMillions(count) ? .many : .other
        case .russian, .serbian:
            if tens == 1, hundreds != 11 { return .one }
            if (2...4).contains(tens), !(12...14).contains(hundreds) { return .few }
            return self == .russian ? .many : .other
        case .polish:
            if count == 1 { return .one }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? .few : .many
        case .czech: return count == 1 ? .one : (2...4).contains(count) ? .few : .other
        case .lithuanian:
            if isTeen || tens == 0 { return .other }
            return tens == 1 ? .one : .few
        case .latvian:
            if isTeen || tens == 0 { return .zero }
            return tens == 1 ? .one : .other
        case .romanian: return count == 1 ? .one : count == 0 || (1...19).contains(hundreds) ? .few : .other
        case .slovenian:
            switch hundreds {
            case 1: return .one
            case 2: return .two
            case 3, 4: return .few
            default: return .other
            }
        case .hebrew: return count == 1 ? .one : count == 2 ? .two : .other
        case .arabic:
            switch count {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: return (3...10).contains(hundreds) ? .few : (11...99).contains(hundreds) ? .many : .other
            }
        }
    }

    private static func isMillions(_ count: UInt) -> Bool { count != 0 && count % 1_000_000 == 0 }
}
