/// The parts of a language tag (BCP 47) that matter for choosing. ISO 639-2 codes and underscores, which BCP 47
/// does not have, are read as what they mean.
package struct LanguageTag: Sendable, Hashable {
    /// The shortest code of the language, in lower case.
    package var language: String
    /// The ISO 15924 script, in lower case; for Chinese it is also derived from the region.
    package var script: String?
    /// The ISO 3166 or UN M.49 region, in lower case.
    package var region: String?

    /// Parses a tag; nil when it names no language: `und`, `mul`, `zxx`, what is private (`qaa`, `x-…`), or no
    /// tag at all.
    package init?(_ text: String) {
        let subtags = text.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let first = subtags.first, (2...8).contains(first.count),
            first.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return nil }
        let code = String(first)
        if ["und", "mul", "zxx", "mis"].contains(code) || (code.count == 3 && ("qaa"..."qtz").contains(code)) {
            return nil
        }
        language = LanguageNames.shortest[code] ?? code
        for (place, subtag) in subtags.dropFirst().enumerated() {
            // Extensions and private subtags say nothing about the language.
            if subtag.count == 1 { break }
            let isWord = subtag.allSatisfy { $0.isASCII && $0.isLetter }
            if place == 0, subtag.count == 3, isWord {
                language = LanguageNames.shortest[String(subtag)] ?? String(subtag)
            } else if subtag.count == 4, isWord, script == nil {
                script = String(subtag)
            } else if region == nil, subtag.count == 2 && isWord || subtag.count == 3 && subtag.allSatisfy(\.isNumber) {
                region = String(subtag)
            }
        }
        if language == "zh", script == nil, let region {
            script = ["tw", "hk", "mo"].contains(region) ? "hant" : ["cn", "sg"].contains(region) ? "hans" : nil
        }
    }

    /// How near an offered language is to the one that is wanted; more is nearer. As in RFC 4647 lookup (§3.4)
    /// an exact match comes first, then a more general tag, and last a tag that differs in region or script: a
    /// viewer would rather have that than another language.
    package struct Closeness: Sendable, Hashable, Comparable {
        /// How near the language codes are: 3 equal, 2 the usual form (`no` means `nb`), 1 the other form
        /// (`nn`).
        var kinship: Int
        /// How far the scripts agree: 2 equal, 1 one of them is not stated, 0 different.
        var script: Int
        var region: Int

        package static func < (a: Closeness, b: Closeness) -> Bool {
            (a.kinship, a.script, a.region) < (b.kinship, b.script, b.region)
        }
    }

    /// How near this language is to `wanted`; nil when it is another language.
    package func closeness(to wanted: LanguageTag) -> Closeness? {
        guard let kinship = LanguageTag.kinship(language, wanted.language) else { return nil }
        func agreement(_ a: String?, _ b: String?) -> Int { a == b ? 2 : a == nil || b == nil ? 1 : 0 }
        return Closeness(
            kinship: kinship, script: agreement(script, wanted.script), region: agreement(region, wanted.region))
    }

    private static func kinship(_ a: String, _ b: String) -> Int? {
        if a == b { return 3 }
        let norwegian: Set = ["no", "nb", "nn"]
        guard norwegian.contains(a), norwegian.contains(b) else { return nil }
        return a == "nn" || b == "nn" ? 1 : 2
    }

    /// The language's English name; its code where the name is not known.
    package var name: String { LanguageNames.english[language] ?? language }
}
