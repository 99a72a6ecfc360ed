import Foundation

/// What a channel's name or id is compared by: the station without case, accents, quality and country.
///
/// `BBC One HD`, `|UK| BBC ONE FHD` and `BBCOne.uk` have one stem. `BBC One +1` has another, as has `ARD alpha` beside
/// `ARD`: nothing but marks of quality and country is left out.
package struct ChannelKey: Hashable, Sendable {
    package var stem: String
    /// As ISO 3166 has it, in small letters, where the name says it.
    package var country: String?

    /// The key of a name that people read, such as `DE: Das Erste HD`; nil where nothing but signs or digits is in it.
    package init?(name: String) {
        let (rest, country) = Self.withoutCountry(name)
        self.init(words: Self.words(rest), country: country)
    }

    /// The key of an id, such as `DasErste.de` or `BBCOne.uk@HD`.
    package init?(id: String) {
        let parts = id.split(separator: "@", maxSplits: 1)
        guard var base = parts.first else { return nil }
        var country: String?
        if let dot = base.lastIndex(of: "."), dot > base.startIndex,
            let code = Self.country(base[base.index(after: dot)...])
        {
            country = code
            base = base[..<dot]
        }
        let feed = parts.count > 1 ? Self.words(String(parts[1])) : []
        self.init(words: Self.words(String(base)) + feed, country: country)
    }

    package init(stem: String, country: String?) {
        self.stem = stem
        self.country = country
    }

    private init?(words: [String], country: String?) {
        var words = words
        while words.count > 1, let last = words.last, Self.qualities.contains(last) { words.removeLast() }
        // "H.265" is two words.
        if words.count > 2, words.suffix(2) == ["h", "265"] || words.suffix(2) == ["h", "264"] { words.removeLast(2) }
        while words.count > 1, let last = words.last, Self.qualities.contains(last) { words.removeLast() }
        var stem = words.joined().replacing("+", with: "plus")
        // "+1h" is "+1".
        if stem.hasSuffix("h"), let digit = stem.dropLast().last, digit.isNumber,
            stem.dropLast(2).hasSuffix("plus")
        {
            stem.removeLast()
        }
        // A number is a place in somebody's list, not a station.
        guard stem.contains(where: { !$0.isNumber }) else { return nil }
        self.stem = stem
        self.country = country
    }

    /// Small letters without accents, split at all that is neither letter, digit nor `+`.
    private static func words(_ text: String) -> [String] {
        var folded = ""
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            switch scalar {
            case "ß": folded += "ss"
            case "ø": folded += "o"
            case "æ": folded += "ae"
            case "œ": folded += "oe"
            case "ł": folded += "l"
            case "đ": folded += "d"
            case "ı": folded += "i"
            case "'", "’": break
            default:
                switch scalar.properties.generalCategory {
                case .nonspacingMark where scalar.value < 0x370: break
                default: folded.unicodeScalars.append(scalar)
                }
            }
        }
        return folded.split { !($0.isLetter || $0.isNumber || $0 == "+") }.map(String.init)
    }

    private static let qualities: Set<String> = [
        "hd", "hd+", "fhd", "fhd+", "uhd", "uhd+", "sd", "4k", "4k+", "8k", "hevc", "h265", "h264", "hdr",
        "1080p", "1080i", "720p", "576p", "576i", "540p", "480p", "2160p", "50fps", "60fps", "fullhd",
        "hq", "lq",
    ]

    /// The name without `DE: `, `|UK|`, `[FR]`, `US - ` before it and `(UK)` behind it, and that country.
    private static func withoutCountry(_ name: String) -> (rest: String, country: String?) {
        let text = name.drop { $0.isWhitespace }
        let opening: Set<Character> = ["|", "[", "("]
        let bare = text.drop { opening.contains($0) }
        let isBracketed = bare.startIndex != text.startIndex
        let code = bare.prefix { $0.isASCII && $0.isLetter }
        if code == code.uppercased()[...], let country = country(code) {
            let rest = bare[code.endIndex...]
            let unspaced = rest.drop { $0 == " " }
            let closing: Set<Character> = isBracketed ? ["|", "]", ")"] : [":", "|"]
            if let sign = unspaced.first {
                let isDash =
                    !isBracketed && (sign == "-" || sign == "–") && unspaced.startIndex != rest.startIndex
                    && unspaced.dropFirst().first == " "
                let after = unspaced.dropFirst()
                if closing.contains(sign) || isDash, after.contains(where: { $0.isLetter || $0.isNumber }) {
                    return (String(after), country)
                }
            }
        }
        if let last = name.last(where: { !$0.isWhitespace }), last == ")" || last == "]",
            let open = name.lastIndex(where: { $0 == "(" || $0 == "[" }), open > name.startIndex
        {
            let inside = name[name.index(after: open)...].prefix { $0 != ")" && $0 != "]" }
            if let country = country(inside) { return (String(name[..<open]), country) }
        }
        return (name, nil)
    }

    private static func country(_ code: Substring) -> String? {
        guard (2...3).contains(code.utf8.count) else { return nil }
        let code = code.lowercased()
        return otherCodes[code] ?? (codes.contains(code) ? code : nil)
    }

    private static let otherCodes = [
        "uk": "gb", "usa": "us", "ger": "de", "deu": "de", "aut": "at", "fra": "fr", "ita": "it", "esp": "es",
        "swe": "se", "nor": "no", "den": "dk", "pol": "pl", "por": "pt", "tur": "tr", "kor": "kr", "jpn": "jp",
    ]

    /// The countries' codes as ISO 3166 has them, without `tv`, which stands in channels' names for something else.
    private static let codes: Set<String> = Set(
        """
        ad ae af ag ai al am ao ar at au aw az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci \
        cl cm cn co cr cu cv cw cy cz de dj dk dm do dz ec ee eg er es et fi fj fm fo fr ga gb gd ge gf gh gi gl gm gn \
        gp gq gr gt gu gw gy hk hn hr ht hu id ie il in iq ir is it jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc \
        li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mq mr mt mu mv mw mx my mz na nc ne ng ni nl no np nr \
        nz om pa pe pf pg ph pk pl pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg si sk sl sm sn so sr ss st sv sy \
        sz tc td tg th tj tl tm tn to tr tt tw tz ua ug us uy uz va vc ve vg vi vn vu ws xk ye yt za zm zw
        """.split(separator: " ").map(String.init))
}
