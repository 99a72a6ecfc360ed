import Foundation
import XMLTV

/// The words that a search looks for, taken apart as SQLite's `unicode61` takes the guide's texts.
///
/// The index holds no places, so what SQLite sees as several words can be looked for as one only in the texts
/// themselves: words of scripts whose vowels are marks, as those of India and Thailand.
package struct SearchWords: Sendable {
    /// The most words that are looked for; the rest counts for nothing.
    private static let most = 16

    /// What SQLite looks for; nil: there is no word.
    package let pattern: String?
    /// The words that SQLite sees as several.
    private let whole: [String]

    package init(_ text: String) {
        // An accent by itself would end a word.
        let words = text.precomposedStringWithCanonicalMapping.split { !($0.isLetter || $0.isNumber) }
        let parts = words.map { $0.unicodeScalars.split { !Self.isPartOfWord($0) }.map { String($0) } }
        let known = parts.joined().prefix(Self.most)
        pattern = known.isEmpty ? nil : known.map { "\"\($0)\" *" }.joined(separator: " ")
        whole = zip(words, parts).filter { $1.count > 1 }.map { String($0.0) }
    }

    /// Whether a programme that SQLite has found has the words.
    package func isIn(_ programme: Programme) -> Bool {
        whole.allSatisfy { word in
            func has(_ text: String?) -> Bool {
                text?.range(of: word, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
            return has(programme.title) || has(programme.subtitle) || has(programme.description)
                || programme.people.contains { has($0.name) }
        }
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
        // Letters younger than SQLite's tables are none to it; signs of New Tai Lue and of Vedic were none then.
        guard scalar.isASCII || (scalar.properties.age.map { ($0.major, $0.minor) <= (6, 1) } ?? false),
            !(0x19b0...0x19c9).contains(scalar.value), !(0x1cf2...0x1cf3).contains(scalar.value)
        else { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }
}
