/// Converts rating marks of all countries into ages.
package enum Ratings {
    /// The rating of `text` under the named system; then, because labels lie, under every system,
    /// of which the strictest counts; then by the first number from 3 to 21 in it. `system` may be
    /// any spelling.
    package static func rating(_ text: String, system: String? = nil) -> ContentRating {
        let value = canonical(text)
        guard !value.isEmpty else { return .unrated }
        if let system, let table = tables[canonicalSystem(system)], let rating = table[value] { return .rated(rating) }
        if let strictest = tables.values.compactMap({ $0[value] }).max() { return .rated(strictest) }
        if let age = firstAge(in: value) { return .rated(AgeRating(years: age)) }
        return .unknown(text)
    }

    /// The text in upper case, without brackets, blanks and separators: `tv-14`, `[TV 14]` are one.
    private static func canonical(_ text: String) -> String {
        // By bytes where that is possible: a guide has a rating in each of a million programmes.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return String(text.uppercased().filter { $0.isLetter || $0.isNumber || $0 == "+" })
        }
        return String(decoding: text.utf8.lazy.compactMap(letter), as: UTF8.self)
    }

    /// The capital letter, the number or the plus; nil: anything else.
    private static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"): byte
        default: nil
        }
    }

    private static func canonicalSystem(_ name: String) -> String {
        let name = canonical(name)
        return systemNames.first { has(name, $0.0) }?.1 ?? name
    }

    /// Whether a part is in a name.
    private static func has(_ name: String, _ part: String) -> Bool {
        var rest = name.utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    private static let systemNames: [(String, String)] = [
        ("MPA", "US"), ("VCHIP", "US"), ("TVPARENTAL", "US"), ("TVPG", "US"), ("FSK", "DE"), ("BBFC", "GB"),
        ("CSA", "FR"), ("ARCOM", "FR"), ("KMRB", "KR"), ("KCSC", "KR"), ("EIRIN", "JP"),
    ]

    /// The first number from 3 to 21. A longer number does not count.
    private static func firstAge(in value: String) -> Int? {
        value.split(whereSeparator: { !("0"..."9").contains($0) })
            .lazy.compactMap { $0.count <= 2 ? Int($0) : nil }
            .first { (3...21).contains($0) }
    }

    /// The ages by system and mark, with keys as `canonical` writes them.
    private static let tables: [String: [String: AgeRating]] = {
        var american: [String: AgeRating] = [
            "G": age(0), "TVG": age(0), "TVY": age(0), "APPROVED": age(0), "TVY7": age(7), "TVY7FV": age(7, 1),
            "PG": age(10), "PG13": age(13), "TVPG": age(13), "TV14": age(14), "R": age(17), "NC17": age(17, 1),
            "TVMA": age(17, 1), "X": .adult, "XXX": .adult,
        ]
        for flags in ["D", "L", "S", "V", "DL", "DS", "DV", "LS", "LV", "SV", "DLS", "DLV", "DSV", "LSV", "DLSV"] {
            american["TVPG" + flags] = age(13, 1)
            american["TV14" + flags] = age(14, 1)
            american["TVMA" + flags] = age(17, 1)
        }
        // The one system in wide use that has marks of its own for each.
        for mark in american.keys where american[mark] != .adult {
            american[mark]?.kind = mark.hasPrefix("TV") ? .television : .film
        }
        let german: [String: AgeRating] = [
            "0": age(0), "6": age(6), "12": age(12), "16": age(16), "18": age(18), "FSK0": age(0), "FSK6": age(6),
            "FSK12": age(12), "FSK16": age(16), "FSK18": age(18),
        ]
        let british: [String: AgeRating] = [
            "U": age(0), "UC": age(0), "PG": age(8), "12A": age(12), "12": age(12, 1), "15": age(15, 3),
            "18": age(18, 1), "R18": .adult,
        ]
        let french: [String: AgeRating] = [
            "TP": age(0), "U": age(0), "TOUTPUBLIC": age(0), "TOUSPUBLICS": age(0), "10": age(10), "12": age(12),
            "16": age(16), "18": age(18), "X": .adult,
        ]
        let korean: [String: AgeRating] = [
            "ALL": age(0), "전체관람가": age(0), "전체이용가": age(0), "7": age(7), "12": age(12), "15": age(15), "19": age(19),
            "7세이상": age(7), "12세이상": age(12), "15세이상": age(15), "19세이상": age(19), "7세이상관람가": age(7),
            "12세이상관람가": age(12), "15세이상관람가": age(15), "19세이상관람가": age(19), "청소년관람불가": age(19),
            "제한상영가": .adult,
        ]
        let japanese: [String: AgeRating] = [
            "G": age(0), "PG12": age(12), "R15+": age(15), "R18+": age(18), "Z": age(18),
        ]
        let brazilian: [String: AgeRating] = [
            "L": age(0), "LIVRE": age(0), "AL": age(0), "A10": age(10), "A12": age(12), "A14": age(14),
            "A16": age(16), "A18": age(18),
        ]
        let plain: [String: AgeRating] = ["0": age(0), "0+": age(0), "1": age(1), "2": age(2), "ADULT": .adult]
        return [
            "US": american, "DE": german, "GB": british, "FR": french, "KR": korean, "JP": japanese,
            "BR": brazilian, "": plain,
        ]
    }()

    private static func age(_ years: Int, _ subscore: Int = 0) -> AgeRating {
        AgeRating(years: years, subscore: subscore)
    }
}
