/// The characters that entities stand for: XML's five, and those of HTML that guides use undeclared.
enum HTMLEntities {
    static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        default: named[name]
        }
    }

    /// The character with a number; nil: there is none, or nothing that may stand in a text.
    static func scalar(_ number: UInt32) -> Unicode.Scalar? {
        switch number {
        case 0x09, 0x0a, 0x0d: Unicode.Scalar(number)
        case 0..<0x20, 0x7f: nil
        // As browsers do: numbers of windows-1252, which are nothing else in Unicode.
        case 0x80...0x9f: windows1252[Int(number - 0x80)]
        case 0xa0: " "
        default: Unicode.Scalar(number)
        }
    }

    private static let windows1252: [Unicode.Scalar] = [
        "€", "�", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "�", "Ž", "�",
        "�", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "�", "ž", "Ÿ",
    ]

    /// Latin 1 from `nbsp` on, in its order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
        Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
        uacute ucirc uuml yacute thorn yuml
        """

    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ",
            "tilde": "˜", "ensp": " ", "emsp": " ", "thinsp": " ", "ndash": "–", "mdash": "—", "lsquo": "‘",
            "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡",
            "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›",
            "euro": "€", "trade": "™", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "minus": "−", "infin": "∞",
            "hearts": "♥", "spades": "♠", "clubs": "♣", "diams": "♦", "alpha": "α", "beta": "β", "pi": "π",
        ]
        for (index, name) in latin1.split(separator: " ").enumerated() {
            named[String(name)] = Unicode.Scalar(UInt32(0xa0 + index))
        }
        named["nbsp"] = " "
        return named
    }()
}
